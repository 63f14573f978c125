import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { docsSite } from "../../lib/pages/docs/render-docs.ts";
import { topics } from "../../lib/pages/docs/topics.ts";
import { accessibilityProblems, closePages, isTooWide, openBrowser } from "../support/browser.ts";

const BASE = "https://pay.example";
const site = docsSite(topics(ROUTES, BASE));
const slugs = [...site.keys()];

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => closePages(browser));

/** A page whose requests are answered by the rendered documentation, with the policy of the service. */
async function open(options: Parameters<Browser["newContext"]>[0]): Promise<Page> {
  const context: BrowserContext = await browser.newContext(options);
  await context.route("**/*", (route) => {
    const slug = /^\/api\/docs\/(?:([a-z-]+)\/)?$/.exec(new URL(route.request().url()).pathname);
    const page = slug === null ? undefined : site.get(slug[1] ?? "");
    if (page === undefined) return route.fulfill({ status: 404 });
    const policy =
      "default-src 'none'; img-src 'self'; style-src 'nonce-n'; script-src 'nonce-n'; base-uri 'none'; form-action 'none'";
    return route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": policy },
      body: page("n"),
    });
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("404")) faults.push(message.text());
  });
  return page;
}
const faults: string[] = [];
const address = (slug: string) => `${BASE}/api/docs/${slug === "" ? "" : `${slug}/`}`;

describe("the documentation in a browser", () => {
  it.each([
    [360, "dark"],
    [1280, "light"],
  ] as const)(
    "fits a window of %i px (a phone: with text twice as large too), and runs without errors, in %s mode",
    async (width, colorScheme) => {
      const page = await open({ viewport: { width, height: 800 }, colorScheme });
      for (const slug of slugs) {
        await page.goto(address(slug));
        expect(await isTooWide(page), slug).toBe(false);
        if (width === 1280) continue;
        await page.setViewportSize({ width: 320, height: 800 });
        await page.evaluate("document.documentElement.style.fontSize = '200%'");
        expect(await page.evaluate("getComputedStyle(document.body).fontSize")).toBe("32px");
        expect(await isTooWide(page), `${slug} with text of 200 %`).toBe(false);
        await page.setViewportSize({ width, height: 800 });
      }
      expect(faults.splice(0)).toEqual([]);
      await page.context().close();
    },
  );

  it("shows the title first on a phone: the list of topics is folded", async () => {
    const page = await open({ viewport: { width: 360, height: 800 } });
    await page.goto(address("webhooks"));
    expect((await page.locator("h1").boundingBox())?.y).toBeLessThan(300);
    await page.getByText("All topics").click();
    await page.getByRole("link", { name: "Sandbox", exact: true }).click();
    await page.waitForURL("**/sandbox/");
    await page.context().close();
  });

  it("skips to the content, finds words, and opens the first result by button or Enter", async () => {
    const page = await open({ viewport: { width: 1280, height: 800 } });
    await page.goto(address(""));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.locator("main:focus").count()).toBe(1);
    await page.getByLabel("Search").fill("laravel");
    await page.getByRole("link", { name: "Webhooks: The raw body" }).waitFor();
    const first = await page.locator("[data-results] a").first().getAttribute("href");
    await page.getByRole("button", { name: "Go to the first result" }).click();
    await page.waitForURL(`**${first}`);
    await page.getByLabel("Search").fill("idempotency_mismatch");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/errors/#error-idempotency_mismatch");
    await page.context().close();
  });

  it("copies an example as it stands there, and says so", async () => {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(address("sandbox"));
    const example = page.getByRole("region").first();
    const copy = page.getByRole("button", { name: /^Copy: / }).first();
    await copy.click();
    await page.getByRole("status").getByText("Copied").waitFor({ state: "attached" });
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await example.textContent());
    await page.context().close();
  });

  it.each(["error-not_found", "v1-create-checkout"])(
    "redirects the old address /api/docs/#%s to the page with that anchor",
    async (anchor) => {
      const page = await open({});
      await page.goto(`${address("")}#${anchor}`);
      await page.waitForURL((url) => url.pathname !== "/api/docs/" && url.hash === `#${anchor}`);
      expect(await page.locator(":target").count()).toBe(1);
      // The index is open already, so only the hash changes.
      await page.goto(address(""));
      await page.evaluate(`location.hash = "${anchor}"`);
      await page.waitForURL((url) => url.pathname !== "/api/docs/" && url.hash === `#${anchor}`);
      await page.context().close();
    },
  );

  it.each(["webhooks", "reference"])(
    "has no accessibility problem that axe finds, on the page %j",
    async (slug) => {
      const page = await open({ viewport: { width: 1280, height: 800 }, bypassCSP: true });
      await page.goto(address(slug));
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.context().close();
    },
  );
});
