import { afterAll, beforeAll, expect, it } from "vitest";
import { GetCommand } from "../../lib/cloud/dynamodb.ts";
import { countLinkVerified, getShortTarget, newLinkWrite } from "../../lib/store/payment-links.ts";
import { transact } from "../../lib/store/transact.ts";
import { startTable, type TestTable } from "../support/table.ts";

const NOW = 1_795_000_000_000;
const link = {
  code: "abcdefghjkmn",
  accountId: "acc_01m7w6c3800000000000000000",
  appId: 1001,
  livemode: true,
  amount: null,
  currency: "ETB",
  description: null,
  active: true,
  checkoutsCount: 0,
  verifiedCount: 0,
  createdAt: NOW,
};
const checkout = { accountId: link.accountId, id: "co_01m7w6c3800000000000000000" };
let engine: TestTable;

beforeAll(async () => {
  engine = await startTable();
  await transact(engine.table, [newLinkWrite(link)]);
});
afterAll(() => engine?.stop());

it("count a verified checkout once, and forget it when no event can repeat it any more", async () => {
  await countLinkVerified(engine.table, link.code, checkout, NOW);
  await countLinkVerified(engine.table, link.code, checkout, NOW + 1);
  const target = await getShortTarget(engine.table, link.code, NOW);
  expect(target).toMatchObject({ link: { verifiedCount: 1 } });
  const key = { pk: `LNK#${link.code}`, sk: `PAID#${checkout.id}` };
  const { Item } = await engine.table.client.send(
    new GetCommand({ TableName: engine.table.name, Key: key }),
  );
  expect(Item?.ttl).toBe(NOW / 1000 + 90 * 86_400);
});
