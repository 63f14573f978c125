import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayOf } from "../../lib/contract/days.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call, logIn, type Visitor, withSigningKey } from "../support/api.ts";
import {
  ACCOUNTS,
  openPairedShop,
  type PairedShop,
  pairSimulatedPhone,
  startLocal,
  telebirrText,
} from "../support/running-stack.ts";
import { teamOf } from "../support/users.ts";

/** Payments that arrived without a checkout, and how they become sales. */

let stack: LocalStack;
let shop: PairedShop;
let member: Visitor;
beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
  shop = await openPairedShop(stack);
  member = shop.visitor;
  await pairSimulatedPhone(stack, shop);
});
afterAll(() => stack?.close());

/** Time passes, and with it the member's access token. */
async function later(seconds: number): Promise<void> {
  await stack.advance(seconds);
  await stack.idle();
  member = await logIn(stack, shop.visitor.phone);
}

async function transfer(amount: number, more: object = {}): Promise<string> {
  const { body } = await call(stack.url, "POST", "/_local/bank/transfers/", {
    body: {
      ...{ provider: "telebirr", amount, payer_account: "251911990099" },
      ...{ receiver_account: ACCOUNTS.telebirr, receiver_name: "Selam Coffee Shop", ...more },
    },
  });
  await stack.idle();
  return body.reference;
}

const unmatched = async (query = "") =>
  (await member.send("GET", `unmatched-notices/${query}`)).body.data as { reference: string }[];
let keys = 0;
const sell = (reference: string, idempotencyKey = `sale-${++keys}`) =>
  member.send("POST", "unmatched-notices/sell/", {
    body: { app_id: shop.appId, provider: "telebirr", reference },
    headers: { "idempotency-key": idempotencyKey },
  });
const salesOf = async (amount: number) =>
  (
    await call(stack.url, "GET", "/api/v1/checkouts/?limit=100", { key: shop.key })
  ).body.data.filter((one: { amount: number }) => one.amount === amount);

describe("a message that comes late", () => {
  test("names no open checkout where another one, which has expired since, was open when it was paid", async () => {
    await pairSimulatedPhone(stack, shop, { delivery: "held" });
    const [amount, phone] = [208_000, "+251911220042"];
    const create = async (expires_in: number) => {
      const body = { amount, expires_in, customer: { phone } };
      return (await call(stack.url, "POST", "/api/v1/checkouts/", { key: shop.key, body })).body;
    };
    const [open, ended] = [await create(3_600), await create(300)];
    await transfer(amount, { payer_account: "251911220042" });
    await later(301);
    await call(stack.url, "POST", "/_local/phone/flush/", { body: {} });
    await stack.idle();
    const found = await salesOf(amount);
    const statuses = new Map(found.map(({ id, status }: typeof open) => [id, status]));
    expect([statuses.get(open.id), statuses.get(ended.id)]).toEqual(["open", "expired"]);
    await pairSimulatedPhone(stack, shop);
  });
});

describe("a payment without a checkout: platform/list-unmatched-notices platform/sell-notice", () => {
  test("is listed until it is sold, which its receipt verifies, however old it is", async () => {
    const reference = await transfer(210_000);
    const listOfDay = `?day=${dayOf(stack.now())}`;
    await later(5 * 3_600);
    expect(await unmatched(listOfDay)).toContainEqual({
      ...{ object: "unmatched_notice", provider: "telebirr", reference, amount: 210_000 },
      ...{ currency: "ETB", payer_name: expect.any(String), paid_at: expect.any(String) },
    });
    const sold = await sell(reference);
    expect([sold.status, sold.body]).toEqual([
      201,
      expect.objectContaining({ status: "verified", amount: 210_000 }),
    ]);
    expect(sold.body.payments).toMatchObject([{ reference, evidence: "receipt" }]);
    expect((await unmatched(listOfDay)).map((one) => one.reference)).not.toContain(reference);
  });

  test("becomes one sale when two cashiers tap at once, and when one taps again", async () => {
    const reference = await transfer(220_000);
    const both = await Promise.all([sell(reference), sell(reference), sell(reference)]);
    const again = await sell(reference);
    const ids = new Set([...both, again].map(({ body }) => body.id));
    expect([...both, again].map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(ids.size).toBe(1);
    expect(await salesOf(220_000)).toMatchObject([{ status: "verified" }]);
  });

  test("that was sold in another app is not shown to a cashier of this app who taps again", async () => {
    const { body: other } = await member.send("POST", "apps/", { body: { name: "Second till" } });
    const account = { provider: "telebirr", account_number: ACCOUNTS.telebirr };
    const methods = `apps/${other.app_id}/payment-methods/`;
    await member.send("POST", methods, { body: { ...account, account_name: "Selam Coffee Shop" } });
    const reference = await transfer(225_000);
    const cashier = await teamOf(stack, () => member).join("cashier", { apps: [shop.appId] });
    const sellIn = (who: Visitor, appId: number) =>
      who.send("POST", "unmatched-notices/sell/", {
        body: { app_id: appId, provider: "telebirr", reference },
      });
    const sold = await sellIn(member, other.app_id);
    expect(sold.body).toMatchObject({ status: "verified", app_id: other.app_id });
    const again = await sellIn(cashier, shop.appId);
    expect([again.status, again.body.code]).toEqual([409, "conflict"]);
    expect(JSON.stringify(again.body)).not.toContain(sold.body.id);
  });

  test("is not shown beside a checkout to a cashier of another app than its phone's", async () => {
    const { body: other } = await member.send("POST", "apps/", { body: { name: "Third till" } });
    const account = { provider: "telebirr", account_number: "0911000199" };
    const methods = `apps/${other.app_id}/payment-methods/`;
    await member.send("POST", methods, { body: { ...account, account_name: "Selam Coffee Shop" } });
    const cashierOf = (apps: number[]) => teamOf(stack, () => member).join("cashier", { apps });
    const [theirs, both] = [
      await cashierOf([other.app_id]),
      await cashierOf([shop.appId, other.app_id]),
    ];
    const body = { app_id: other.app_id, amount: 228_000 };
    const { body: made } = await theirs.send("POST", "checkouts/", { body });
    const reference = await transfer(228_000);
    const told = async (who: Visitor) => {
      const { notices } = (await who.send("GET", `checkouts/${made.id}/`)).body;
      return notices.map((notice: { reference: string }) => notice.reference);
    };
    expect(await told(member)).toEqual([reference]);
    expect(await told(both)).toEqual([reference]);
    expect(await told(theirs)).toEqual([]);
  });

  test("of a customer's checkout is not listed and cannot be sold", async () => {
    const { body: made } = await call(stack.url, "POST", "/api/v1/checkouts/", {
      key: shop.key,
      body: { amount: 230_000, customer: { phone: "+251911990099" } },
    });
    const reference = await transfer(230_000);
    await stack.idle();
    const { body } = await call(stack.url, "GET", `/api/v1/checkouts/${made.id}/`, {
      key: shop.key,
    });
    expect(body.status).toBe("verified");
    expect((await unmatched()).map((one) => one.reference)).not.toContain(reference);
    expect((await sell(reference)).status).toBe(409);
    expect(await salesOf(230_000)).toHaveLength(1);
  });

  test("whose receipt says something else leaves no sale, and neither does an invented one", async () => {
    const reference = await transfer(240_000, { status: "reversed" });
    const today = dayOf(stack.now()).split("-").reverse().join("/");
    const text = telebirrText(reference, "2,400.00").replace("24/11/2026", today);
    await call(stack.url, "POST", "/_local/phone/messages/", { body: { sender: "127", text } });
    await stack.idle();
    expect((await unmatched()).map((one) => one.reference)).toContain(reference);
    expect((await sell(reference)).status).toBe(409);
    expect(await salesOf(240_000)).toMatchObject([{ status: "canceled", payments: [] }]);
    expect((await sell("DKX1N0SUCH")).status).toBe(404);
  });

  test("waits while the bank is down, and is sold once", async () => {
    const reference = await transfer(250_000);
    const bankIs = (mode: string) =>
      call(stack.url, "PUT", "/_local/bank/telebirr/mode/", { body: { mode } });
    await bankIs("down");
    const first = await sell(reference);
    expect(first.body).toMatchObject({ status: "verifying", payments: [] });
    expect((await sell(reference)).body.id).toBe(first.body.id);
    await bankIs("up");
    await later(1_200);
    expect(await salesOf(250_000)).toMatchObject([{ id: first.body.id, status: "verified" }]);
  });

  test("that the bank did not know is looked up again when it is sold again, also after its sale has expired", async () => {
    const reference = "DKX1LATE26";
    const [day, time] = new Date(stack.now() + 3 * 3_600_000).toISOString().split(/[T.]/);
    const paid = `${day?.split("-").reverse().join("/")} ${time}`;
    const text = telebirrText(reference, "2,520.00").replace(/\d\d\/\d\d\/\d{4} [\d:]{8}/, paid);
    await call(stack.url, "POST", "/_local/phone/messages/", { body: { sender: "127", text } });
    await stack.idle();
    const first = await sell(reference);
    expect(first.body).toMatchObject({ status: "verifying", attempts_count: 1 });
    await later(600);
    await call(stack.url, "POST", "/_local/schedules/expire-checkouts/run/");
    const expired = { id: first.body.id, status: "expired", attempts_count: 1 };
    expect(await salesOf(252_000)).toMatchObject([expired]);
    const again = await sell(reference);
    expect(again.body).toMatchObject({ ...expired, status: "verifying", attempts_count: 2 });
  });

  test("is no sale if it was made days before its message, which anybody can write", async () => {
    const paidBefore = (hours: number) =>
      transfer(255_000, { paid_at: new Date(stack.now() - hours * 3_600_000).toISOString() });
    const refused = await sell(await paidBefore(73));
    expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await salesOf(255_000)).toEqual([]);
    // The phone was off.
    expect((await sell(await paidBefore(71))).body.status).toBe("verified");
  });

  test("of an app with distinct amounts is sold at its own amount", async () => {
    await member.send("PATCH", `apps/${shop.appId}/`, { body: { distinct_amounts: true } });
    const reference = await transfer(260_000);
    expect((await sell(reference)).body).toMatchObject({ status: "verified", amount: 260_000 });
  });

  test("of yesterday is listed by its day", async () => {
    const reference = await transfer(270_000);
    const day = new Date(stack.now() + 3 * 3_600_000).toISOString().slice(0, 10);
    await later(86_400);
    expect((await unmatched()).map((one) => one.reference)).not.toContain(reference);
    expect((await unmatched(`?day=${day}`)).map((one) => one.reference)).toContain(reference);
  });
});

describe("the numbers of the shop's receiving accounts at the counter", () => {
  const team = () => teamOf(stack, () => member);
  /** The numbers of receiving accounts in an answer, and whether any of the shop's stands whole somewhere in it. */
  const numbersIn = (body: unknown) => {
    const text = JSON.stringify(body);
    const found = [...text.matchAll(/"account_number":"([^"]+)"/g)].map(([, number]) => number);
    const isWhole = Object.values(ACCOUNTS).some((number) => text.includes(number.slice(-9)));
    return { found, isWhole };
  };
  const expectMasked = (body: unknown) => {
    const { found, isWhole } = numbersIn(body);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(found.map(() => expect.stringMatching(/^\*{5}/)));
    expect(isWhole).toBe(false);
  };
  const sellAs = (who: Visitor, reference: string, key: string) =>
    who.send("POST", "unmatched-notices/sell/", {
      body: { app_id: shop.appId, provider: "telebirr", reference },
      headers: { "idempotency-key": key },
    });

  test("are masked for a cashier who sells a payment, again and when they read the sale", async () => {
    const cashier = await team().join("cashier");
    const reference = await transfer(310_000);
    const first = await sellAs(cashier, reference, "masked-1");
    expect([first.status, first.body.status]).toEqual([201, "verified"]);
    const answers = [first, await sellAs(cashier, reference, "masked-1")];
    answers.push(await sellAs(cashier, reference, "masked-2"));
    answers.push(await cashier.send("GET", `checkouts/${first.body.id}/`));
    answers.push(await cashier.send("GET", "checkouts/?mine=true"));
    for (const { body } of answers) expectMasked(body);
    const { body: unsold } = await cashier.send("GET", "unmatched-notices/");
    expect(numbersIn(unsold).isWhole).toBe(false);
    const { body: whole } = await member.send("GET", `checkouts/${first.body.id}/`);
    expect(numbersIn(whole).found).toContain(ACCOUNTS.telebirr);
  });

  test("are masked in what a receipt shows that prints them whole", async () => {
    const { body: made } = await member.send("POST", "checkouts/", {
      body: { app_id: shop.appId, amount: 315_000 },
    });
    const reference = await transfer(made.amount, { masked: false });
    const path = `/api/public/gateway/checkouts/${made.pay_url.split("/").at(-2)}/verify/`;
    const { body: paid } = await call(stack.url, "POST", path, { body: { input: reference } });
    expect(paid.status).toBe("verified");
    const read = async (who: Visitor) => (await who.send("GET", `checkouts/${made.id}/`)).body;
    const receiverIn = ({ attempts }: { attempts: { evidence: { fields: object } }[] }) =>
      attempts.map(({ evidence }) => evidence.fields);
    const found = (account: string) => [
      expect.objectContaining({
        receiver: expect.objectContaining({ found: { name: expect.any(String), account } }),
      }),
    ];
    const whole = await read(member);
    expect(receiverIn(whole)).toEqual(found(`251${ACCOUNTS.telebirr.slice(1)}`));
    for (const role of ["cashier", "developer", "accountant"] as const) {
      const shown = await read(await team().join(role));
      expectMasked(shown);
      expect(receiverIn(shown)).toEqual(found(`*****${ACCOUNTS.telebirr.slice(-4)}`));
    }
  });

  test("do not stand in the refusals of those who may not sell, decide or release", async () => {
    const reference = await transfer(320_000);
    const { body: sale } = await sell(reference);
    for (const role of ["cashier", "developer", "accountant"] as const) {
      const who = await team().join(role);
      const body = { reason: "Not ours", sequence: sale.sequence };
      const payment = { ...body, provider: "telebirr", reference };
      const path = `checkouts/${sale.id}`;
      const answers = [
        await who.send("POST", `${path}/approve/`, { body }),
        await who.send("POST", `${path}/reject/`, { body }),
        await who.send("POST", `${path}/cancel/`),
        await who.send("POST", `${path}/release/`, { body: payment }),
      ];
      if (role !== "cashier") answers.push(await sellAs(who, reference, `refused-${role}`));
      for (const { status, body: refusal } of answers) {
        expect([role, status]).toEqual([role, 403]);
        expect(numbersIn(refusal)).toEqual({ found: [], isWhole: false });
      }
    }
    const { body: after } = await member.send("GET", `checkouts/${sale.id}/`);
    expect(after).toMatchObject({ status: "verified", sequence: sale.sequence });
  });

  test("are whole for a manager who sells and decides, who can change them", async () => {
    const manager = await team().join("manager");
    const { body: sale } = await sellAs(manager, await transfer(330_000), "whole-1");
    const made = { app_id: shop.appId, amount: 340_000 };
    const { body: open } = await manager.send("POST", "checkouts/", { body: made });
    const { body: canceled } = await manager.send("POST", `checkouts/${open.id}/cancel/`);
    expect(canceled.status).toBe("canceled");
    for (const answer of [sale, open, canceled]) expect(numbersIn(answer).isWhole).toBe(true);
  });
});
