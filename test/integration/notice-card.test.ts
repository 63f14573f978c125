import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call, withSigningKey } from "../support/api.ts";
import {
  openPairedShop,
  type PairedShop,
  pairSimulatedPhone,
  startLocal,
} from "../support/running-stack.ts";

let stack: LocalStack;
let shop: PairedShop;
beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
  shop = await openPairedShop(stack, "sms_gateway");
  await pairSimulatedPhone(stack, shop, { kind: "sms_gateway" });
});
afterAll(() => stack?.close());

async function open(amount: number) {
  const body = { amount, customer: undefined };
  const made = await call(stack.url, "POST", "/api/v1/checkouts/", { key: shop.key, body });
  expect(made.status).toBe(201);
  const path = new URL(made.body.pay_url).pathname;
  const page = async () => (await fetch(`${stack.url}${path}?lang=en`)).text();
  const send = (to: string, form: Record<string, string>) =>
    fetch(`${stack.url}${path}${to}/`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ ...form, lang: "en" }),
    });
  const read = async () => {
    await stack.idle();
    const { body: now } = await call(stack.url, "GET", `/api/v1/checkouts/${made.body.id}/`, {
      key: shop.key,
    });
    return now;
  };
  return { page, send, read };
}

async function transfer(amount: number, payer_account = "251911990099"): Promise<string> {
  const body = {
    provider: "telebirr",
    amount,
    payer_account,
    receiver_account: "0911000142",
    receiver_name: "Selam Coffee Shop",
  };
  const made = await call(stack.url, "POST", "/_local/bank/transfers/", { body });
  await stack.idle();
  return made.body.reference;
}

describe("the pay page with a paired phone: public/claim-notice public/give-payer-number", () => {
  test("shows a payment of the amount, and four characters name it", async () => {
    const { page, send, read } = await open(151_000);
    expect(await page()).not.toContain("Is this your payment?");
    const reference = await transfer(151_000);
    expect(await page()).toContain("Is this your payment?");
    expect(await page()).not.toContain(reference);
    const answer = await send("mine", { last: ` ${reference.slice(-4).toLowerCase()} ` });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      expect.stringContaining("attempt=att_"),
    ]);
    expect(await read()).toMatchObject({ status: "verified", payments: [{ evidence: "receipt" }] });
    expect(await page()).not.toContain("Is this your payment?");
  });

  test("is not shown for a payment that another checkout has", async () => {
    const first = await open(152_000);
    const second = await open(152_000);
    const reference = await transfer(152_000);
    await first.send("mine", { last: reference.slice(-4) });
    expect(await first.read()).toMatchObject({ status: "verified" });
    expect(await second.page()).not.toContain("Is this your payment?");
  });

  test("ends after five wrong tries, and the number can still be entered", async () => {
    const { page, send, read } = await open(153_000);
    const reference = await transfer(153_000);
    for (const last of ["", "ZZZZ", reference, reference.slice(-3), "????"]) {
      expect((await send("mine", { last })).status).toBe(303);
    }
    expect(await page()).not.toContain("Is this your payment?");
    await stack.advance(61);
    await send("mine", { last: reference.slice(-4) });
    expect(await read()).toMatchObject({ status: "open", payments: [] });
    await stack.advance(61);
    await fetch(new URL(`${(await read()).pay_url}?lang=en`), {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ input: reference }),
    });
    expect(await read()).toMatchObject({ status: "verified" });
  });

  test("a shortcut that is refused leads back to the page, which says why and for how long", async () => {
    const { page, send } = await open(153_500);
    await transfer(153_500);
    const tries = async (to: string, form: Record<string, string>) => {
      for (let left = 7; left > 1; left -= 1) await send(to, form);
      return send(to, form);
    };
    for (const [to, form] of [
      ["mine", { last: "ZZZZ" }],
      ["payer", { number: "0911220043" }],
    ] as const) {
      await stack.advance(61);
      const refused = await tries(to, form);
      const location = refused.headers.get("location") ?? "";
      expect([to, refused.status, location]).toEqual([
        to,
        303,
        expect.stringContaining("problem=rate_limited"),
      ]);
      const cookie = refused.headers.get("set-cookie")?.split(";")[0] ?? "";
      const shown = await fetch(new URL(location, stack.url), { headers: { cookie } });
      expect([shown.status, await shown.text()]).toEqual([
        200,
        expect.stringMatching(/Wait \d+ seconds?, then try again/),
      ]);
    }
    expect(await page()).toContain("Check my payment");
  });

  test("the number that the customer gives names their payment", async () => {
    const { page, send, read } = await open(154_000);
    expect(await page()).toContain("The phone number you pay from");
    const wrong = await send("payer", { number: "12" });
    expect(wrong.headers.get("location")).toContain("problem=bad_phone");
    await send("payer", { number: "0911 22 00 42" });
    expect(await page()).not.toContain("The phone number you pay from");
    await transfer(154_000, "251911220042");
    expect(await read()).toMatchObject({ status: "verified" });
  });

  test("a page on which nobody may pay now asks for no number to pay from", async () => {
    const asked = "Pay without typing the transaction number";
    const { page, read } = await open(154_500);
    expect(await page()).toContain(asked);
    const bankIs = (mode: string) =>
      call(stack.url, "PUT", "/_local/bank/telebirr/mode/", { body: { mode } });
    await bankIs("down");
    const { pay_url } = await read();
    const input = await transfer(100_000);
    await fetch(pay_url, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ input }),
    });
    expect(await page()).toContain("We can&#39;t check with the bank yet");
    expect(await page()).not.toContain(asked);
    await bankIs("up");
    await stack.advance(60);
    expect(await read()).toMatchObject({ status: "open", amount_due: 54_500 });
    expect(await page()).toContain(asked);
    await stack.advance(1_800);
    expect(await page()).not.toContain(asked);
  });

  test("a shop without a paired phone shows neither", async () => {
    const plain = await openPairedShop(stack);
    await plain.send("DELETE", `notice-sources/${plain.source.id}/`);
    const made = await call(stack.url, "POST", "/api/v1/checkouts/", {
      key: plain.key,
      body: { amount: 155_000 },
    });
    const page = await (await fetch(`${made.body.pay_url}?lang=en`)).text();
    expect(page).not.toContain("The phone number you pay from");
  });
});
