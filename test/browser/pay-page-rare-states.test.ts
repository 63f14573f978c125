import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../lib/domain/ids.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call, logIn, type Visitor, withSigningKey } from "../support/api.ts";
import {
  accessibilityProblems,
  closePages,
  isTooWide,
  openBrowser,
  type Visit,
  visit,
} from "../support/browser.ts";
import { grantCredits, SHOP } from "../support/merchant.ts";
import { startLocal, tableOf } from "../support/running-stack.ts";

/** Produces, in the real service, states that need the merchant, the clock or an unusual receipt. */

let stack: LocalStack;
let browser: Browser;
let owner: Visitor;
let appId: number;
const visits: Visit[] = [];

beforeAll(async () => {
  stack = await withSigningKey(
    await startLocal({
      config: {
        verifyPerCheckoutPerMinute: 1000,
        signUpCredits: 20,
        providers: { boa: { enabled: false } },
      },
    }),
  );
  [owner, browser] = await Promise.all([logIn(stack), openBrowser()]);
  appId = (await owner.send("POST", "apps/", { body: { name: "Selam Coffee" } })).body.app_id;
  for (const body of [
    { provider: "telebirr", account_name: SHOP.name, account_number: SHOP.number },
    { provider: "manual", account_name: "Cash desk", account_number: "Bole Road 7" },
  ]) {
    await owner.send("POST", `apps/${appId}/payment-methods/`, { body });
  }
});
afterAll(async () => {
  await closePages(browser);
  await stack?.close();
});
afterEach(async () => {
  const troubles = visits.flatMap((one) => one.troubles);
  await Promise.all(visits.splice(0).map((one) => one.close()));
  expect(troubles).toEqual([]);
});

async function checkout(body: object = {}): Promise<{ id: string; pay_url: string }> {
  const made = await owner.send("POST", "checkouts/", {
    body: { app_id: appId, amount: 150_000, cancel_url: "https://shop.example/cart", ...body },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}

async function transfer(fields: object = {}): Promise<string> {
  const { body } = await call(stack.url, "POST", "/_local/bank/transfers/", {
    body: {
      provider: "telebirr",
      amount: 150_000,
      receiver_account: SHOP.number,
      receiver_name: SHOP.name,
      ...fields,
    },
  });
  return body.reference;
}

async function open(address: string, { waits = false } = {}): Promise<Page> {
  const one = await visit(browser, { width: 320 });
  visits.push(one);
  if (waits) await one.page.clock.install();
  await one.page.goto(address);
  return one.page;
}

async function submit(page: Page, input: string): Promise<void> {
  await page.locator("#reference").fill(input);
  await page.locator("button.primary").click();
}

/** Waits for the title, then checks the page with axe and its width. */
async function says(page: Page, title: string): Promise<void> {
  await page.locator("#said", { hasText: title }).waitFor({ timeout: 60_000 });
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
}

describe("a payer", () => {
  it("learns that a payment was reversed", async () => {
    const page = await open((await checkout()).pay_url);
    await submit(page, await transfer({ status: "reversed" }));
    await says(page, "isn't complete");
  });

  it("learns that the shop's review rejected the payment", async () => {
    const { id, pay_url } = await checkout();
    const page = await open(pay_url);
    await page.locator(".method label").nth(1).click();
    await submit(page, "TRX-000123");
    await says(page, "under review");
    const { sequence } = (await owner.send("GET", `checkouts/${id}/`)).body;
    const body = { reason: "Not on the statement", sequence };
    expect((await owner.send("POST", `checkouts/${id}/reject/`, { body })).status).toBe(200);
    await page.reload();
    await says(page, "was rejected");
    expect(await page.locator("form").count()).toBe(0);
  });

  it("waits while the shop has no credits, and is confirmed after a grant", async () => {
    const { pay_url } = await checkout();
    const { body: balance } = await owner.send("GET", "credits/");
    await adjust(-balance.available);
    const page = await open(pay_url, { waits: true });
    await submit(page, await transfer());
    await says(page, "Your payment was found");
    expect(await page.locator(".notice").textContent()).toContain("pay again");
    await adjust(20);
    // The page asks again after 15 s.
    await page.clock.runFor(15_000);
    await says(page, "Paid");
  });

  it("learns that a bank is not accepted, and where to pay instead", async () => {
    const page = await open((await checkout()).pay_url);
    await submit(page, "https://cs.bankofabyssinia.com/slip/?trx=FT26324ABCDE12345");
    await says(page, "isn't accepted here");
    expect(await page.locator(".method").count()).toBe(2);
  });

  it("can try a limited number of references", async () => {
    const { pay_url } = await checkout({ livemode: false });
    for (let tries = 0; tries < 20; tries++) {
      const body = new URLSearchParams({ input: `TESTWRONG${tries}X${appId}` });
      await fetch(pay_url, { method: "POST", body, redirect: "manual" });
      if (tries % 10 === 9) await stack.advance(61);
    }
    const page = await open(pay_url);
    await says(page, "Too many attempts");
    expect(await page.locator("form").count()).toBe(0);
  });
});

describe("a reusable link", () => {
  it.each([true, false])("creates a checkout for the visitor, scripts: %s", async (javaScript) => {
    const body = { app_id: appId, description: "Coffee" };
    const { body: link } = await owner.send("POST", "payment-links/", { body });
    const one = await visit(browser, { javaScript, width: 320 });
    visits.push(one);
    await one.page.goto(link.url);
    expect(await accessibilityProblemsIf(one.page, javaScript)).toEqual([]);
    await one.page.locator("#amount").fill("12,5");
    await one.page.locator("button.primary").click();
    await one.page.locator("#said", { hasText: "Check the amount" }).waitFor();
    await one.page.locator("#amount").fill("1,250");
    await one.page.locator("button.primary").click();
    await one.page.locator("#reference").waitFor();
    expect(await one.page.locator("h1").textContent()).toMatch(/1,250\.00/);
    await one.page.goto(link.url);
    await one.page.locator("a", { hasText: "Go back to that payment" }).click();
    await one.page.locator("#reference").waitFor();
    await one.page.goto(link.card_url);
    expect(await one.page.locator(".counter .qr").count()).toBe(1);
    expect(await accessibilityProblemsIf(one.page, javaScript)).toEqual([]);
    expect(await isTooWide(one.page)).toBe(false);
  });
});

describe("the scanner: public/scanner", () => {
  it("reads a code from a picture or the camera, says so where it may not, and loads its script only then", async () => {
    const one = await visit(browser, { width: 360 });
    visits.push(one);
    const { page, context } = one;
    await context.grantPermissions(["camera"]);
    // Chromium on Linux has no BarcodeDetector; phones have one with these methods.
    await page.addInitScript(`window.BarcodeDetector = class {
      async detect(source) {
        if (source instanceof ImageBitmap || source.videoWidth > 0) return [{ rawValue: "DKK3A7B9XZ" }];
        return [];
      }
    }`);
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await page.goto((await checkout()).pay_url);
    expect(scripts).toEqual([]);
    const chosen = page.waitForEvent("filechooser");
    await page.locator("[data-picture]").click();
    await (await chosen).setFiles({
      name: "receipt.png",
      mimeType: "image/png",
      buffer: await page.screenshot(),
    });
    await expect.poll(() => page.locator("#reference").inputValue()).toBe("DKK3A7B9XZ");
    expect(scripts).toHaveLength(1);
    await page.locator("#reference").fill("");
    await page.locator("[data-camera]").click();
    await expect.poll(() => page.locator("#reference").inputValue()).toBe("DKK3A7B9XZ");
    await page.locator("video").waitFor({ state: "detached" });
    expect(scripts).toHaveLength(1);
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"))`,
    );
    await page.locator("[data-camera]").click();
    await page.locator("[data-scan] [role=status]", { hasText: "can't use your camera" }).waitFor();
  });

  it("is hidden when the browser cannot read codes", async () => {
    const page = await open((await checkout()).pay_url);
    expect(await page.locator("[data-scan]").isVisible()).toBe(false);
  });
});

// Last, because the owner's token expires within this day.
describe("a day later", () => {
  it("finds the page closed", async () => {
    const { pay_url } = await checkout({ expires_in: 300 });
    await stack.advance(25 * 3600);
    const page = await open(pay_url);
    await says(page, "page is closed");
    expect(await page.locator("form").count()).toBe(0);
  });
});

async function accessibilityProblemsIf(page: Page, javaScript: boolean) {
  return javaScript ? accessibilityProblems(page) : [];
}

async function adjust(credits: number): Promise<void> {
  await grantCredits(tableOf(stack), {
    id: newId("led_", stack.now(), crypto.getRandomValues(new Uint8Array(10))),
    accountId: owner.accountId,
    kind: "adjust",
    credits,
    source: "test",
    note: null,
    createdAt: stack.now(),
  });
}
