import { afterAll, beforeAll, expect, it } from "vitest";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call } from "../support/api.ts";
import { createMerchant, type Merchant } from "../support/merchant.ts";
import { startLocal, tableOf } from "../support/running-stack.ts";

const TELEBIRR = { name: "Selam Coffee", number: "251900000001" };
const CBE = { name: "Selam Coffee", number: "1000123456789" };

let stack: LocalStack;
beforeAll(async () => {
  stack = await startLocal({ config: { providers: { telebirr: { enabled: false } } } });
});
afterAll(() => stack?.close());

const create = ({ liveKey }: Merchant, body: object = {}) =>
  call(stack.url, "POST", "/api/v1/checkouts/", {
    key: liveKey,
    body: { amount: 150_000, ...body },
  });

it("offers no account at a bank that the operator has switched off", async () => {
  const both = await createMerchant(tableOf(stack), { accounts: { telebirr: TELEBIRR, cbe: CBE } });
  const made = await create(both);
  expect(made.status).toBe(201);
  expect(made.body.payment_methods.map(({ provider }: { provider: string }) => provider)).toEqual([
    "cbe",
  ]);
  const without = await createMerchant(tableOf(stack), { accounts: { telebirr: TELEBIRR } });
  const refused = await create(without);
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ path: "payment_methods", message: "the app has no enabled payment method" }],
  ]);
});

it("keeps metadata whatever its keys are called", async () => {
  const merchant = await createMerchant(tableOf(stack), { accounts: { cbe: CBE } });
  const metadata = { constructor: "Bole", prototype: "x", toString: "y", hasOwnProperty: "z" };
  const made = await create(merchant, { metadata });
  expect([made.status, made.body.metadata]).toEqual([201, metadata]);
  const path = `/api/v1/checkouts/${made.body.id}/`;
  const change = { key: merchant.liveKey, body: { metadata: { constructor: "Piassa" } } };
  expect((await call(stack.url, "PATCH", path, change)).body.metadata).toEqual({
    constructor: "Piassa",
  });
});
