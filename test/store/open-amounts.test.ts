import { afterAll, beforeAll, expect, it } from "vitest";
import { PutCommand } from "../../lib/cloud/dynamodb.ts";
import { amountsBetween, MOST_OPEN, openAmountPartition } from "../../lib/store/open-amounts.ts";
import { startTable, type TestTable } from "../support/table.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

it("finds all amounts that were asked for, also in the pages after the first hundred", async () => {
  const count = MOST_OPEN + 20;
  const { client, name: TableName } = engine.table;
  for (let amount = 1; amount <= count; amount++) {
    const checkoutId = `co_${amount}`;
    const sk = `ETB#${String(amount).padStart(13, "0")}#${checkoutId}`;
    const row = { entity: "open_amount", checkoutId, amount, expiresAt: 5_000, payerPhone: null };
    // A page of the table has 1 MB.
    const Item = { pk: openAmountPartition("acc_1"), sk, ...row, filler: "x".repeat(9_500) };
    await client.send(new PutCommand({ TableName, Item }));
  }
  const range = { currency: "ETB", low: 1, high: count };
  expect(await amountsBetween(engine.table, "acc_1", range, 4_999)).toHaveLength(count);
  expect(await amountsBetween(engine.table, "acc_1", range, 5_000)).toEqual([]);
});
