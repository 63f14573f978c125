import { randomBytes } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createCheckoutBody } from "../../../lib/contract/schemas/checkout.ts";
import type { Checkout } from "../../../lib/domain/checkout-terms.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { createWrite, dueCheckouts, getCheckout } from "../../../lib/store/checkouts.ts";
import { duePartition, instantKey } from "../../../lib/store/table.ts";
import { transact } from "../../../lib/store/transact.ts";
import { setFunctionEnvironment } from "../../support/function-environment.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";

const NOW = 1_795_000_000_000;
const newCheckoutId = () => newId("co_", NOW, randomBytes(10));
let engine: TestTable;
let expireDue: typeof import("../../../lib/runtime/checkouts/expire-due.ts").expireDueCheckouts;
let first: Checkout;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  // Loaded late: they look at the environment.
  ({ expireDueCheckouts: expireDue } = await import(
    "../../../lib/runtime/checkouts/expire-due.ts"
  ));
  const { createCheckout } = await import("../../../lib/runtime/checkouts/create.ts");
  const { accountId, appId } = await createMerchant(engine.table);
  const body = createCheckoutBody.parse({ amount: 100, expires_in: 300 });
  const alongside = () => [];
  first = await createCheckout({ accountId, appId, mode: "test", body, now: NOW, alongside });
});
afterAll(() => engine.stop());

const dueNow = () => dueCheckouts(engine.table, first.expiresAt, 1_000);

test("one run expires all that is due, also behind what cannot be expired, and what is not due stays", async () => {
  // Oldest of their shards, and they stay there: nothing that could be expired stands behind them.
  const stuck = Array.from({ length: 30 }, newCheckoutId);
  for (const id of stuck) {
    const Item = {
      pk: `CO#${id}`,
      sk: "NONE",
      due_pk: duePartition("CO", id),
      due_sk: instantKey(NOW),
    };
    await engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item }));
  }
  const twins = Array.from({ length: 60 }, () => ({ ...first, id: newCheckoutId() }));
  const later = { ...first, id: newCheckoutId(), expiresAt: first.expiresAt + 1 };
  for (const one of [...twins, later]) await transact(engine.table, [createWrite(one)]);

  await expireDue(first.expiresAt, performance.now() - 1, 2);
  expect(await dueNow()).toHaveLength(91);

  await expireDue(first.expiresAt, performance.now() + 60_000, 2);
  expect((await dueNow()).toSorted()).toEqual(stuck.toSorted());
  for (const { id } of [first, ...twins]) {
    expect((await getCheckout(engine.table, id))?.status).toBe("expired");
  }
  expect((await getCheckout(engine.table, later.id))?.status).toBe("open");
});
