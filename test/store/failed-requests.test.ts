import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type FailedRequest,
  listFailedRequests,
  putFailedRequest,
} from "../../lib/store/issues.ts";
import { startTable, type TestTable } from "../support/table.ts";

let engine: TestTable;
const NOW = 1_795_000_000_000;
const WEEK_MS = 7 * 86_400_000;
const REQUEST: FailedRequest = {
  requestId: "r-1",
  accountId: "acc_1",
  mode: "live",
  appId: 1001,
  keyId: "key_1",
  method: "GET",
  path: "/api/v1/checkouts/co_1/",
  status: 404,
  code: "not_found",
  detail: "There is no such checkout.",
  at: NOW,
};

beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine?.stop());

const list = (at: number, more: object = {}) =>
  listFailedRequests(engine.table, { accountId: "acc_1", mode: "live", ...more }, { limit: 2 }, at);
const idsOf = ({ data }: Awaited<ReturnType<typeof list>>) => data.map((each) => each.requestId);

it("lists failed requests newest first, for seven days to the millisecond", async () => {
  await putFailedRequest(engine.table, REQUEST);
  await putFailedRequest(engine.table, { ...REQUEST, requestId: "r-2", at: NOW + 1 });
  expect(idsOf(await list(NOW + 1))).toEqual(["r-2", "r-1"]);
  expect(idsOf(await list(NOW + WEEK_MS))).toEqual(["r-2", "r-1"]);
  expect(idsOf(await list(NOW + WEEK_MS + 1))).toEqual(["r-2"]);
  expect(idsOf(await list(NOW + WEEK_MS + 2))).toEqual([]);
});

it("keeps accounts and modes apart, and binds a cursor to its search", async () => {
  await putFailedRequest(engine.table, { ...REQUEST, requestId: "r-3", mode: "test" });
  await putFailedRequest(engine.table, { ...REQUEST, requestId: "r-4", accountId: "acc_2" });
  await putFailedRequest(engine.table, { ...REQUEST, requestId: "r-5", at: NOW + 2 });
  expect(idsOf(await list(NOW + 2, { mode: "test" }))).toEqual(["r-3"]);
  const page = await list(NOW + 2, { search: "Not_Found" });
  expect(idsOf(page)).toEqual(["r-5", "r-2"]);
  const filter = { accountId: "acc_1", mode: "live" as const, search: "r-" };
  const cursor = page.nextCursor ?? undefined;
  const other = listFailedRequests(engine.table, filter, { limit: 2, cursor }, NOW + 2);
  await expect(other).rejects.toMatchObject({ code: "invalid_request" });
});

it("takes three digits for a status, also where ids and paths contain them", async () => {
  const mine = { ...REQUEST, accountId: "acc_3" };
  const path = "/api/v1/checkouts/co_400/";
  await putFailedRequest(engine.table, { ...mine, requestId: "r-400a", path });
  await putFailedRequest(engine.table, { ...mine, requestId: "r-6", status: 400, at: NOW + 1 });
  const found = async (search: string) =>
    idsOf(await list(NOW + 1, { accountId: "acc_3", search }));
  expect(await found("400")).toEqual(["r-6"]);
  expect(await found("404")).toEqual(["r-400a"]);
  expect(await found("r-400")).toEqual(["r-400a"]);
  expect(await found("co_400")).toEqual(["r-400a"]);
});
