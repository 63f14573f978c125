import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../lib/domain/ids.ts";
import { OPERATOR_PHONE } from "../../lib/local/seed/seed.ts";
import { transact } from "../../lib/store/transact.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import { askForCode, logIn as logInVisitor, type Visitor } from "../support/api.ts";
import {
  accessibilityProblems,
  closePages,
  cutOff,
  follow,
  isTooWide,
  latinWords,
  launch,
  namesakes,
  openBrowser,
  resize,
  settled,
  smallTargets,
  takeSession,
  type Visit,
  type VisitOptions,
  visit,
} from "../support/browser.ts";
import {
  CONSOLE_VIEWS,
  DASHBOARD_VIEWS,
  type DashboardStack,
  fillConsole,
  fillDashboard,
  startDashboardStack,
  visitAsOperator,
} from "../support/dashboard-visits.ts";
import { tableOf } from "../support/running-stack.ts";

/** No space divides it, so a table gets as wide as it where a cell does not break it. */
const UNBROKEN = "ወልደሩፋኤል".repeat(7);
/** As long as names may be. */
const MARKUP = `<img src=x onerror="alert(1)"><b>bold</b>{{7*7}}${UNBROKEN}`.slice(0, 100);
/** What users typed, and names that the seed gave. */
const TYPED = [
  MARKUP,
  // Names of phones are shorter.
  MARKUP.slice(0, 60),
  // Names of account holders have no such characters.
  MARKUP.replace(/[<>{}]/g, " ").trim(),
  "Selam Coffee House",
  "Selam Coffee",
  "Local test",
  "Local live",
  "Another Holder",
  "order-",
  // What names a bank in Amharic too.
  "CBE Birr",
  "M-Pesa",
  "eBirr",
];
const FIRST_LOAD_BYTES = 170 * 1024;

let dashboard: DashboardStack;
let browser: Browser;
let paths: Readonly<Record<string, string>>;

beforeAll(async () => {
  [dashboard, browser] = await Promise.all([startDashboardStack(), openBrowser()]);
  paths = { ...(await fillDashboard(dashboard, MARKUP)), ...(await fillConsole(dashboard)) };
  await lengthenTexts();
});
afterAll(async () => {
  await closePages(browser);
  await dashboard?.stack.close();
});

/** Texts and amounts at their limits where `fillDashboard` writes short ones. */
async function lengthenTexts(): Promise<void> {
  const { stack, seed } = dashboard;
  const must = async (who: Visitor, method: string, path: string, body: object) => {
    const answer = await who.send(method, path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  };
  const owner = await logInVisitor(stack, seed.phone);
  const { app_id } = seed;
  await must(owner, "PATCH", `apps/${app_id}/`, { name: MARKUP });
  await must(owner, "POST", "api-keys/", { app_id, name: MARKUP, mode: "live" });
  const url = `${dashboard.url}/_local/receiver/long/?${"x".repeat(200)}`;
  await must(owner, "POST", "webhooks/", { app_id, url, events: ["checkout.verified"] });
  await dashboard.checkout({ amount: 99_999_999_999, client_reference: UNBROKEN });

  const operator = await logInVisitor(stack, OPERATOR_PHONE);
  const code = await askForCode(stack, OPERATOR_PHONE);
  await must(operator, "PUT", "session/proof/", { phone: OPERATOR_PHONE, code });
  const grant = { credits: 1, reason: UNBROKEN };
  await must(operator, "POST", `operator/accounts/${seed.account_id}/credits/`, grant);

  // A sale from a bank statement leaves an id as the note.
  const at = stack.now();
  const id = newId("co_", at, randomBytes(10));
  await transact(tableOf(stack), [audit(owner, "statement.point_settled", id, at, id + id)]);
}

async function logIn(
  {
    language = "en",
    ...options
  }: Pick<VisitOptions, "width" | "height"> & { language?: "en" | "am" },
  inBrowser = browser,
) {
  const one = await visit(inBrowser, { width: 1280, height: 900, ...options });
  await takeSession(one.context, dashboard.stack, dashboard.seed.phone);
  await one.context.addInitScript(`localStorage.setItem("language", "${language}")`);
  return one;
}

/** Sets the size of the text, in percent. */
const enlarge = (page: Page, percent: number) =>
  page.evaluate(`document.documentElement.style.fontSize = "${percent}%"`);

async function load(page: Page, path: string): Promise<void> {
  await page.goto(dashboard.url + path);
  await settled(page);
}

/** Opens a view by a link, once the page has been loaded. */
const open = (page: Page, path: string) =>
  page.url() === "about:blank" ? load(page, path) : follow(page, path);

/** Views that show what others typed. */
const SHOW_TYPED = ["apps", "app", "checkouts", "checkout", "webhook", "delivery", "account"];

/** Dialogs by the view and the button that open them. */
const DIALOGS = [
  ["overview", "Menu"],
  ["overview", "Search"],
  ["app", "Add account"],
  ["app-settings", "Delete app"],
  ["api-keys", "New API key"],
  ["webhooks", "New endpoint"],
  ["payment-links", "Share"],
  ["review", "Approve"],
] as const;

/** Everything about a look that a page in the browser takes without being loaded again. */
interface Look {
  readonly name: string;
  readonly colors: "light" | "dark";
  readonly width: number;
  /** Of the text, in percent. */
  readonly text: number;
  /** What axe looks for: all, only contrast where the look before differs by its colors alone, or all else where its colors were seen. */
  readonly axe?: "all" | "contrast" | "all else";
}

/**
 * Each language on desktops and on phones, also with larger text. axe takes half as long in a document that it has looked at before,
 * so it looks at the views that are opened by links. What it sees does not depend on the language, apart from names.
 */
describe.each<[string, "en" | "am", readonly Look[]]>([
  [
    "English",
    "en",
    [
      { name: "on a desktop", colors: "light", width: 1280, text: 100 },
      { name: "on a narrow desktop", colors: "light", width: 1024, text: 100 },
      { name: "on a phone", colors: "light", width: 360, text: 100 },
      { name: "on a phone, large", colors: "light", width: 360, text: 200 },
    ],
  ],
  [
    "Amharic",
    "am",
    [
      { name: "dark", colors: "dark", width: 1280, text: 100, axe: "all" },
      { name: "light", colors: "light", width: 1280, text: 100, axe: "contrast" },
      { name: "on a tablet", colors: "light", width: 768, text: 100 },
      { name: "on a small phone", colors: "light", width: 320, text: 100 },
      { name: "on a small phone, large", colors: "light", width: 320, text: 200, axe: "all else" },
    ],
  ],
])("in %s", (_name, language, looks) => {
  let one: Visit;
  let operator: Visit;
  const shown: string[] = [];
  const alerts: string[] = [];
  beforeAll(async () => {
    one = await logIn({ language });
    one.page.on("dialog", (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    operator = await visitAsOperator(browser, dashboard, { language });
  });
  afterAll(() => Promise.all([one.close(), operator.close()]));

  const expectGood = async ({ page, troubles }: Visit, view: string) => {
    // Each view is opened by its address in one language, and by a link in the other.
    await (language === "en" ? load : open)(page, paths[view] ?? "");
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    const text = (await page.getByRole("main").textContent()) ?? "";
    expect(shown, "the view before").not.toContain(text);
    shown.push(text);
    await expectOwn(page, view, text);
    expect(alerts).toEqual([]);
    for (const look of looks) {
      await wear(page, look);
      const problems = [
        ...(look === looks[0] ? await namesakes(page) : []),
        ...(await axeProblems(page, look)),
        ...(await misfits(page)),
        ...(look.width >= 360 && look.text === 100 ? await wrappedBadges(page) : []),
      ];
      expect(problems, look.name).toEqual([]);
    }
    expect(await page.evaluate("document.documentElement.lang")).toBe(language);
    if (language === "am") expect(await latinWords(page, TYPED)).toEqual([]);
    expect(troubles).toEqual([]);
  };

  it.each(DASHBOARD_VIEWS)(
    "%s fits desktops and phones, has nothing that axe objects to, and no error, and what others typed stays text",
    (view) => expectGood(one, view),
  );
  it.each(CONSOLE_VIEWS)(
    "%s fits desktops and phones, has nothing that axe objects to, and no error, and what others typed stays text",
    (view) => expectGood(operator, view),
  );
});

/** A view is not refused, leads an owner to no console, and shows what others typed as text. */
async function expectOwn(page: Page, view: string, text: string): Promise<void> {
  // `dashboard-team.test.ts` holds the other roles to the first two.
  const refusal = page.getByRole("heading", { name: "Your role does not include this page" });
  expect(await refusal.count()).toBe(0);
  if ((DASHBOARD_VIEWS as readonly string[]).includes(view))
    expect(await page.locator("#content a[href^='/console']").count()).toBe(0);
  if (SHOW_TYPED.includes(view)) expect(text).toContain(MARKUP);
  expect(await page.locator("img[src=x], main b").count()).toBe(0);
}

const CONTRAST = ["color-contrast"];

/** All but the parts around a view, such as entries of the menu, that axe saw with the same look and exactly alike in a view before. */
const UNSEEN = (look: string) => `(() => {
  const seen = (window.seenByAxe ??= {})[${JSON.stringify(look)}] ??= new Set();
  const around = [...document.querySelectorAll("aside li, aside > :not(:has(li)), header:has(~ #content) > *")];
  const exclude = around.filter((part) => seen.has(part.outerHTML));
  for (const part of around) seen.add(part.outerHTML);
  return { exclude };
})()`;

async function axeProblems(page: Page, { axe, name }: Look): Promise<readonly string[]> {
  if (axe === undefined) return [];
  if (axe === "contrast") return accessibilityProblems(page, CONTRAST, [], UNSEEN(name));
  return accessibilityProblems(page, undefined, axe === "all" ? [] : CONTRAST, UNSEEN(name));
}

const misfits = async (page: Page) => [
  ...((await isTooWide(page)) ? ["too wide"] : []),
  ...(await cutOff(page)),
];

/** Badges of more than one line, which their round ends do not fit. */
const wrappedBadges = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll("main span.rounded-full.px-2")]
    .filter((badge) => badge.getBoundingClientRect().height > 26)
    .map((badge) => "badge of more than one line: " + badge.textContent)`);

const worn = new WeakMap<Page, Look>();

async function wear(page: Page, look: Look): Promise<void> {
  const before = worn.get(page);
  worn.set(page, look);
  const { colors, width, text } = look;
  if (before?.colors !== colors) await page.emulateMedia({ colorScheme: colors });
  if (before?.width !== width) await resize(page, width, 900);
  // Colors change slowly; axe would measure one on its way.
  const shown = await page.evaluate(`document.documentElement.style.fontSize = "${text}%";
    document.getAnimations().forEach((each) => each.cancel());
    innerWidth`);
  expect(shown).toBe(width);
}

/** Elements whose line height is less than their font size. */
const OVERLAPPING = `[...document.querySelectorAll("main *")].filter((element) => {
  const { fontSize, lineHeight } = getComputedStyle(element);
  return parseFloat(lineHeight) < parseFloat(fontSize) && element.matches(":not(.sr-only, svg *)");
}).map((element) => element.outerHTML.slice(0, 120))`;

describe("where the browser shows no text smaller than 24 px", () => {
  let large: Browser;
  let one: Visit;
  beforeAll(async () => {
    large = await launch("--blink-settings=minimumFontSize=24,minimumLogicalFontSize=24");
    one = await logIn({ width: 390, height: 844 }, large);
  });
  afterAll(() => large.close());

  it.each(["checkouts", "checkout", "credits", "account"])(
    "%s fits a phone, and no lines overlap",
    async (view) => {
      await open(one.page, paths[view] ?? "");
      expect(await misfits(one.page)).toEqual([]);
      expect(await one.page.evaluate(OVERLAPPING)).toEqual([]);
    },
  );
});

describe("on a phone", () => {
  let one: Visit;
  beforeAll(async () => {
    one = await logIn({ width: 320, height: 640 });
  });
  afterAll(() => one.close());

  it.each(DIALOGS)(
    "the dialog of %s › %s fits 320 px with text twice as large",
    async (view, name) => {
      await open(one.page, paths[view] ?? "");
      await enlarge(one.page, 200);
      const opener = one.page.getByRole("button", { name, exact: true }).last();
      await opener.click();
      const dialog = one.page.getByRole("dialog");
      await dialog.waitFor();
      expect(await isTooWide(one.page)).toBe(false);
      expect(await cutOff(one.page)).toEqual([]);
      const sideways = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("dialog"))`;
      expect(await one.page.evaluate(sideways)).toBe(0);
      await one.page.keyboard.press("Escape");
      await opener.and(one.page.locator(":focus")).waitFor();
    },
  );

  it("has controls that a thumb hits and an eye sees", async () => {
    await resize(one.page, 360, 844);
    await open(one.page, paths["app-keys"] ?? "");
    await enlarge(one.page, 100);
    const session = await one.context.newCDPSession(one.page);
    const touch = (enabled: boolean) =>
      session.send("Emulation.setTouchEmulationEnabled", { enabled });
    await touch(true);
    expect(await smallTargets(one.page)).toEqual([]);
    await touch(false);
    // What only phones show.
    expect(await accessibilityProblems(one.page, CONTRAST)).toEqual([]);
    await session.detach();
  });

  it("stacked tables write whole words, and who did something once", async () => {
    await open(one.page, paths["webhook-logs"] ?? "");
    await enlarge(one.page, 200);
    expect((await one.page.locator("thead label").boundingBox())?.width).toBeGreaterThan(100);
    await open(one.page, paths.account ?? "");
    const entry = one.page.getByRole("table", { name: "Audit log" }).locator("tbody tr").first();
    await entry.waitFor();
    expect(await entry.getByText("You", { exact: true }).filter({ visible: true }).count()).toBe(1);
  });

  it("has a menu that leads everywhere", async () => {
    await load(one.page, "/");
    await one.page.getByRole("button", { name: "Menu" }).click();
    await one.page.getByRole("dialog").getByRole("link", { name: "Credits" }).click();
    await one.page.getByRole("heading", { name: "Credits", level: 1 }).waitFor();
    expect(await one.page.getByRole("dialog").count()).toBe(0);
  });
});

describe("the first load", () => {
  it("takes at most 170 KB of script, gzipped, and requests no other host", async () => {
    const one = await logIn({});
    const scripts = new Set<string>();
    one.page.on("request", (request) => {
      if (request.url().endsWith(".js")) scripts.add(request.url());
    });
    await open(one.page, "/");
    const bodies = await Promise.all(
      [...scripts].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
    );
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0);
    expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
    expect(one.troubles).toEqual([]);
    await one.close();
  });

  it("is cached for good if its name holds a hash, else for a minute", async () => {
    const page = await fetch(`${dashboard.url}/checkouts`);
    const html = await page.text();
    expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(page.headers.get("cache-control")).toContain("max-age=60");
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
    const asset = await fetch(dashboard.url + script);
    expect(asset.headers.get("cache-control")).toContain("immutable");
    expect((await fetch(`${dashboard.url}/assets/none.js`)).status).not.toBe(200);
  });
});
