import { afterAll, beforeAll, expect, it } from "vitest";
import { GetCommand } from "../../lib/cloud/dynamodb.ts";
import type { Checkout } from "../../lib/domain/checkout.ts";
import {
  type CheckoutTexts,
  createWrites,
  termsKey,
  textsWrites,
} from "../../lib/store/checkout-item.ts";
import { getCheckout } from "../../lib/store/checkouts.ts";
import { type Item, transact } from "../../lib/store/transact.ts";
import { specimen } from "../support/pay-page-specimens.ts";
import { interceptedTable, startTable, type TestTable } from "../support/table.ts";

const CHECKOUT = specimen("waiting", { language: "en" }).checkout;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  await transact(engine.table, createWrites(CHECKOUT));
});
afterAll(() => engine.stop());

async function load(): Promise<Checkout> {
  const found = await getCheckout(engine.table, CHECKOUT.id);
  if (found === null) throw new Error("The checkout is gone.");
  return found;
}

const textsOf = ({ clientReference, description, metadata }: Checkout): CheckoutTexts => ({
  clientReference,
  description,
  metadata,
});

async function change(before: Checkout, texts: Partial<CheckoutTexts>): Promise<boolean> {
  const writes = textsWrites(before, { ...textsOf(before), ...texts });
  return (await transact(engine.table, writes)).committed;
}

it("reads again where the texts have changed between its two items", async () => {
  const { name: TableName, client } = engine.table;
  const key = termsKey(CHECKOUT.id);
  const { Item: old } = await client.send(new GetCommand({ TableName, Key: key }));
  expect(await change(await load(), { description: "One bag" })).toBe(true);
  let tears = 1;
  const torn = interceptedTable(engine.table, async (_command, send) => {
    const answer = (await send()) as { Items: Item[] };
    if (tears-- <= 0) return answer;
    return { Items: answer.Items.map((item) => (item.sk === key.sk ? old : item)) };
  });
  expect((await getCheckout(torn, CHECKOUT.id))?.description).toBe("One bag");
  tears = 4;
  await expect(getCheckout(torn, CHECKOUT.id)).rejects.toMatchObject({
    code: "service_unavailable",
  });
});

it("refuses a change based on old texts that were read with the new version", async () => {
  const old = await load();
  expect(await change(old, { description: "Two bags" })).toBe(true);
  const torn = { ...(await load()), ...textsOf(old) };
  expect(await change(torn, { metadata: { order: "7" } })).toBe(false);
  expect(await load()).toMatchObject({ ...textsOf(old), description: "Two bags" });
  expect(await change(await load(), { metadata: { order: "7" } })).toBe(true);
  expect(textsOf(await load())).toEqual({
    ...textsOf(old),
    ...{ description: "Two bags", metadata: { order: "7" } },
  });
});
