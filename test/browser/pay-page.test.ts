import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { am } from "../../lib/pages/pay-page/texts/am.ts";
import { en } from "../../lib/pages/pay-page/texts/en.ts";
import { om } from "../../lib/pages/pay-page/texts/om.ts";
import type { Facts } from "../../lib/pages/pay-page/texts/shape.ts";
import { ti } from "../../lib/pages/pay-page/texts/ti.ts";
import {
  accessibilityProblems,
  closePages,
  isTooWide,
  openBrowser,
  smallTargets,
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
afterAll(() => closePages(browser).then(() => shop?.close()));
afterEach(async () => {
  const troubles = visits.flatMap((one) => one.troubles);
  await Promise.all(visits.splice(0).map((one) => one.close()));
  expect(troubles).toEqual([]);
});

async function open(
  address: string,
  { waits = false, ...options }: VisitOptions & { readonly waits?: boolean } = {},
): Promise<Page> {
  const one = await visit(browser, options);
  visits.push(one);
  if (waits) await one.page.clock.install();
  await one.page.goto(address);
  return one.page;
}

async function submit(page: Page, input: string): Promise<void> {
  if (!(await page.locator("#reference").isVisible())) await page.locator("form summary").click();
  await page.locator("#reference").fill(input);
  await page.locator("button.primary").click();
}

/** Lets a page that waits look again, as it would by itself within 20 s, or without scripts by its refresh. */
async function askAgain(page: Page, javaScript = true): Promise<void> {
  if (javaScript) return page.clock.runFor(20_000);
  const content = await page.locator("meta[http-equiv=refresh]").getAttribute("content");
  await page.goto(new URL(content?.split(";url=")[1] ?? "", page.url()).href);
}

/** Waits until the page shows this title. */
async function says(page: Page, title: string): Promise<void> {
  await page.locator("#said", { hasText: title }).waitFor({ timeout: 60_000 });
}

const FACTS: Facts = {
  ...{ merchant: "", amount: "", received: "y", confirmedBy: "bank", missing: "x" },
  ...{ bank: null, reference: null, referenceDay: null, wait: "" },
  ...{ several: false, accounts: true, choices: false, late: false },
};

/** Opens the list of languages and follows a link of it. */
async function changeLanguage(page: Page, language: string): Promise<void> {
  await page.locator("nav summary").click();
  await page.locator(`nav a[lang="${language}"]`).click();
}

/** The amount that is missing depends on the case. */
const titleOf = (situation: keyof typeof en.situations) =>
  situation === "partly_paid" ? "is missing" : en.situations[situation](FACTS).title;

const suffix = () => Math.random().toString(36).slice(2, 8).toUpperCase();

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("%s", (_name, javaScript) => {
  it("verifies a payment from a pasted SMS and shows a receipt that anyone can check", async () => {
    const checkout = await shop.checkout({}, true);
    const { sms, reference } = await shop.transfer();
    const page = await open(checkout.pay_url, { javaScript });
    expect(await page.locator("h1 .amount").textContent()).toMatch(/1,500\.00/);
    await submit(page, sms);
    await says(page, titleOf("verified"));
    expect(await page.locator(".receipt").textContent()).toContain(reference);
    const back = await page.locator(".leave a").getAttribute("href");
    expect(back).toBe(
      `https://shop.example/thanks?order=17&checkout_id=${checkout.id}&status=verified`,
    );
    // A reload does not submit again.
    await page.reload();
    await says(page, titleOf("verified"));

    await page.locator(".receipt a").click();
    await page.locator("h1", { hasText: en.genuineTitle }).waitFor();
    expect(await page.locator("main").textContent()).toMatch(/1,500\.00/);
    expect(await page.locator("main").textContent()).not.toContain(reference);
  });

  it.each([
    ["UNDER", "partly_paid"],
    ["WRONG", "receiver_mismatch"],
    ["OLD", "too_old"],
  ] as const)("explains what is wrong with TEST%s", async (variant, situation) => {
    const page = await open((await shop.checkout()).pay_url, { javaScript });
    await submit(page, `TEST${variant}${suffix()}`);
    await says(page, titleOf(situation));
    expect(await page.locator(".notice .facts").count()).toBe(situation === "partly_paid" ? 1 : 0);
  });

  it("accepts a reference only once", async () => {
    const reference = `TESTOK${suffix()}`;
    const first = await open((await shop.checkout()).pay_url, { javaScript });
    await submit(first, reference);
    await says(first, titleOf("verified"));
    const second = await open((await shop.checkout()).pay_url, { javaScript });
    await submit(second, reference);
    await says(second, titleOf("already_used"));
  });

  it("keeps checking while the bank is silent, then shows the result without a reload", async () => {
    const page = await open((await shop.checkout()).pay_url, { javaScript, waits: javaScript });
    await submit(page, `TESTSLOW${suffix()}`);
    await says(page, titleOf("bank_silent"));
    expect(await page.locator(".notice").textContent()).toContain("don't need to pay again");
    await shop.stack.advance(20);
    if (javaScript) await askAgain(page);
    await says(page, titleOf("verified"));
  });

  it("checks again for a payment that is not visible yet, and reports when it never appears", async () => {
    const page = await open((await shop.checkout()).pay_url, { javaScript, waits: javaScript });
    await submit(page, `TESTNONE${suffix()}`);
    await says(page, titleOf("not_there_yet"));
    await shop.stack.advance(20);
    await shop.stack.advance(70);
    await askAgain(page, javaScript);
    await says(page, titleOf("not_found"));
  });

  it("rejects text without a reference and keeps what was typed", async () => {
    const page = await open((await shop.checkout()).pay_url, { javaScript });
    await submit(page, "I have paid");
    await says(page, titleOf("not_a_reference"));
    expect(await page.locator("#reference").inputValue()).toBe("I have paid");
  });

  it("warns about a number from another day, and continues when the payer confirms it", async () => {
    const page = await open((await shop.checkout({}, true)).pay_url, { javaScript });
    // A wallet reference of the first of January 2025.
    await submit(page, "CA1X9Y8Z7W");
    await says(page, titleOf("odd_date"));
    await page.locator("button.primary", { hasText: en.submitAnyway }).click();
    await page.locator("#said", { hasText: titleOf("odd_date") }).waitFor({ state: "detached" });
  });

  it("asks which bank issued an ambiguous number", async () => {
    const page = await open((await shop.checkout({}, true)).pay_url, { javaScript });
    await page.locator(".method label").nth(1).click();
    const { reference } = await shop.transfer();
    await submit(page, reference);
    await says(page, titleOf("which_bank"));
    await page.locator(".banks label", { hasText: "telebirr" }).click();
    await page.locator("button.primary").click();
    await says(page, titleOf("verified"));
  });

  it("asks for what the number's own bank needs, while another method is chosen", async () => {
    const { telebirr, boa } = shop.merchant.methodIds;
    const checkout = await shop.checkout({ payment_methods: [telebirr, boa] }, true);
    const transfer = { provider: "boa", receiver_account: "200300401" } as const;
    const { reference, link } = await shop.transfer(transfer);
    const page = await open(checkout.pay_url, { javaScript });
    await submit(page, reference);
    await says(page, titleOf("account_digits_needed"));
    await page.locator("#payer-account-suffix").fill(link.slice(-5));
    await page.locator("button.primary").click();
    await says(page, titleOf("verified"));
  });

  it("sends a payment to review when no bank can confirm it", async () => {
    const page = await open((await shop.checkout({}, true)).pay_url, { javaScript });
    await page.locator(".method label").nth(2).click();
    // A number that nobody can look up belongs to the first checkout that it was entered for.
    await submit(page, `TRX-${suffix()}`);
    await says(page, titleOf("review"));
  });

  it("limits how often a payer can try", async () => {
    const { pay_url } = await shop.checkout();
    const wrong = () => `TESTWRONG${suffix()}`;
    for (let tries = 0; tries < 5; tries++)
      await fetch(pay_url, { method: "POST", body: new URLSearchParams({ input: wrong() }) });
    const page = await open(pay_url, { javaScript });
    await submit(page, wrong());
    await says(page, titleOf("receiver_mismatch"));
    await submit(page, wrong());
    await says(page, titleOf("rate_limited"));
  });

  it("shows that a checkout was canceled and takes no more input", async () => {
    const checkout = await shop.checkout();
    const page = await open(checkout.pay_url, { javaScript });
    await shop.cancel(checkout.id);
    await submit(page, `TESTOK${suffix()}`);
    await says(page, titleOf("canceled"));
    expect(await page.locator("form").count()).toBe(0);
  });

  it("uses the language of the checkout until the reader chooses another", async () => {
    const page = await open((await shop.checkout({ locale: "am" })).pay_url, { javaScript });
    expect(await page.locator("html").getAttribute("lang")).toBe("am");
    await changeLanguage(page, "en");
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    await submit(page, `TESTUNDER${suffix()}`);
    await says(page, titleOf("partly_paid"));
  });

  it.runIf(javaScript)("keeps what was typed and chosen when the language changes", async () => {
    const page = await open((await shop.checkout({}, true)).pay_url, { javaScript });
    const chosen = page.locator('input[name="method"]').last();
    await chosen.check();
    const value = await chosen.getAttribute("value");
    await page.locator("#reference").fill("CKL9ABCDEF");
    await page.evaluate('document.querySelector("main").prepend(document.createElement("form"))');
    await changeLanguage(page, "am");
    await page.locator('html[lang="am"]').waitFor();
    expect(await page.locator("#reference").inputValue()).toBe("CKL9ABCDEF");
    expect(await page.locator('input[name="method"]:checked').getAttribute("value")).toBe(value);
    expect(await page.locator('input[name="lang"]').inputValue()).toBe("am");
  });

  it.runIf(javaScript)("keeps only what was sent while the network was down", async () => {
    const page = await open((await shop.checkout()).pay_url, { javaScript });
    const input = `TESTUNDER${suffix()}`;
    await page.context().setOffline(true);
    await submit(page, input);
    await page.waitForURL("chrome-error://**");
    await page.context().setOffline(false);
    await page.goBack();
    expect(await page.locator("#reference").inputValue()).toBe(input);
    await submit(page, input);
    await says(page, titleOf("partly_paid"));
    expect(await page.locator("#reference").inputValue()).toBe("");
  });

  it("uses the browser's language when the checkout has none", async () => {
    const { pay_url } = await shop.checkout();
    const page = await open(pay_url, { javaScript, locale: "am-ET" });
    expect(await page.locator("html").getAttribute("lang")).toBe("am");
    await submit(page, "I have paid");
    await says(page, am.situations.not_a_reference(FACTS).title);
    await changeLanguage(page, "en");
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    const chosen = await shop.checkout({ locale: "en" });
    await page.goto(chosen.pay_url);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
  });

  it("speaks Somali by the checkout's locale and Afaan Oromo by the reader's choice", async () => {
    const { pay_url } = await shop.checkout({ locale: "so" });
    const page = await open(pay_url, { javaScript });
    expect(await page.locator("html").getAttribute("lang")).toBe("so");
    await changeLanguage(page, "om");
    await submit(page, `TESTOK${suffix()}`);
    await says(page, om.situations.verified(FACTS).title);
    await page.goto((await page.locator(".receipt a").getAttribute("href")) ?? "");
    await changeLanguage(page, "ti");
    await says(page, ti.genuineTest.title);
  });

  it("shows an error for an unknown link or receipt code", async () => {
    const { pay_url } = await shop.checkout();
    const page = await open(`${pay_url.slice(0, -4)}0000/`, { javaScript });
    await says(page, en.unknownCheckout.title);
    await page.goto(`${shop.stack.url}/api/public/gateway/verify/0000-0000-0000-0000/`);
    await says(page, en.unknownReceipt.title);
  });
});

describe("with scripts", () => {
  it("copies the account number, confirms it in words, and moves nothing", async () => {
    const page = await open((await shop.checkout({}, true)).pay_url);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const button = page.locator(".method button").first();
    const before = await button.boundingBox();
    await button.click();
    await page.locator("#say", { hasText: en.copied }).waitFor({ state: "attached" });
    expect(await button.locator(".after").isVisible()).toBe(true);
    expect(await button.boundingBox()).toEqual(before);
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("0900000001");
  });

  it("announces each change exactly once", async () => {
    const page = await open((await shop.checkout()).pay_url, { waits: true });
    await submit(page, `TESTSLOW${suffix()}`);
    await says(page, titleOf("bank_silent"));
    await page.evaluate(`document.activeElement.blur(); window.said = [];
      new MutationObserver(() => said.push(document.getElementById("say").textContent))
        .observe(document.getElementById("say"), { childList: true, characterData: true, subtree: true })`);
    await shop.stack.advance(20);
    await askAgain(page);
    await says(page, titleOf("verified"));
    expect(await page.evaluate("window.said")).toEqual([titleOf("verified")]);
  });

  it("keeps what is being typed while the page updates", async () => {
    const page = await open((await shop.checkout()).pay_url, { waits: true });
    const wrong = `TESTNONE${suffix()}`;
    await submit(page, wrong);
    await says(page, titleOf("not_there_yet"));
    expect(await page.locator(".tried").textContent()).toContain(wrong);
    await page.locator("form summary").click();
    const field = page.locator("#reference");
    expect(await field.inputValue()).toBe(wrong);
    await field.fill("TESTOK");
    await shop.stack.advance(20);
    await shop.stack.advance(70);
    await askAgain(page);
    await says(page, titleOf("not_found"));
    expect(await field.inputValue()).toBe("TESTOK");
    await page.keyboard.type(suffix());
    await page.keyboard.press("Enter");
    await says(page, titleOf("verified"));
  });

  it("stops polling when the result is final", async () => {
    const page = await open((await shop.checkout()).pay_url);
    await submit(page, `TESTOK${suffix()}`);
    await says(page, titleOf("verified"));
    expect(await page.locator("main").getAttribute("data-polls")).toBe("never");
  });

  it("can be used with the keyboard alone", async () => {
    const page = await open((await shop.checkout({}, true)).pay_url);
    const { reference } = await shop.transfer();
    const focused = () => page.evaluate("document.activeElement.id || document.activeElement.type");
    for (let presses = 0; presses < 30 && (await focused()) !== "reference"; presses++) {
      await page.keyboard.press("Tab");
    }
    expect(await focused()).toBe("reference");
    await page.keyboard.type(reference);
    await page.keyboard.press("Enter");
    await says(page, titleOf("verified"));
  });

  it("counts down by the server's clock and shows when time is up", async () => {
    const page = await open((await shop.checkout({ expires_in: 300 })).pay_url);
    await page.locator(".clock time", { hasText: /^0[45]:\d\d$/ }).waitFor();
    expect(await page.locator(".clock time").getAttribute("aria-live")).toBe("off");
    await shop.stack.advance(301);
    await page.reload();
    await says(page, titleOf("expired"));
  });
});

/** `pay-page-states.test.ts` checks the same states without a payment, in both languages and color schemes. */
describe("a state that was reached by paying", () => {
  it.each([
    ["waiting", "en", "light", null],
    ["verified", "am", "dark", "TESTOK"],
    ["partly_paid", "en", "light", "TESTUNDER"],
    ["receiver_mismatch", "am", "dark", "TESTWRONG"],
    ["bank_silent", "en", "light", "TESTDOWN"],
    ["not_a_reference", "am", "dark", "what is this"],
  ] as const)("%s passes axe and has no small target, in %s and %s", async (...state) => {
    const [_name, locale, colors, input] = state;
    const dark = colors === "dark";
    const page = await open((await shop.checkout({ locale })).pay_url, { dark, width: 320 });
    if (input !== null) await submit(page, input.startsWith("TEST") ? input + suffix() : input);
    if (input !== null) await page.locator("#said").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
  });
});

describe("hostile text", () => {
  it("stays text in every field that a merchant can set", async () => {
    const markup = `"><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
    const { pay_url } = await shop.checkout({ description: markup, client_reference: markup });
    const page = await open(pay_url);
    expect(await page.locator(".description").textContent()).toBe(markup);
    expect(await page.title()).not.toBe("owned");
    expect(await page.locator("img:not(.qr)").count()).toBe(0);
  });

  it("cannot be framed", async () => {
    const response = await fetch((await shop.checkout()).pay_url);
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
  });
});
