import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { listIssues } from "../../lib/store/issues.ts";
import { call } from "../support/api.ts";
import { createMerchant, type Merchant, SHOP } from "../support/merchant.ts";
import { startLocal, tableOf } from "../support/running-stack.ts";
import { createUser } from "../support/users.ts";

let stack: LocalStack;
let merchant: Merchant;

beforeAll(async () => {
  stack = await startLocal();
  merchant = await createMerchant(tableOf(stack));
  await createUser(tableOf(stack), merchant.accountId, stack.now());
});
afterAll(() => stack?.close());

const create = (body: object = { amount: 150_000 }, key = merchant.liveKey) =>
  call(stack.url, "POST", "/api/v1/checkouts/", { key, body });

const transfer = async (fields: object = {}) => {
  const answer = await call(stack.url, "POST", "/_local/bank/transfers/", {
    body: {
      provider: "telebirr",
      amount: 150_000,
      receiver_account: SHOP.number,
      receiver_name: SHOP.name,
      ...fields,
    },
  });
  expect(answer.status).toBe(201);
  return answer.body as { reference: string; link: string; sms: string };
};

const verify = (checkout: { pay_url: string }, input: string, more: object = {}) => {
  const token = checkout.pay_url.split("/").at(-2);
  return call(stack.url, "POST", `/api/public/gateway/checkouts/${token}/verify/`, {
    body: { input, ...more },
  });
};

const credits = async (key = merchant.liveKey) =>
  (await call(stack.url, "GET", "/api/v1/credits/", { key })).body;

describe("from checkout to verified", () => {
  it("verifies by the bank's receipt, spends one credit and uses the reference up", async () => {
    const before = await credits();
    const { status, body: checkout } = await create();
    expect(status).toBe(201);
    expect(checkout).toMatchObject({
      object: "checkout",
      status: "open",
      amount: 150_000,
      currency: "ETB",
    });
    const { reference } = await transfer();

    const verified = await verify(checkout, reference);

    expect(verified.body).toMatchObject({ status: "verified", outcome: "matched" });
    expect(verified.status).toBe(200);
    expect(verified.body.checkout.payments[0]).toMatchObject({ provider: "telebirr", reference });
    const after = await credits();
    expect(after.captured - before.captured).toBe(1);
    expect(after.available).toBe(after.granted - after.captured);
    const other = (await create()).body;
    const again = await verify(other, reference);
    expect(again.body).toMatchObject({ status: "open", outcome: "already_used" });
    expect((await credits()).captured).toBe(after.captured);
  });

  it.each(["reference", "link", "sms"] as const)("understands the %s", async (form) => {
    const { body: checkout } = await create();
    const made = await transfer();
    const verified = await verify(checkout, made[form]);
    expect(verified.body).toMatchObject({ status: "verified" });
  });

  it("takes the key in the query in place of the header", async () => {
    const answer = await call(stack.url, "POST", `/api/v1/checkouts/?api_key=${merchant.liveKey}`, {
      body: { amount: 500 },
    });
    expect(answer.status).toBe(201);
  });

  it("counts what was paid when it is less, says what is due, and spends nothing", async () => {
    const before = await credits();
    const { body: checkout } = await create();
    const { reference } = await transfer({ amount: 149_999 });
    const answer = await verify(checkout, reference);
    expect(answer.body).toMatchObject({
      status: "open",
      outcome: "counted",
      checkout: { amount_received: 149_999, amount_due: 1, payments: [{ state: "counted" }] },
      attempt: { expected: { amount: 150_000 }, found: { amount: 149_999 } },
    });
    expect(await credits()).toEqual(before);
  });
});

describe("the sandbox", () => {
  const sandbox = async (reference: string) => {
    const { body: checkout } = await create({ amount: 150_000 }, merchant.testKey);
    return (await verify(checkout, reference)).body;
  };
  const unique = () => Math.random().toString(36).slice(2, 10).toUpperCase();

  it.each([
    ["TESTOK", "verified", "matched"],
    ["TESTOVER", "verified", "matched"],
    ["TESTUNDER", "open", "counted"],
    ["TESTPART", "open", "counted"],
    ["TESTWRONG", "open", "receiver_mismatch"],
    ["TESTOLD", "open", "too_old"],
    ["TESTREVIEW", "review", "matched"],
    ["TESTLATE", "review", "matched"],
    ["TESTDUP", "review", "matched"],
    ["TESTCREDITS", "verifying", "pending"],
    ["TESTDOWN", "verifying", "pending"],
    ["TESTNONE", "verifying", "pending"],
    ["TESTSLOW", "verifying", "pending"],
  ])("answers %s with %s, %s", async (magic, status, outcome) => {
    expect(await sandbox(magic + unique())).toMatchObject({ status, outcome });
  });

  it("is refused on a live checkout without asking anybody", async () => {
    const { body: checkout } = await create();
    const answer = await verify(checkout, "TESTOK1");
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("invalid_request");
  });

  it("asks nobody to look into trouble that was ordered", async () => {
    await sandbox(`TESTUNDER${unique()}`);
    await sandbox(`TESTDOWN${unique()}`);
    const filter = { accountId: merchant.accountId };
    const { data } = await listIssues(tableOf(stack), filter, { limit: 100 }, stack.now());
    expect(data).toEqual([]);
  });

  it.each([
    ["TESTREVIEW", "receiver_unconfirmed"],
    ["TESTLATE", "paid_late"],
    ["TESTDUP", "possible_duplicate"],
  ])("gives %s the reason %s", async (magic, reason) => {
    expect((await sandbox(magic + unique())).checkout.review).toMatchObject({ reason });
  });

  it("treats a payment after the expiry as live mode does", async () => {
    const late = (late_policy: string) =>
      create({ amount: 700, expires_in: 300, late_policy }, merchant.testKey);
    const [asks, accepts] = [(await late("review")).body, (await late("accept")).body];
    await call(stack.url, "POST", "/_local/clock/", { body: { advance_seconds: 1_500 } });
    const outcome = async (checkout: { pay_url: string }) =>
      (await verify(checkout, `TESTOK${unique()}`)).body.checkout;
    expect(await outcome(asks)).toMatchObject({
      status: "review",
      review: { reason: "paid_late" },
    });
    expect(await outcome(accepts)).toMatchObject({ status: "verified", exceptions: ["paid_late"] });
  });

  it("spends no credits", async () => {
    await sandbox(`TESTOK${unique()}`);
    expect(await credits(merchant.testKey)).toEqual({
      object: "credits",
      available: 0,
      granted: 0,
      captured: 0,
      livemode: false,
    });
  });

  it("verifies a slow one and fails a missing one once their waits are over", async () => {
    const slow = (await create({ amount: 700 }, merchant.testKey)).body;
    const none = (await create({ amount: 700 }, merchant.testKey)).body;
    const unpaid = (await create({ amount: 700 }, merchant.testKey)).body;
    await verify(unpaid, `TESTCREDITS${unique()}`);
    await verify(slow, `TESTSLOW${unique()}`);
    await verify(none, `TESTNONE${unique()}`);
    await call(stack.url, "POST", "/_local/clock/", { body: { advance_seconds: 120 } });
    const read = async (id: string) =>
      (await call(stack.url, "GET", `/api/v1/checkouts/${id}/`, { key: merchant.testKey })).body;
    expect(await read(slow.id)).toMatchObject({ status: "verified" });
    expect(await read(unpaid.id)).toMatchObject({ status: "verified" });
    expect(await read(none.id)).toMatchObject({ status: "open" });
    const attempts = await call(stack.url, "GET", `/api/v1/checkouts/${none.id}/attempts/`, {
      key: merchant.testKey,
    });
    expect(attempts.body.data).toMatchObject([{ outcome: "not_found" }]);
  });
});
