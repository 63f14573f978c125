import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../lib/pages/pay-page/texts/en.ts";
import type { Facts } from "../../lib/pages/pay-page/texts/shape.ts";
import { changeAppWrite, getAppWithMethods } from "../../lib/store/apps.ts";
import { transact } from "../../lib/store/transact.ts";
import { call } from "../support/api.ts";
import { createMerchant } from "../support/merchant.ts";
import { CBE, type PayPageShop, startPayPageShop, tableOf } from "../support/running-stack.ts";

let shop: PayPageShop;
beforeAll(async () => {
  shop = await startPayPageShop();
});
afterAll(() => shop?.close());

/** The pay page as a browser without scripts shows it after each submission. */
function payer(address: string) {
  let cookie = "";
  const follow = async (response: Response): Promise<string> => {
    const location = response.headers.get("location");
    cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    if (location === null) return response.text();
    return (await fetch(new URL(location, address), { headers: { cookie } })).text();
  };
  return async (input: string, more: Readonly<Record<string, string>> = {}) =>
    follow(
      await fetch(address, {
        method: "POST",
        body: new URLSearchParams({ input, ...more }),
        redirect: "manual",
        headers: { cookie },
      }),
    );
}

const MISSING = "is missing";
const NONSENSE = "This isn't a transaction number";
const ALREADY_COUNTED = "This payment already counts";
const DONT_PAY = "Don't pay now";
const CART = "https://shop.example/cart";
const ACCOUNTS = 'type="radio" name="method"';
/** As in markup. */
const shown = (text: string) => text.replaceAll("'", "&#39;");
const suffix = () => Math.random().toString(36).slice(2, 8).toUpperCase();

describe("the pay page after money came short", () => {
  it("asks for the rest, also after a refused input, and never offers to cancel", async () => {
    const submit = payer((await shop.checkout({}, true)).pay_url);
    const short = await submit((await shop.transfer({ amount: 100_000 })).sms);
    const refused = await submit("I have paid");
    expect(refused).toContain(shown(NONSENSE));
    for (const page of [short, refused]) {
      expect(page).toMatch(/ETB\s500\.00 is missing/);
      expect(page).toContain(ACCOUNTS);
      expect(page).not.toContain(CART);
    }
  });

  it("adds up what arrives with further numbers, each once, until the sum pays", async () => {
    const submit = payer((await shop.checkout({}, true)).pay_url);
    const first = await shop.transfer({ amount: 90_000 });
    await submit(first.sms);
    const second = await shop.transfer({ amount: 50_000 });
    for (const [input, isRepeated] of [
      [second.sms, false],
      [second.link, true],
    ] as const) {
      const page = await submit(input);
      expect(page.includes(ALREADY_COUNTED)).toBe(isRepeated);
      expect(page).toMatch(/ETB\s100\.00 is missing/);
      expect(page).toMatch(/ETB\s1,400\.00/);
    }
    const third = await shop.transfer({ amount: 20_000 });
    const page = await submit(third.sms);
    expect(page).toContain(en.receiptCode);
    expect(page).toMatch(/ETB\s1,600\.00/);
    for (const { reference } of [first, second, third]) expect(page).toContain(reference);
    expect(page).not.toContain(MISSING);
  });
});

describe("an expired pay page", () => {
  it.each([
    ["a payment to another account", { receiver_account: "251900000009", receiver_name: "Else" }],
    ["a payment that the bank has not completed", { status: "failed" }],
  ])("says not to pay, and shows no account, after %s", async (_, fields) => {
    const checkout = await shop.checkout({ expires_in: 300 }, true);
    await shop.stack.advance(301);
    const submit = payer(checkout.pay_url);
    const page = await submit((await shop.transfer(fields)).sms);
    expect(page).toContain(shown(DONT_PAY));
    expect(page).not.toContain(ACCOUNTS);
    expect(await submit("I have paid")).toContain(shown(DONT_PAY));
  });
});

it("a number that is entered after the expiry and the end of the shop's app finds a closed page", async () => {
  const table = tableOf(shop.stack);
  const { accountId, appId, liveKey } = await createMerchant(table);
  const made = await call(shop.stack.url, "POST", "/api/v1/checkouts/", {
    key: liveKey,
    body: { amount: 150_000, expires_in: 300 },
  });
  await shop.stack.advance(301);
  const found = await getAppWithMethods(table, accountId, appId);
  if (found === null) throw new Error("the merchant has no app");
  await transact(table, [changeAppWrite(found.app, { deletedAt: shop.stack.now() })]);
  const page = await payer(made.body.pay_url)((await shop.transfer()).reference);
  expect(page).toContain(en.situations.closed({ merchant: "" } as Facts).title);
  expect(page).not.toContain('name="input"');
  expect(page).not.toContain(en.situations.expired({} as Facts).title);
});

describe("a number for the merchant to look up, on an expired page", () => {
  const REVIEW = "under review";
  const USED = shown(en.situations.already_used({} as never).title);

  async function expired(providers: readonly ("telebirr" | "manual")[]) {
    const payment_methods = providers.map((provider) => shop.merchant.methodIds[provider]);
    const checkout = await shop.checkout({ expires_in: 300, payment_methods }, true);
    await shop.stack.advance(301);
    return payer(checkout.pay_url);
  }

  it("goes to review where the shop looks up every payment, and counts for no second checkout", async () => {
    const submit = await expired(["manual"]);
    expect(await submit("TRX-000122")).toContain(REVIEW);
    const page = await (await expired(["manual"]))("TRX-000122");
    expect(page).toContain(USED);
    expect(page).not.toContain(REVIEW);
  });

  it("goes to review once the customer says whom they paid", async () => {
    const submit = await expired(["telebirr", "manual"]);
    const method = shop.merchant.methodIds.telebirr ?? "";
    // Typed while the page still listed the accounts, with the first one selected.
    expect(await submit("TRX-000123", { method })).not.toContain('name="method"');
    const page = await submit("TRX-000123");
    expect(page).toContain('name="provider" value="manual"');
    expect(page).toContain("Cash desk</label>");
    expect(await submit("TRX-000123", { provider: "manual" })).toContain(REVIEW);
  });
});

describe("a number whose bank needs digits of the payer's account", () => {
  const DIGITS = 'name="payer_account_suffix"';

  it("keeps its bank and the confirmed date until the digits are entered", async () => {
    const { cbe, boa } = shop.merchant.methodIds;
    const body = { expires_in: 300, payment_methods: [cbe, boa] };
    const { pay_url } = await shop.checkout(body, true);
    await shop.stack.advance(301);
    const submit = payer(pay_url);
    const reference = "FT25001ABCDE";
    expect(await submit(reference)).toContain('name="provider" value="boa"');
    const bank = 'value="boa" data-provider="boa" required checked';
    const date = `name="confirmed" value="${reference}"`;
    const odd = await submit(reference, { provider: "boa" });
    for (const kept of [bank, date]) expect(odd).toContain(kept);
    const page = await submit(reference, { provider: "boa", confirmed: reference });
    for (const kept of [bank, date, DIGITS]) expect(page).toContain(kept);
  });
});

describe("a number that is being checked", () => {
  it("does not hide what is wrong with the next number", async () => {
    const submit = payer((await shop.checkout()).pay_url);
    const first = `TESTDOWN${suffix()}`;
    expect(await submit(first)).toContain(first);
    const page = await submit("I have paid");
    expect(page).toContain(shown(NONSENSE));
    expect(page).toContain("I have paid");
    expect(page).toContain(first);
    expect(page).not.toContain(CART);
  });

  it("leaves no room for a fourth until one is decided, and the page names no time that it can't know", async () => {
    const submit = payer((await shop.checkout()).pay_url);
    for (let count = 0; count < 3; count++) await submit(`TESTDOWN${suffix()}`);
    const page = await submit(`TESTOK${suffix()}`);
    expect(page).toContain(shown("We're still checking your numbers"));
    expect(page).not.toContain("Too many attempts");
    expect(page).not.toMatch(/Wait \d+/);
  });

  it.each(["still_checking", "already_counted", "closed"] as const)(
    "is not said to be so once it isn't: %s",
    async (problem) => {
      const { pay_url } = await shop.checkout();
      const page = await (await fetch(`${pay_url}?problem=${problem}`)).text();
      expect(page).toContain(en.payTo(""));
      expect(page).not.toContain(shown(en.situations[problem]({} as Facts).title));
    },
  );

  it("may be another bank's: the page asks, and the answer verifies it", async () => {
    const { pay_url } = await shop.checkout({}, true);
    // Also a possible number of the wallet whose account comes last.
    const { reference } = await shop.transfer();
    const last = /name="method"[^>]*value="([^"]+)" data-provider="cbe_birr"/;
    const method = last.exec(await (await fetch(pay_url)).text())?.[1] ?? "";
    expect(method).toMatch(/^pm_/);
    const submit = payer(pay_url);
    const page = await submit(reference, { method });
    expect(page).toContain('name="provider" value="telebirr"');
    expect(page).toContain('value="cbe_birr" data-provider="cbe_birr" required checked');
    expect(await submit(reference, { provider: "telebirr" })).toContain(en.receiptCode);
  });
});

it("asks for one number where an input holds two", async () => {
  const submit = payer((await shop.checkout({}, true)).pay_url);
  const [one, two] = [await shop.transfer(), await shop.transfer()];
  expect(await submit(`${one.sms}\n${two.sms}`)).toContain(
    "You entered more than one transaction number",
  );
});

it("checks a whole SMS with its bank, whichever method is chosen", async () => {
  const { pay_url } = await shop.checkout({}, true);
  const manual = /name="method"[^>]*value="([^"]+)" data-provider="manual"/;
  const method = manual.exec(await (await fetch(pay_url)).text())?.[1] ?? "";
  expect(method).toMatch(/^pm_/);
  const page = await payer(pay_url)((await shop.transfer()).sms, { method });
  expect(page).toContain(en.receiptCode);
});

describe("the page of a paid checkout", () => {
  const LATE = shown(en.lateNumber("").title);

  it("says that another number was not checked, and what to do after paying twice", async () => {
    const submit = payer((await shop.checkout({}, true)).pay_url);
    const first = await shop.transfer();
    expect(await submit(first.sms)).toContain(en.payTo(""));
    // Nobody can tell which payment this means, but it may be a second one.
    expect(await submit("I have paid again")).toContain(LATE);
    const page = await submit((await shop.transfer()).sms);
    expect(page).toContain(LATE);
    expect(page).toContain("ask for the second payment back");
  });

  it("says nothing of the kind when the number that paid is sent again in another form", async () => {
    const submit = payer((await shop.checkout({}, true)).pay_url);
    const { sms, link, reference } = await shop.transfer();
    await submit(sms);
    for (const input of [link, reference, sms]) expect(await submit(input)).not.toContain(LATE);
  });

  it("nor when it is sent too often by the token in its link, or a form comes back empty", async () => {
    const submit = payer((await shop.checkout({}, true)).pay_url);
    const { link } = await shop.transfer({ provider: "cbe", receiver_account: CBE });
    for (let times = 0; times < 6; times += 1) expect(await submit(link)).toContain(en.receiptCode);
    expect(await submit(link)).not.toContain(LATE);
    expect(await submit("")).not.toContain(LATE);
  });
});
