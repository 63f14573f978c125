import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PutCommand } from "../../../lib/cloud/dynamodb.ts";
import { createCheckoutBody } from "../../../lib/contract/schemas/checkout.ts";
import { expireCheckouts } from "../../../lib/contract/workers/verification.ts";
import { type Checkout, GRACE_MS } from "../../../lib/domain/checkout.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { instant } from "../../../lib/domain/instant.ts";
import { createWrites } from "../../../lib/store/checkout-item.ts";
import { dueCheckouts, getCheckout } from "../../../lib/store/checkouts.ts";
import { duePartition } from "../../../lib/store/due-shards.ts";
import { transact } from "../../../lib/store/transact.ts";
import { asWorker, setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";

const NOW = 1_795_000_000_000;
const newCheckoutId = () => newId("co_", NOW, randomBytes(10));
let engine: TestTable;
let expireDue: typeof import("../../../lib/use-cases/checkouts/change.ts").expireDueCheckouts;
let first: Checkout;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  // Loaded late: they look at the environment.
  const { expireDueCheckouts } = await import("../../../lib/use-cases/checkouts/change.ts");
  expireDue = asWorker(expireCheckouts, expireDueCheckouts);
  const { createCheckout } = await import("../../../lib/use-cases/checkouts/create.ts");
  const { accountId, appId } = await createMerchant(engine.table);
  const body = createCheckoutBody.parse({ amount: 100, expires_in: 300 });
  const alongside = () => [];
  first = await createCheckout({ accountId, appId, mode: "test", body, now: NOW, alongside });
});
afterAll(() => engine.stop());

const dueNow = () => dueCheckouts(engine.table, first.expiresAt, 1_000);

test("one run expires all due checkouts, even behind ones that fail, and no others", async () => {
  // Oldest of their shards, and they stay there: nothing that could be expired stands behind them.
  const stuck = Array.from({ length: 30 }, newCheckoutId);
  for (const id of stuck) {
    const Item = {
      pk: `CO#${id}`,
      sk: "NONE",
      due_pk: duePartition("CO", id),
      due_sk: instant(NOW),
    };
    await engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item }));
  }
  const twins = Array.from({ length: 60 }, () => ({ ...first, id: newCheckoutId() }));
  const later = { ...first, id: newCheckoutId(), expiresAt: first.expiresAt + 1 };
  for (const one of [...twins, later]) await transact(engine.table, createWrites(one));

  await expireDue(first.expiresAt, performance.now() - 1, 2);
  expect(await dueNow()).toHaveLength(91);

  await expireDue(first.expiresAt, performance.now() + 60_000, 2);
  expect((await dueNow()).toSorted()).toEqual(stuck.toSorted());
  for (const { id } of [first, ...twins]) {
    expect((await getCheckout(engine.table, id))?.status).toBe("expired");
  }
  expect((await getCheckout(engine.table, later.id))?.status).toBe("open");
});

test("a checkout with a pending attempt is postponed to the end of its grace period", async () => {
  const attempt = {
    ...({ id: "att_1", provider: "telebirr", reference: "X" } as const),
    ...{ submittedAt: NOW, awaitsCredits: false },
  };
  const waiting = { ...first, id: newCheckoutId(), pending: [attempt] };
  await transact(engine.table, createWrites(waiting));
  const isDue = async (at: number) =>
    (await dueCheckouts(engine.table, at, 1_000)).includes(waiting.id);
  expect(await isDue(first.expiresAt)).toBe(true);
  await expireDue(first.expiresAt, performance.now() + 60_000, 100);
  expect(await isDue(first.expiresAt)).toBe(false);
  expect(await isDue(first.expiresAt + GRACE_MS - 1)).toBe(false);
  expect(await isDue(first.expiresAt + GRACE_MS)).toBe(true);
  expect((await getCheckout(engine.table, waiting.id))?.status).toBe("open");
});
