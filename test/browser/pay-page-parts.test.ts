import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../lib/pages/pay-page/texts/en.ts";
import {
  closePages,
  openBrowser,
  type Visit,
  type VisitOptions,
  visit,
} from "../support/browser.ts";
import { type PayPageShop, startPayPageShop } from "../support/running-stack.ts";

let shop: PayPageShop;
let browser: Browser;
const visits: Visit[] = [];

beforeAll(async () => {
  [shop, browser] = await Promise.all([startPayPageShop(), openBrowser()]);
});
afterAll(async () => {
  await closePages(browser);
  await shop?.close();
});
afterEach(async () => {
  const troubles = visits.flatMap((one) => one.troubles);
  await Promise.all(visits.splice(0).map((one) => one.close()));
  expect(troubles).toEqual([]);
});

async function open(address: string, options: VisitOptions = {}): Promise<Page> {
  const one = await visit(browser, options);
  visits.push(one);
  await one.page.goto(address);
  return one.page;
}

async function submit(page: Page, input: string): Promise<void> {
  if (!(await page.locator("#reference").isVisible())) await page.locator("form summary").click();
  await page.locator("#reference").fill(input);
  await page.locator("button.primary").click();
}

/** Waits until the page shows this title. */
async function says(page: Page, title: string): Promise<void> {
  await page.locator("#said", { hasText: title }).waitFor({ timeout: 60_000 });
}

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("a payment in parts, %s", (_name, javaScript) => {
  it("asks for the rest after a part, keeps asking after a wrong number, and lists both parts in the end", async () => {
    const checkout = await shop.checkout({}, true);
    const [first, second] = [
      await shop.transfer({ amount: 140_000 }),
      await shop.transfer({ amount: 10_000 }),
    ];
    const page = await open(checkout.pay_url, { javaScript });
    await submit(page, first.sms);
    await says(page, "100.00 is missing");
    expect(await page.locator("h1 .amount").textContent()).toMatch(/^ETB.100\.00$/);
    expect(await page.locator(".notice .facts").textContent()).toMatch(/1,400\.00.*100\.00/s);
    expect(await page.locator(".panel .value", { hasText: "ETB" }).first().textContent()).toMatch(
      /^ETB.100\.00$/,
    );

    await submit(page, "I have paid");
    await says(page, en.situations.not_a_reference({} as never).title);
    expect(await page.locator(".notice").nth(1).textContent()).toMatch(/100\.00 is missing/);
    expect(await page.locator(".method").count()).toBeGreaterThan(0);

    await submit(page, second.sms);
    await says(page, en.situations.verified({} as never).title);
    const receipt = await page.locator(".receipt").textContent();
    for (const { reference } of [first, second]) expect(receipt).toContain(reference);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(":is(button, a):visible").allTextContents()).toEqual([]);
    await page.emulateMedia({ media: "screen" });
    await page.locator(".receipt a").click();
    await page.locator("h1", { hasText: en.genuineTitle }).waitFor();
    expect(await page.locator(".facts").textContent()).toMatch(/1,400\.00.*100\.00/s);
  });

  it("takes another number during a review, and answers a wrong one above the review", async () => {
    const checkout = await shop.checkout({ late_policy: "review" }, true);
    const page = await open(checkout.pay_url, { javaScript });
    await submit(page, (await shop.transfer({ amount: 140_000 })).sms);
    await says(page, "100.00 is missing");
    await shop.stack.advance(31 * 60);
    await page.goto(checkout.pay_url);
    await says(page, en.situations.review({} as never).title);
    expect(await page.locator(".notice").textContent()).toMatch(/100\.00 is missing/);
    expect(await page.locator(".method").count()).toBe(0);

    await page.locator("details.card summary").click();
    await submit(page, "I have paid");
    await says(page, en.situations.not_a_reference({} as never).title);
    expect(await page.locator(".notice").nth(1).textContent()).toContain(
      en.situations.review({} as never).title,
    );
    expect(await page.locator(".method").count()).toBe(0);
  });
});
