import { randomBytes } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCheckoutBody } from "../../lib/contract/schemas/checkout.ts";
import { newId } from "../../lib/domain/ids.ts";
import type { ProvenLogin, User } from "../../lib/domain/user.ts";
import type { UserPrincipal } from "../../lib/runtime/principal.ts";
import { getApiKey, hashKey } from "../../lib/store/api-keys.ts";
import { setFunctionEnvironment } from "../support/function-environment.ts";
import { createMerchant } from "../support/merchant.ts";
import { startTable, type TestTable } from "../support/table.ts";

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
  ...(await import("../../lib/runtime/login/sign-in.ts")),
  ...(await import("../../lib/runtime/checkouts/create.ts")),
  ...(await import("../../lib/runtime/privacy/drop-old-data.ts")),
  ...(await import("../../lib/runtime/privacy/delete-closed.ts")),
  ...(await import("../../lib/runtime/account/close-account.ts")),
  ...(await import("../../lib/store/checkouts.ts")),
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

const everything = async () => {
  const { Items = [] } = await engine.table.client.send(
    new ScanCommand({ TableName: engine.table.name, ConsistentRead: true }),
  );
  return Items;
};

describe("customers' data", () => {
  it("is dropped after 400 days and not before; money and references stay", async () => {
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

  it("is dropped too where runs were missed for months", async () => {
    const { checkout } = await newCustomer(NOW + 500 * DAY);
    const { dropOldCustomerData, getCheckout } = await modules();
    await dropOldCustomerData(NOW + 1_300 * DAY, performance.now() + 60_000);
    expect((await getCheckout(engine.table, checkout.id))?.customer).toBeNull();
  });

  it("is left for the next run when the time is up", async () => {
    const { checkout } = await newCustomer(NOW + 2_000 * DAY);
    const { dropOldCustomerData, getCheckout } = await modules();
    await dropOldCustomerData(NOW + 3_000 * DAY, performance.now() - 1);
    expect((await getCheckout(engine.table, checkout.id))?.customer).not.toBeNull();
  });
});

describe("a closed account", () => {
  it("loses the keys that its closing did not find yet, at the next run", async () => {
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

  it("is deleted after 30 days with everything that names anybody, and its neighbour is not", async () => {
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
