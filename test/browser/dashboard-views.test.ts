import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logInByPhone, openBrowser } from "../support/browser.ts";
import { DASHBOARD_VIEWS, fillDashboard } from "../support/dashboard-views.ts";
import { type DashboardWorld, openDashboardWorld } from "../support/dashboard-world.ts";
import { accessibilityProblems, isTooWide, type Visit, visit } from "../support/visit.ts";

const MARKUP = `<img src=x onerror="alert(1)"><b>bold</b>{{7*7}}`;
const FIRST_LOAD_BYTES = 170 * 1024;

let world: DashboardWorld;
let browser: Browser;
let paths: Readonly<Record<string, string>>;

beforeAll(async () => {
  [world, browser] = await Promise.all([openDashboardWorld(), openBrowser()]);
  paths = await fillDashboard(world, MARKUP);
});
afterAll(async () => {
  await browser?.close();
  await world?.stack.close();
});

async function logIn(options: { readonly dark?: boolean; readonly width?: number }) {
  const one = await visit(browser, { width: 1280, height: 900, ...options });
  await one.page.goto(`${world.url}/login`);
  await logInByPhone(one.page, world.url, world.seed.phone);
  return one;
}

/** Waits until the view has what it shows, and nothing is being read any more. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(world.url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const reading = page.locator("main [aria-busy=true]");
  await expect.poll(() => reading.count(), { timeout: 20_000 }).toBe(0);
}

describe.each([
  ["light", false],
  ["dark", true],
] as const)("in %s", (_name, dark) => {
  let one: Visit;
  beforeAll(async () => {
    one = await logIn({ dark });
  });
  afterAll(() => one.close());

  it.each(DASHBOARD_VIEWS)("%s has nothing that axe objects to, and no error", async (view) => {
    await open(one.page, paths[view] ?? "");
    expect(await accessibilityProblems(one.page)).toEqual([]);
    expect(one.troubles).toEqual([]);
  });
});

describe("on a phone", () => {
  let one: Visit;
  beforeAll(async () => {
    one = await logIn({ width: 360 });
  });
  afterAll(() => one.close());

  it.each(DASHBOARD_VIEWS)("%s fits the screen", async (view) => {
    await open(one.page, paths[view] ?? "");
    expect(await isTooWide(one.page)).toBe(false);
    // Cards cut off what is too wide for them, so that the page itself would not tell.
    const cut = `[...document.querySelectorAll("main table, main ul, main dl")]
      .filter((element) => element.closest(".sr-only") === null)
      .filter((element) => element.scrollWidth > element.parentElement.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 80))`;
    expect(await one.page.evaluate(cut)).toEqual([]);
  });

  it("has a menu that leads everywhere", async () => {
    await open(one.page, "/");
    await one.page.getByRole("button", { name: "Menu" }).click();
    await one.page.getByRole("dialog").getByRole("link", { name: "Credits" }).click();
    await one.page.getByRole("heading", { name: "Credits", level: 1 }).waitFor();
    expect(await one.page.getByRole("dialog").count()).toBe(0);
  });
});

describe("what others typed", () => {
  it.each(["apps", "app", "checkouts", "checkout", "webhook", "delivery", "account"])(
    "stays text in %s",
    async (view) => {
      const one = await logIn({});
      const alerts: string[] = [];
      one.page.on("dialog", (dialog) => {
        alerts.push(dialog.message());
        void dialog.dismiss();
      });
      await open(one.page, paths[view] ?? "");
      await one.page.getByText(MARKUP, { exact: false }).first().waitFor({ state: "attached" });
      expect(await one.page.locator("img[src=x], main b").count()).toBe(0);
      expect(alerts).toEqual([]);
      await one.close();
    },
  );
});

describe("the first load", () => {
  it("takes at most 170 KB of script, gzipped, and asks nobody else", async () => {
    const one = await logIn({});
    const scripts = new Set<string>();
    one.page.on("request", (request) => {
      if (request.url().endsWith(".js")) scripts.add(request.url());
    });
    await open(one.page, "/");
    await one.page.waitForLoadState("networkidle");
    const bodies = await Promise.all(
      [...scripts].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
    );
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0);
    expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
    expect(one.troubles).toEqual([]);
    await one.close();
  });

  it("is told to be cached for ever where its name says what is in it, and else for a minute", async () => {
    const page = await fetch(`${world.url}/checkouts`);
    const html = await page.text();
    expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(page.headers.get("cache-control")).toContain("max-age=60");
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
    const asset = await fetch(world.url + script);
    expect(asset.headers.get("cache-control")).toContain("immutable");
    expect((await fetch(`${world.url}/assets/none.js`)).status).not.toBe(200);
  });
});
