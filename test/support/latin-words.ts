import type { Page } from "playwright-core";

/** Names, units, codes and formats that are written in Latin letters in every language. */
const COMMON =
  /\b(Incoming SMS to URL( forwarder)?|Tasker|MacroDroid|iOS Shortcuts|Mahtem|Telegram|WhatsApp|SMS|API|URL|CSV|PNG|SVG|QR|ETB|CBE|ID|Ctrl K|English|Chrome|Linux|node|app_id|webhook-id)\b|https?:\S*|\b[a-z]+_[\w…]*|\b[\w-]+\.[a-z_]+\b|127\.0\.0\.1\S*|\bping\b/g;

/**
 * Latin words that a page shows or names to screen readers, apart from `known` ones, code, and what says
 * that it is English.
 */
export async function latinWords(page: Page, known: readonly string[]): Promise<readonly string[]> {
  const texts = (await page.evaluate(`(() => {
    const isOther = (element) => element.closest("code, pre, script, style, [lang=en]") !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      if (!isOther(walker.currentNode.parentElement)) found.push(walker.currentNode.data);
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      for (const element of document.querySelectorAll("[" + name + "]")) {
        if (!isOther(element)) found.push(element.getAttribute(name));
      }
    }
    return [...new Set(found)];
  })()`)) as string[];
  return texts.filter((text) => {
    const rest = known.reduce((left, each) => left.replaceAll(each, ""), text).replace(COMMON, "");
    return /[A-Za-z]{2}/.test(rest);
  });
}
