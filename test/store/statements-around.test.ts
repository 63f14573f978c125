import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { derivedId } from "../../lib/domain/ids.ts";
import { statementsAround, statementWrites } from "../../lib/store/books.ts";
import { transact } from "../../lib/store/transact.ts";
import { comparedStatement } from "../support/read-specimens.ts";
import { startTable, type TestTable } from "../support/table.ts";

const NOW = Date.parse("2026-11-25T09:00:00Z");
const ACCOUNT = { provider: "cbe", accountNumber: "1000000000" } as const;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine?.stop());

/** Returns its id, which begins with its last day, as `compare` makes it. */
async function put(from: string, to: string, number: string = ACCOUNT.accountNumber) {
  const id = derivedId("stm_", Date.parse(to), crypto.getRandomValues(new Uint8Array(10)));
  const of = { ...ACCOUNT, id, from, to, accountNumber: number, comparedAt: NOW };
  const statement = { ...comparedStatement("acc_1", "usr_1"), ...of };
  await transact(engine.table, statementWrites(statement, { points: [], confirmed: [] }, 0));
  return id;
}

test("the statements around some days are found without reading those that ended before", async () => {
  const expected = [
    await put("2026-10-01", "2026-10-31"),
    await put("2026-10-31", "2026-11-02"),
    await put("2026-11-02", "2026-11-20"),
  ];
  await put("2026-11-04", "2026-11-20");
  await put("2026-10-01", "2026-11-20", "2000000000");
  for (const month of ["01", "02", "03"]) await put(`2026-${month}-01`, `2026-${month}-28`);
  const send = vi.spyOn(engine.table.client, "send");
  const days = { from: "2026-10-31", to: "2026-11-03" };
  const found = await statementsAround(engine.table, "acc_1", ACCOUNT, days, NOW);
  expect(found.map(({ id }) => id).sort()).toEqual(expected.sort());
  const answers = await Promise.all(send.mock.results.map(({ value }) => value));
  const read = answers.map(({ ScannedCount }: { ScannedCount: number }) => ScannedCount);
  expect(read).toEqual([5]);
});
