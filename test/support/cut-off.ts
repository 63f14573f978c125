import type { Page } from "playwright-core";

/** Elements that reach over the screen's edge, apart from those inside a box that scrolls or truncates. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(`(() => {
    const width = document.documentElement.clientWidth;
    // Cards cut off what is too wide for them, so they do not count as boxes that truncate.
    const isBox = (element) =>
      element !== document.body &&
      getComputedStyle(element).overflowX !== "visible" &&
      !element.matches("dialog, .card, .card *:has(table)");
    const isInBox = (element) => {
      for (let at = element.parentElement; at; at = at.parentElement) if (isBox(at)) return true;
      return false;
    };
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.closest(".sr-only") === null)
      .filter((element) => {
        const { left, right, width: own } = element.getBoundingClientRect();
        return own > 0 && (right > width + 1 || left < -1) && !isInBox(element);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  })()`)) as string[];
}
