import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../lib/pages/pay-page/texts/en.ts";
import { call, withSigningKey } from "../support/api.ts";
import {
  closePages,
  isTooWide,
  openBrowser,
  settled,
  type Visit,
  type VisitOptions,
  visit,
} from "../support/browser.ts";
import {
  openPairedShop,
  type PayPageShop,
  pairSimulatedPhone,
  startPayPageShop,
} from "../support/running-stack.ts";

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

async function blank(options: VisitOptions = {}): Promise<Page> {
  const one = await visit(browser, options);
  visits.push(one);
  return one.page;
}

async function submit(page: Page, input: string): Promise<void> {
  await page.locator("#reference").fill(input);
  await page.locator("button.primary").click();
}

const said = (page: Page, text: string) =>
  page.locator("#said", { hasText: text }).waitFor({ timeout: 60_000 });
const suffix = () => Math.random().toString(36).slice(2, 8).toUpperCase();

/** Every request of the page to the service. */
function countRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) requests.push(`${request.method()} ${request.url()}`);
  });
  return requests;
}

describe("requests", () => {
  it("are at most 6 from opening to confirmation", async () => {
    const page = await blank();
    const requests = countRequests(page);
    await page.goto((await shop.checkout()).pay_url);
    await settled(page);
    expect(requests).toHaveLength(1);
    await submit(page, `TESTOK${suffix()}`);
    await said(page, "Paid");
    expect(requests.length).toBeLessThanOrEqual(6);
  });

  it.each([
    ["before paying", null],
    ["for a silent bank", "TESTDOWN"],
  ] as const)("are at most 20 over a wait of ten minutes %s", async (_, reference) => {
    const page = await blank();
    await page.clock.install();
    const requests = countRequests(page);
    await page.goto((await shop.checkout({ expires_in: 3600 })).pay_url);
    if (reference !== null) {
      await submit(page, reference + suffix());
      await page.locator("#said").waitFor({ timeout: 60_000 });
    }
    const before = requests.length;
    for (let second = 0; second < 600; second += 2) await page.clock.runFor(2000);
    expect(requests.length).toBeGreaterThan(before + 5);
    expect(requests.length).toBeLessThanOrEqual(20);
  });
});

describe("a page that waits", () => {
  it("shows a cancellation without a reload", async () => {
    const page = await blank();
    await page.clock.install();
    const { id, pay_url } = await shop.checkout();
    await page.goto(pay_url);
    await shop.cancel(id);
    await page.clock.runFor(16_000);
    await said(page, en.situations.canceled({ merchant: "" } as never).title);
  });

  it("polls at once when its tab becomes visible", async () => {
    const page = await blank();
    await page.clock.install();
    const { id, pay_url } = await shop.checkout();
    await page.goto(pay_url);
    await shop.cancel(id);
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await said(page, "canceled");
  });

  /** When the page asks from now on (ms), by its own clock; nothing changes any more. */
  async function asksOver(page: Page, seconds: number): Promise<readonly number[]> {
    await page.clock.pauseAt(await page.evaluate("Date.now() + 500"));
    await page.evaluate(
      "{ const since = Date.now(); window.asks = []; window.fetch = async () => { asks.push(Date.now() - since); return { ok: false }; }; }",
    );
    await page.clock.runFor(seconds * 1000);
    return page.evaluate("asks");
  }

  it("asks first when the bank has probably answered its next try", async () => {
    const page = await blank();
    await page.clock.install();
    await page.goto((await shop.checkout()).pay_url);
    await submit(page, `TESTDOWN${suffix()}`);
    await page.locator("#said").waitFor({ timeout: 60_000 });
    const next = Number(await page.locator("main").getAttribute("data-next"));
    // 15 s after the first try, and the time that a try takes.
    expect(next).toBeGreaterThan(2_500);
    expect(next).toBeLessThanOrEqual(17_500);
    const [first = 0, second = 0] = await asksOver(page, 30);
    expect(first).toBeLessThanOrEqual(next);
    expect(second - first).toBe(2_000);
  });

  it("asks again soon after a return where a phone's message may come", async () => {
    const page = await blank();
    await page.clock.install();
    await page.goto((await shop.checkout()).pay_url);
    await page.evaluate(
      'document.querySelector("main").dataset.paired = ""; document.dispatchEvent(new Event("visibilitychange"))',
    );
    await settled(page);
    const [first = 0, second = 0] = await asksOver(page, 30);
    expect(first).toBeLessThanOrEqual(4_000);
    expect(second - first).toBe(6_400);
  });

  it("keeps the chosen bank and the typed text when it updates", async () => {
    const page = await blank();
    await page.clock.install();
    const { pay_url } = await shop.checkout();
    await page.goto(pay_url);
    await page.locator(".method label").nth(1).click();
    await page.locator("#reference").fill("TESTOK");
    // Another customer tries another reference on the same page.
    await fetch(pay_url, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ input: `TESTWRONG${suffix()}` }),
    });
    const tag = await page.locator("main").getAttribute("data-etag");
    await page.clock.runFor(16_000);
    await page.locator(`main:not([data-etag='${tag}'])`).waitFor();
    expect(await page.locator("#reference").inputValue()).toBe("TESTOK");
    expect(await page.locator(".method input").nth(1).isChecked()).toBe(true);
  });

  it("lets the payer go on typing the last characters of a payment when another of its amount arrives", async () => {
    const paired = await openPairedShop(await withSigningKey(shop.stack));
    await pairSimulatedPhone(shop.stack, paired);
    const arrives = async () => {
      const account = { receiver_account: "0911000142", receiver_name: "Selam Coffee Shop" };
      const body = { provider: "telebirr", amount: 123_000, ...account };
      await call(shop.stack.url, "POST", "/_local/bank/transfers/", { body });
      await shop.stack.idle();
    };
    const wanted = { key: paired.key, body: { amount: 123_000 } };
    const made = await call(shop.stack.url, "POST", "/api/v1/checkouts/", wanted);
    await arrives();
    const page = await blank();
    await page.clock.install();
    await page.goto(made.body.pay_url);
    const last = page.locator("#last");
    await last.pressSequentially("AB");
    const tag = await page.locator("main").getAttribute("data-etag");
    await arrives();
    await page.clock.runFor(16_000);
    await page.locator(`main:not([data-etag='${tag}'])`).waitFor();
    await page.keyboard.type("C");
    expect(await last.inputValue()).toBe("ABC");
  });

  it("keeps what it shows, and what was typed, where a network shows its own page to its requests", async () => {
    const page = await blank();
    const { id, pay_url } = await shop.checkout();
    await page.goto(pay_url);
    await page.locator("#reference").fill("TESTOK");
    const login = "<html><body><main><h1>Welcome to our network</h1></main></body></html>";
    await page.route(
      (url) => url.href.startsWith(pay_url),
      (route) => route.fulfill({ contentType: "text/html", body: login }),
      { times: 1 },
    );
    const comeBack = () =>
      Promise.all([
        page.waitForResponse((response) => response.url().startsWith(pay_url)),
        page.evaluate('document.dispatchEvent(new Event("visibilitychange"))'),
      ]);
    await comeBack();
    await settled(page);
    expect(await page.locator("#reference").inputValue()).toBe("TESTOK");
    await shop.cancel(id);
    await comeBack();
    await said(page, "canceled");
  });
});

it.each([
  ["refuses its storage", "get() { throw new DOMException('denied', 'SecurityError'); }"],
  ["has no storage", "value: null"],
])("a browser that %s gives back what was sent when the network failed", async (_, storage) => {
  const page = await blank();
  await page.addInitScript(`Object.defineProperty(window, "sessionStorage", { ${storage} })`);
  await page.goto((await shop.checkout()).pay_url);
  await page.context().setOffline(true);
  await submit(page, "TESTOKBACK");
  await page.waitForURL("chrome-error://**");
  await page.context().setOffline(false);
  await page.goBack();
  expect(await page.locator("#reference").inputValue()).toBe("TESTOKBACK");
});

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("%s", (_name, javaScript) => {
  it("shows the missing amount first with where to pay it, and never links to cancel_url", async () => {
    const page = await blank({ javaScript });
    const { pay_url } = await shop.checkout();
    await page.goto(pay_url);
    await submit(page, `TESTUNDER${suffix()}`);
    await said(page, "is missing");
    for (const address of [page.url(), pay_url]) {
      await page.goto(address);
      expect(await page.locator("#said").textContent()).toContain("is missing");
      expect(await page.locator(".leave a").getAttribute("href")).toContain("/thanks");
      expect(await page.locator("#reference").inputValue()).toBe("");
      expect(await page.locator(".method").count()).toBeGreaterThan(0);
    }
  });

  it("can go back after a mistyped reference, and forward again", async () => {
    const page = await blank({ javaScript });
    await page.goto((await shop.checkout()).pay_url);
    await submit(page, "I have paid");
    const { title } = en.situations.not_a_reference({} as never);
    await said(page, title);
    await page.goBack();
    await page.locator("#reference").waitFor();
    expect(await page.locator("#said").count()).toBe(0);
    await page.goForward();
    await said(page, title);
    expect(await page.locator("#reference").inputValue()).toBe("I have paid");
    await submit(page, `TESTOK${suffix()}`);
    await said(page, "Paid");
    await page.goBack();
    await said(page, "Paid");
  });

  it("asks for the payer's phone only after payment, for CBE Birr", async () => {
    const page = await blank({ javaScript });
    await page.goto((await shop.checkout({}, true)).pay_url);
    const field = page.locator("input[name=payer_phone]");
    expect(await field.count()).toBe(1);
    expect(await field.isVisible()).toBe(!javaScript);
    await page.locator(".method label", { hasText: "CBE Birr" }).click();
    expect(await field.isVisible()).toBe(true);
    const panel = page.locator(".method", { hasText: "CBE Birr" });
    expect(await panel.textContent()).toContain("Phone number");
    expect(await panel.locator(".value").first().textContent()).toBe("0900000002");
  });
});

describe.each([320, 360])("text twice as large on a screen of %i pixels", (width) => {
  it.each(["en", "am"])("breaks account numbers between groups only, in %s", async (locale) => {
    const page = await blank({ width });
    const { pay_url } = await shop.checkout({ locale }, true);
    for (const path of [pay_url]) {
      await page.goto(path);
      await page.evaluate('document.documentElement.style.fontSize = "200%"');
      for (let method = 0; method < 4; method++) {
        await page.locator(".method label").nth(method).click();
        const values = page.locator(".method input:checked ~ .panel .value");
        for (const value of await values.all()) {
          expect((await value.boundingBox())?.width).toBeGreaterThan(150);
        }
        const broken = await page.evaluate(
          "[...document.querySelectorAll('.digits')].filter((one) => one.getClientRects().length > 1).length",
        );
        expect(broken).toBe(0);
        expect(await isTooWide(page)).toBe(false);
      }
    }
  });
});
