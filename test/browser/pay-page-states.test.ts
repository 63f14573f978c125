import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accessibilityProblems,
  closePages,
  isTooWide,
  namesakes,
  openBrowser,
  resize,
  smallTargets,
  type Visit,
  visit,
} from "../support/browser.ts";
import { specimenPage } from "../support/pay-page-gallery.ts";
import { ENVIRONMENT, SITUATIONS } from "../support/pay-page-specimens.ts";

let server: Server;
let browser: Browser;
let base: string;

beforeAll(async () => {
  Object.assign(process.env, ENVIRONMENT);
  server = createServer(async ({ url = "/" }, response) => {
    const [, name = ""] = url.split("/");
    // The port may have been that of a receiver whose sender still tries it.
    if (!PAGES.includes(name)) {
      response.writeHead(404).end();
      return;
    }
    const { body, headers } = await specimenPage(url);
    response.writeHead(200, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages(browser);
  server?.close();
});

const PAGES: readonly string[] = [
  ...SITUATIONS,
  "verified-short",
  "verified-late",
  "verified-parts",
  "verified-notice",
  "partly_paid-twice",
  "review-late",
  "review-doubtful",
  "receipt-parts",
  "receipt",
  "receipt-short",
  "receipt-unseen",
  "unknown",
  "branded",
  "switched-off",
  "switched-off-only",
  "long",
  "ongoing-partly_paid",
  "ongoing-review",
  "ongoing-bank_silent",
  "link",
  "link-open",
  "link-closed",
  "link-unfinished",
  "card",
];

/** CSS pixels. */
const HEIGHT = 740;
const CONTRAST = ["color-contrast"];

/** The pages with values to copy, fields and notices; axe takes a second for each. */
const LARGE_TEXT_PAGES = [
  "long",
  "waiting",
  "partly_paid-twice",
  "review-late",
  "which_bank",
  "verified",
  "receipt",
  "card",
];

/** All pages, including those that are hard to produce with a real bank. */
describe("every page", () => {
  let one: Visit;
  beforeAll(async () => {
    one = await visit(browser, { width: 320 });
  });
  afterAll(() => one.close());

  // In the other colors axe looks at contrast alone: of the rest it sees the same, and what large text changes on some pages.
  it.each([
    ["en", "light", "dark", undefined],
    ["am", "dark", "light", CONTRAST],
  ] as const)(
    "in %s passes axe, fits 320 pixels and follows its content security policy in %s mode, and stays readable on small phones in %s mode with text twice as large",
    async (language, scheme, schemeOfLargeText, rules) => {
      const problems: string[] = [];
      for (const name of PAGES) {
        await one.page.emulateMedia({ colorScheme: scheme });
        await resize(one.page, 320, HEIGHT);
        await show(one.page, name, language);
        const found = [
          ...(await accessibilityProblems(one.page, rules)),
          ...(await namesakes(one.page)),
          ...(await smallTargets(one.page)),
          ...((await isTooWide(one.page)) ? ["too wide"] : []),
        ];
        await one.page.emulateMedia({ colorScheme: schemeOfLargeText });
        found.push(...(await largeTextProblems(one.page, name, [320, 360])));
        problems.push(...found.map((problem) => `${name}: ${problem}`));
      }
      expect(problems).toEqual([]);
      expect(one.troubles).toEqual([]);
    },
  );

  it.each([
    ["om", "light"],
    ["ti", "dark"],
    ["so", "light"],
  ] as const)(
    "in %s stays readable on small phones in %s mode with text twice as large",
    async (language, scheme) => {
      await one.page.emulateMedia({ colorScheme: scheme });
      const problems: string[] = [];
      for (const [index, name] of PAGES.entries()) {
        await show(one.page, name, language);
        // Each page begins in the size in which the one before it ended. Contrast is the same as in other languages.
        const widths = index % 2 === 0 ? [320, 360] : [360, 320];
        const found = await largeTextProblems(one.page, name, widths, CONTRAST);
        problems.push(...found.map((problem) => `${name}: ${problem}`));
      }
      expect(problems).toEqual([]);
      expect(one.troubles).toEqual([]);
    },
  );
});

/** Splits a content security policy into what every page has and the nonce of one page. */
function splitPolicy(policy = ""): { readonly rules: string; readonly nonce: string } {
  const [, nonce = "no nonce"] = /'nonce-([^']+)'/.exec(policy) ?? [];
  return { rules: policy.replaceAll(nonce, "…"), nonce };
}

/**
 * Loads a page where there is none, or else shows it in the place of the one before, under the policy and with the nonce of the one
 * that was loaded: that takes a third of a load, and what axe-core has compiled stays.
 */
async function show(page: Page, name: string, language: string): Promise<void> {
  const path = `/${name}/${language}/`;
  if (page.url() === "about:blank") {
    const response = await page.goto(base + path);
    loaded.set(page, splitPolicy(response?.headers()["content-security-policy"]));
    return;
  }
  const { body, headers } = await specimenPage(path);
  const policy = splitPolicy(headers["content-security-policy"]);
  const before = loaded.get(page);
  expect(policy.rules, name).toBe(before?.rules);
  // What the page before would do later, such as asking whether it changed, would change this one.
  await page.evaluate("for (let id = setTimeout(() => {}); id > 0; id--) clearTimeout(id)");
  await page.setContent(body.replaceAll(policy.nonce, before?.nonce ?? ""));
}
const loaded = new WeakMap<Page, ReturnType<typeof splitPolicy>>();

/** At the widths given; axe looks for all but the rules `without`. */
async function largeTextProblems(
  page: Page,
  name: string,
  widths: readonly number[],
  without: readonly string[] = [],
): Promise<readonly string[]> {
  await page.evaluate('document.documentElement.style.fontSize = "200%"');
  const problems: string[] = [];
  for (const width of widths) {
    await resize(page, width, HEIGHT);
    const takesAxe = width === 320 && LARGE_TEXT_PAGES.includes(name);
    const found = [
      ...(await misfits(page, width)),
      ...(takesAxe ? await accessibilityProblems(page, undefined, without) : []),
    ];
    problems.push(...found.map((problem) => `at ${width}px with text of 200 %: ${problem}`));
  }
  return problems;
}

/** A page too wide, values in columns narrower than half the page, and digit groups or amounts that break across lines. */
async function misfits(page: Page, width: number): Promise<readonly string[]> {
  return (await page.evaluate(`[
    ...(innerWidth === ${width} ? [] : ["has another width: " + innerWidth]),
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["too wide"] : []),
    ...[...document.querySelectorAll(".value, .pair dd, .digits, .amount")].flatMap((element) => {
      const { width } = element.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      const text = element.textContent;
      if (width === 0) return [];
      if (element.matches(".digits")) return lines > 1 ? ["breaks " + text] : [];
      if (element.matches(".value")) return width < innerWidth / 2 ? ["narrow " + text] : [];
      return lines > Math.max(2, text.length / 6) ? ["breaks " + text] : [];
    })]`)) as string[];
}
