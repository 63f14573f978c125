import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { QueryCommand } from "../../lib/cloud/dynamodb.ts";
import { newDelivery } from "../../lib/domain/delivery.ts";
import { newId } from "../../lib/domain/ids.ts";
import { auditWrite, listAudit } from "../../lib/store/audit.ts";
import type { Page, PageRequest } from "../../lib/store/cursor.ts";
import { ensureDelivery } from "../../lib/store/deliveries.ts";
import { listDeliveries } from "../../lib/store/delivery-lists.ts";
import { eventWrite, listEvents } from "../../lib/store/events.ts";
import { listFailedRequests, putFailedRequest } from "../../lib/store/issues.ts";
import { listUnreadable, putUnreadable } from "../../lib/store/notices.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { FACTS, newEvent } from "../support/events.ts";
import { startTable, type TestTable } from "../support/table.ts";

const NOW = 1_795_000_000_000;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

let engine: TestTable;
let table: Table;
beforeAll(async () => {
  engine = await startTable();
  table = asOnAws(engine.table);
});
afterAll(() => engine?.stop());

/** The embedded engine begins a query anywhere. DynamoDB refuses to begin outside of the range that it asks for. */
function asOnAws({ client, name }: Table): Table {
  const send = (command: object) => {
    if (command instanceof QueryCommand) assertBeginsInRange(command.input);
    return client.send(command as never);
  };
  return { name, client: { send } as unknown as Table["client"] };
}

function assertBeginsInRange(input: QueryCommand["input"]): void {
  const range = /AND (\w+) (?:>=?|BETWEEN) (:\w+)/.exec(input.KeyConditionExpression ?? "");
  const begin = input.ExclusiveStartKey?.[range?.[1] ?? ""];
  const low = input.ExpressionAttributeValues?.[range?.[2] ?? ""];
  if (begin === undefined || String(begin) >= String(low)) return;
  throw new Error("The provided starting key does not match the range key predicate");
}

type Read = (page: PageRequest, now: number) => Promise<Page<unknown>>;

/** Stores three rows of a list, a second apart, and reads two of them. Then two have aged, and the third does when its page is read. */
async function expectEnd(days: number, put: (at: number) => Promise<unknown>, read: Read) {
  for (const place of [0, 1, 2]) await put(NOW + place * SECOND_MS);
  const first = await read({ limit: 2 }, NOW + 2 * SECOND_MS);
  expect(first.data).toHaveLength(2);
  const cursor = first.nextCursor ?? undefined;
  expect(cursor).toBeDefined();
  const inTime = await read({ limit: 2, cursor }, NOW + 2 * SECOND_MS);
  expect([inTime.data.length, inTime.nextCursor]).toEqual([1, null]);
  const late = NOW + days * DAY_MS + 2 * SECOND_MS;
  expect(await read({ limit: 2, cursor }, late)).toEqual({ data: [], nextCursor: null });
}

const id = (prefix: "aud_" | "dlv_", at: number) => newId(prefix, at, randomBytes(10));

test("a list of failed requests ends where the page before has aged", () =>
  expectEnd(
    7,
    (at) =>
      putFailedRequest(table, {
        ...{ requestId: `r-${at}`, accountId: "acc_1", mode: "live", appId: 1, keyId: "key_1" },
        ...{ method: "GET", path: "/", status: 404, code: "not_found", detail: null, at },
      }),
    (page, now) => listFailedRequests(table, { accountId: "acc_1", mode: "live" }, page, now),
  ));

test("a list of unreadable messages ends where the page before has aged", () =>
  expectEnd(
    7,
    (at) =>
      putUnreadable(table, "acc_1", {
        ...{ hash: `h${at}`, provider: "telebirr", text: "Dear customer", receivedAt: at },
      }),
    (page, now) => listUnreadable(table, "acc_1", page, now),
  ));

test("the audit log ends where the page before has aged", () =>
  expectEnd(
    400,
    (at) => {
      const entry = { accountId: "acc_1", actor: "usr_1", action: "app.created", objectId: "1" };
      return transact(engine.table, [auditWrite({ id: id("aud_", at), ...entry, at })]);
    },
    (page, now) => listAudit(table, "acc_1", page, now),
  ));

test("a list of events ends where the page before has aged", () =>
  expectEnd(
    30,
    (at) => transact(engine.table, [eventWrite(newEvent({ accountId: "acc_1", appId: 1001 }, at))]),
    (page, now) =>
      listEvents(table, { accountId: "acc_1", mode: "live", of: { appId: 1001 } }, page, now),
  ));

test.each([
  ["an endpoint", { endpoint: { id: "whk_1" } }],
  ["an endpoint of a busy app", { endpoint: { id: "whk_2", isSpread: true } }],
  ["an app", { appId: 1002 }],
] as const)("a list of the deliveries of %s ends where the page before has aged", (_, of) => {
  const endpointId = "endpoint" in of ? of.endpoint.id : "whk_3";
  const appId = "appId" in of ? of.appId : 1001;
  return expectEnd(
    90,
    (at) =>
      ensureDelivery(
        engine.table,
        newDelivery({ ...FACTS, id: id("dlv_", at), endpointId, appId }, at),
      ),
    (page, now) => listDeliveries(table, { of }, page, now),
  );
});
