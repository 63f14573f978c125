import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";

export interface VisitOptions {
  readonly javaScript?: boolean;
  readonly dark?: boolean;
  /** CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Language of the browser (BCP 47). */
  readonly locale?: string;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, broken scripts, content security policy violations, requests to other hosts. */
  readonly troubles: readonly string[];
  close(): Promise<void>;
}

/** Opens a page in a context of its own and records everything that goes wrong on it. */
export async function visit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const { javaScript = true, dark = false, width = 390, height = 844, locale } = options;
  const context = await browser.newContext({
    javaScriptEnabled: javaScript,
    colorScheme: dark ? "dark" : "light",
    viewport: { width, height },
    reducedMotion: "reduce",
    ...(locale === undefined ? {} : { locale }),
  });
  // A bound for a machine that is busy with other work.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const troubles: string[] = [];
  const hosts = new Set<string>();
  page.on("console", (message) => {
    const isRefusedPage =
      message.location().url === page.url() && /status of 4/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isRefusedPage) {
      troubles.push(message.text());
    }
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (["data:", "blob:"].includes(url.protocol)) return;
    hosts.add(url.host);
    if (hosts.size > 1) troubles.push(`a request to ${url.host}`);
  });
  return { page, context, troubles, close: () => context.close() };
}

/** Violations that axe-core finds: WCAG 2.2 AA and best practices. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ runOnly: { type: "tag", values: tags } })})
      .then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => id + ": " + help + " at " + target + " " + failureSummary)))`,
  )) as string[];
  return found;
}

/** Controls smaller than 44 × 44 CSS pixels, apart from links inside a sentence. */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(`
    [...document.querySelectorAll("button, summary, textarea, nav a, .button, .leave a, input[type=tel], .method > label, .banks label")]
      .map((element) => [element, element.getBoundingClientRect()])
      .filter(([, { width, height }]) => width > 0 && (height < 44 || width < 44))
      .map(([element, { width, height }]) => element.outerHTML.slice(0, 90) + " " + width + "x" + height)`)) as string[];
}

/** Whether the page scrolls horizontally. */
export async function isTooWide(page: Page): Promise<boolean> {
  return (await page.evaluate(
    "document.documentElement.scrollWidth > document.documentElement.clientWidth",
  )) as boolean;
}
