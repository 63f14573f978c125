import { randomBytes } from "node:crypto";
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCheckoutBody } from "../../../lib/contract/schemas/checkout.ts";
import type { Attempt } from "../../../lib/domain/attempt-record.ts";
import type { Checkout } from "../../../lib/domain/checkout-terms.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { ProvenLogin, User } from "../../../lib/domain/user.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { getApiKey, hashKey } from "../../../lib/store/api-keys.ts";
import { attemptWrite } from "../../../lib/store/attempts.ts";
import { createWrites } from "../../../lib/store/checkouts.ts";
import { transact } from "../../../lib/store/transact.ts";
import { setFunctionEnvironment } from "../../support/function-environment.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";

const DAY = 86_400_000;
const NOW = 1_795_000_000_000;
let engine: TestTable;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterAll(() => engine?.stop());

// Loaded late: they look at the environment.
const modules = async () => ({
  ...(await import("../../../lib/use-cases/login/sign-in.ts")),
  ...(await import("../../../lib/use-cases/checkouts/create.ts")),
  ...(await import("../../../lib/use-cases/privacy/drop-old-data.ts")),
  ...(await import("../../../lib/use-cases/privacy/delete-closed.ts")),
  ...(await import("../../../lib/use-cases/accounts/close-account.ts")),
  ...(await import("../../../lib/store/checkouts.ts")),
  ...(await import("../../../lib/store/attempts.ts")),
});

let last = 0;
async function newCustomer(now: number) {
  const { signIn, createCheckout } = await modules();
  const login: ProvenLogin = { kind: "phone", phone: `+25191${String(7_000_000 + ++last)}` };
  const { user } = await signIn(login, "test", now, "a pepper for tests, long enough");
  const merchant = await createMerchant(engine.table, { accountId: user.accountId, now });
  const checkout = await createCheckout({
    accountId: user.accountId,
    appId: merchant.appId,
    mode: "live",
    body: createCheckoutBody.parse({
      amount: 100,
      client_reference: "order-1",
      customer: { name: "Sara Alemu", phone: "0911998877", email: "sara@shop.example" },
    }),
    now,
    alongside: () => [],
  });
  return { user, checkout };
}

const asUser = (user: User): UserPrincipal => ({
  kind: "user",
  userId: user.id,
  accountId: user.accountId,
  sessionId: newId("ses_", NOW, randomBytes(10)),
});

function newAttempt(checkout: Checkout, at: number): Attempt {
  const receiver = {
    verdict: "mismatch",
    found: { name: "Sara Alemu", account: "1000123456789" },
  };
  return {
    id: newId("att_", at, randomBytes(10)),
    checkoutId: checkout.id,
    accountId: checkout.accountId,
    appId: checkout.appId,
    livemode: true,
    lookup: {
      provider: "cbe_birr",
      reference: "CBE1234567",
      variant: "receipt",
      parts: { phone: "251911998877" },
      datedOn: null,
    },
    payerPhone: "+251911998877",
    outcome: "receiver_mismatch",
    createdAt: at,
    settledAt: at,
    tries: 1,
    nextAt: null,
    leaseUntil: 0,
    streak: null,
    expected: { amount: 100, currency: "ETB" },
    found: null,
    evidence: { fields: { receiver }, source: { urlHost: "cbe.example" } },
    receipt: null,
  };
}

const everything = async () => {
  const { Items = [] } = await engine.table.client.send(
    new ScanCommand({ TableName: engine.table.name, ConsistentRead: true }),
  );
  return Items;
};

describe("customer data", () => {
  it("is redacted after 400 days and not before; amounts and references stay", async () => {
    const { checkout } = await newCustomer(NOW);
    const { dropOldCustomerData, getCheckout } = await modules();
    const until = performance.now() + 60_000;
    await dropOldCustomerData(NOW + 400 * DAY - 1, until);
    expect((await getCheckout(engine.table, checkout.id))?.customer).toEqual(checkout.customer);
    await dropOldCustomerData(NOW + 402 * DAY, until);
    const after = await getCheckout(engine.table, checkout.id);
    expect(after).toEqual({ ...checkout, customer: null });
    expect(after?.clientReference).toBe("order-1");
  });

  it("is redacted even after months of missed runs", async () => {
    const { checkout } = await newCustomer(NOW + 500 * DAY);
    const { dropOldCustomerData, getCheckout } = await modules();
    await dropOldCustomerData(NOW + 1_300 * DAY, performance.now() + 60_000);
    expect((await getCheckout(engine.table, checkout.id))?.customer).toBeNull();
  });

  it("is redacted from attempts too: phones, links to receipts and receivers on receipts", async () => {
    const { checkout } = await newCustomer(NOW);
    const { dropOldCustomerData, getAttempt } = await modules();
    const attempt = newAttempt(checkout, NOW);
    const bare = { ...newAttempt(checkout, NOW + 1), evidence: null };
    const link = "https://receipts.example/rt/1234567890123";
    const linked = { ...newAttempt(checkout, NOW + 2), evidence: { link, unreadable: "labels" } };
    for (const one of [attempt, bare, linked]) {
      await transact(engine.table, [attemptWrite(one, "new")]);
    }
    await dropOldCustomerData(NOW + 450 * DAY, performance.now() + 60_000);
    const after = await getAttempt(engine.table, checkout.id, attempt.id);
    const text = JSON.stringify(after);
    for (const trace of ["251911998877", "Sara", "1000123456789"]) {
      expect(text).not.toContain(trace);
    }
    expect(after).toMatchObject({
      lookup: { reference: "CBE1234567" },
      evidence: {
        fields: { receiver: { verdict: "mismatch" } },
        source: { urlHost: "cbe.example" },
      },
    });
    const other = await getAttempt(engine.table, checkout.id, bare.id);
    expect(other).toEqual({ ...bare, payerPhone: null, lookup: { ...bare.lookup, parts: {} } });
    const third = await getAttempt(engine.table, checkout.id, linked.id);
    expect(third?.evidence).toEqual({ unreadable: "labels" });
  });

  it("of a large merchant is redacted page by page; an interrupted run continues", async () => {
    const start = NOW + 3_500 * DAY;
    const { checkout } = await newCustomer(start);
    const { dropOldCustomerData, getCheckout } = await modules();
    const ids: string[] = [checkout.id];
    for (let count = 1; count < 250; count++) {
      const id = newId("co_", start + count, randomBytes(10));
      ids.push(id);
      const twin = { ...checkout, id, createdAt: start + count, clientReference: null };
      await transact(engine.table, createWrites(twin));
    }
    const touched: string[] = [];
    let failsAfter = 220;
    const { send } = DynamoDBDocumentClient.prototype;
    vi.spyOn(DynamoDBDocumentClient.prototype, "send").mockImplementation(async function (
      this: DynamoDBDocumentClient,
      ...call: unknown[]
    ) {
      const pk = call[0] instanceof UpdateCommand ? String(call[0].input.Key?.pk) : "";
      if (ids.includes(pk.replace("CO#", ""))) touched.push(pk.replace("CO#", ""));
      if (touched.length > failsAfter) throw new Error("the function dies");
      return Reflect.apply(send, this, call);
    });
    const run = (at: number) => dropOldCustomerData(at, performance.now() + 60_000);
    await expect(run(start + 402 * DAY)).rejects.toThrow("the function dies");
    touched.length = 0;
    failsAfter = Number.POSITIVE_INFINITY;
    await run(start + 403 * DAY);
    vi.restoreAllMocks();
    // From the last instant of the one page that was done, where more might have been made.
    expect([...new Set(touched)].toSorted()).toEqual(ids.slice(199));
    const customers = await Promise.all(ids.map((id) => getCheckout(engine.table, id)));
    expect(customers.filter((one) => one?.customer !== null)).toEqual([]);
  });

  it("is left to the next run when time is up", async () => {
    const { checkout } = await newCustomer(NOW + 2_000 * DAY);
    const { dropOldCustomerData, getCheckout } = await modules();
    await dropOldCustomerData(NOW + 3_000 * DAY, performance.now() - 1);
    expect((await getCheckout(engine.table, checkout.id))?.customer).not.toBeNull();
  });
});

describe("a closed account", () => {
  it("loses keys that its closing missed, at the next run", async () => {
    const { user } = await newCustomer(NOW);
    const { closeAccount, deleteClosedAccounts } = await modules();
    await closeAccount(asUser(user), user, NOW + DAY);
    // As from an index that lags: stored before the closing, found only after it.
    const late = await createMerchant(engine.table, { accountId: user.accountId, now: NOW });
    const revokedAt = async () =>
      (await getApiKey(engine.table, hashKey(late.liveKey)))?.revokedAt ?? null;
    expect(await revokedAt()).toBeNull();
    await deleteClosedAccounts(NOW + 2 * DAY, performance.now() + 60_000);
    expect(await revokedAt()).toBe(NOW + 2 * DAY);
  });

  it("is deleted with all personal data after 30 days; other accounts are not", async () => {
    const [gone, stays] = [await newCustomer(NOW), await newCustomer(NOW)];
    const { closeAccount, deleteClosedAccounts, getCheckout } = await modules();
    await closeAccount(asUser(gone.user), gone.user, NOW + DAY);
    const until = performance.now() + 60_000;
    await deleteClosedAccounts(NOW + 31 * DAY - 1, until);
    expect(await getCheckout(engine.table, gone.checkout.id)).not.toBeNull();

    await deleteClosedAccounts(NOW + 31 * DAY, until);

    const left = (await everything()).map((item) => JSON.stringify(item));
    const traces = [gone.user.id, gone.user.accountId, gone.user.phone ?? "", gone.checkout.id];
    for (const trace of traces) {
      expect(
        left.filter((text) => text.includes(trace)),
        trace,
      ).toEqual([]);
    }
    expect(await getCheckout(engine.table, stays.checkout.id)).not.toBeNull();
    expect(left.some((text) => text.includes(stays.user.id))).toBe(true);
  });
});
