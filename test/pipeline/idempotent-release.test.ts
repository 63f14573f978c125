import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { DeleteCommand, DocumentClient } from "../../lib/cloud/dynamodb.ts";
import { createPaymentLink } from "../../lib/contract/routes/platform-checkouts.ts";
import { newId } from "../../lib/domain/ids.ts";
import { invoke, setFunctionEnvironment } from "../support/function-calls.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createUser } from "../support/users.ts";

let engine: TestTable;
let handler: unknown;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  // Loaded late: it looks at the environment.
  ({ createCheckout: handler } = await import("../../functions/platform/checkouts.ts"));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine.stop());

it("an error is returned although its idempotency key cannot be unlocked", async () => {
  const now = Date.now();
  const principal = await createUser(engine.table, newId("acc_", now, randomBytes(10)), now);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const { send } = DocumentClient.prototype;
  let failures = 0;
  vi.spyOn(DocumentClient.prototype, "send").mockImplementation(async function (
    this: DocumentClient,
    ...call: unknown[]
  ) {
    if (!(call[0] instanceof DeleteCommand)) return Reflect.apply(send, this, call);
    failures += 1;
    throw new Error("throttled");
  });
  const { status, body } = await invoke(handler, createPaymentLink, {
    principal,
    body: { amount: 100, app_id: 999_999 },
    headers: { "idempotency-key": "order-1" },
  });
  expect([status, body.code]).toEqual([404, "not_found"]);
  expect(failures).toBe(1);
});
