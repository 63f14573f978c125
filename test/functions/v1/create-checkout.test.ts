import { afterAll, beforeAll, expect, test } from "vitest";
import { createCheckout } from "../../../lib/contract/routes/v1.ts";
import { invoke, setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";

let engine: TestTable;
let handler: unknown;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  ({ createCheckout: handler } = await import("../../../functions/v1/checkouts.ts"));
});
afterAll(() => engine.stop());

test.each([
  ["live", 400],
  ["test", 201],
] as const)(
  "a deployed service answers http://localhost pages in %s mode with %i",
  async (mode, expected) => {
    const { accountId, appId } = await createMerchant(engine.table);
    const scopes = ["checkouts:write"] as const;
    const { status, body } = await invoke(handler, createCheckout, {
      principal: { kind: "key", keyId: "key_test", accountId, appId, mode, scopes: [...scopes] },
      body: { amount: 150_000, cancel_url: "http://localhost:3000/cart" },
    });
    expect(status).toBe(expected);
    const field = { path: "cancel_url", message: "must be an https address in live mode" };
    if (mode === "live") expect(body.errors).toEqual([field]);
  },
);
