import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { CaptureSource } from "../../../lib/domain/ledger.ts";
import { table } from "../../../lib/pipeline/deps.ts";
import { narrowWrites, readShards, widenWrites } from "../../../lib/store/credit-shards.ts";
import { captureWrites } from "../../../lib/store/credits.ts";
import { type RefusedCommit, transact } from "../../../lib/store/transact.ts";
import { findCredit } from "../../../lib/use-cases/verification/credit.ts";
import { setFunctionEnvironment } from "../../support/function-calls.ts";
import { type CreditAccounts, createMerchant, creditAccounts } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { open } from "../../support/verification.ts";

let engine: TestTable;
let accounts: CreditAccounts;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  accounts = creditAccounts(engine.table);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine.stop());

const FIRST: CaptureSource = { shard: 0, draw: null };

/** A checkout of an account whose first shard is empty, with these shards and their credits. */
async function emptyFirst(shards: number, credits: number) {
  const { accountId, ...merchant } = await createMerchant(engine.table, { credits: credits + 2 });
  const checkout = await open({ accountId, ...merchant });
  if (shards > 1) await transact(engine.table, widenWrites(accountId, 1, shards));
  if (credits > 0) {
    await accounts.capture(accountId, { shard: 1, draw: { shard: 0, credits: credits + 1 } });
    await accounts.capture(accountId, FIRST);
  } else {
    for (let count = 0; count < 2; count++) await accounts.capture(accountId, FIRST);
  }
  const entry = accounts.entry(accountId, "capture", 1);
  const refused = await transact(engine.table, captureWrites(entry, FIRST));
  if (refused.committed) throw new Error("the first shard is not empty");
  return { accountId, checkout: { ...checkout, creditShards: 1 }, refused };
}

test("an account with one empty shard costs no read", async () => {
  const { checkout, refused } = await emptyFirst(1, 0);
  const send = vi.spyOn(table().client, "send");
  expect(await findCredit(checkout, null, refused)).toBeNull();
  expect(await findCredit(checkout, FIRST, refused)).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

test("an account whose first shard alone is empty has credits", async () => {
  const { checkout, refused } = await emptyFirst(2, 4);
  const source = await findCredit(checkout, null, refused);
  expect(source?.draw ?? source).toMatchObject({ shard: 1 });
});

test("after a refused draw, the shards are read again", async () => {
  const { accountId, checkout, refused } = await emptyFirst(2, 4);
  const others: RefusedCommit = {
    committed: false,
    refusals: [{ kind: "ledger", existing: null }, ...refused.refusals],
  };
  expect(await findCredit(checkout, FIRST, others)).not.toBeNull();
  const [, second] = await readShards(engine.table, accountId);
  if (!second) throw new Error("one shard");
  await transact(engine.table, narrowWrites(accountId, second));
  const gone: RefusedCommit = { committed: false, refusals: [] };
  const drawn = { shard: 0, draw: { shard: 1, credits: 1 } };
  expect(await findCredit(checkout, drawn, gone)).toEqual(FIRST);
  expect(await findCredit(checkout, { shard: 1, draw: null }, gone)).toEqual(FIRST);
});
