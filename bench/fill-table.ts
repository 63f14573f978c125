import { BatchWriteCommand, QueryCommand } from "../lib/cloud/dynamodb.ts";
import { addDays, dayOf } from "../lib/contract/days.ts";
import { derivedId, newId } from "../lib/domain/ids.ts";
import { randomBytes, table } from "../lib/pipeline/deps.ts";
import { auditWrite, listAudit } from "../lib/store/audit.ts";
import { listStatements, statementsAround, statementWrites } from "../lib/store/books.ts";
import {
  listUnreadable,
  noticesOfAmount,
  noticesOfDay,
  noticesOfReference,
  putNotice,
  putUnreadable,
} from "../lib/store/notices.ts";
import { claimNotification, finishNotification } from "../lib/store/notifications.ts";
import type { Item } from "../lib/store/transact.ts";
import type { MeteredService } from "../test/support/metered-service.ts";
import { comparedStatement } from "../test/support/read-specimens.ts";
import type { BenchOptions, Figure, Row } from "./figure.ts";
import {
  captureLog,
  databaseSum,
  isNearBorder,
  type Step,
  walkPayment,
  warmUp,
} from "./payment-path.ts";

/** Of two items each; one call takes 25 items. */
const PER_BATCH = 12;
const AT_ONCE = 4;
const SAID_EVERY = 100_000;

/** Copies of a real checkout with ids of their own, straight into the table, from number `from` to `to`. */
async function fillTable(
  service: MeteredService,
  from: number,
  to: number,
  say: (line: string) => void,
): Promise<void> {
  const { table } = service.engine;
  const log = captureLog();
  const made = await service.create().finally(log.restore);
  const id = String(made.body.id);
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `CO#${id}` },
    }),
  );
  const text = JSON.stringify(Items);
  const copy = (): readonly Record<string, unknown>[] =>
    JSON.parse(text.replaceAll(id, newId("co_", Date.now(), randomBytes(10))));
  for (let count = from; count < to; count += PER_BATCH * AT_ONCE) {
    if (count > from && count % SAID_EVERY === 0) say(`P4: ${count} of ${to}`);
    await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        table.client.send(
          new BatchWriteCommand({
            RequestItems: {
              [table.name]: Array.from({ length: PER_BATCH }, copy)
                .flat()
                .map((Item) => ({ PutRequest: { Item } })),
            },
          }),
        ),
      ),
    );
  }
}

/** P3: what each step asks of the table. */
export function databaseWork(steps: readonly Step[]): Figure {
  return {
    id: "P3",
    title: "database calls and capacity units per invocation",
    how: "Counted at the protocol by a proxy before the embedded engine (ReturnConsumedCapacity), containers warm, one webhook endpoint that wants checkout.verified. The higher count doubles the index writes of transactions, as Amazon's DynamoDB Local does. test/functions/capacity.test.ts asserts both.",
    rows: steps.map(({ name, calls }) => {
      const { calls: count, readUnits, writeUnits, higherWriteUnits } = databaseSum(calls);
      const actions = calls.filter(({ service }) => service === "dynamodb").map((c) => c.action);
      return {
        step: name,
        calls: count,
        RCU: readUnits,
        WCU: writeUnits,
        "WCU, higher count": higherWriteUnits,
        actions: actions.join(" "),
      };
    }),
  };
}

/** A walk takes less, ms. */
const WALK_MS = 5 * 60_000;
/** From the first slot before a border to the second one after it, ms. */
const PAST_BORDER_MS = 45 * 60_000;

/** Moves this process's clock on where payments of the next minutes would cost more: all walks are counted alike. */
function leaveBorder(): void {
  const now = Date.now;
  const soon = now() + WALK_MS;
  if (isNearBorder(now()) || isNearBorder(soon)) Date.now = () => now() + PAST_BORDER_MS;
}

/** P4: the same with a fuller table; it must not matter how much is in it. */
export async function fullTable(
  service: MeteredService,
  { full, items, say }: BenchOptions,
): Promise<Figure> {
  const sizes = items ?? (full ? [1_000, 100_000] : [1_000, 20_000]);
  const rows = [];
  const lists: Row[] = [];
  let filled = 0;
  let fillSeconds = 0;
  for (const size of sizes) {
    say(`P4: filling the table up to ${size} checkouts`);
    const startedAt = performance.now();
    await fillTable(service, filled, size, say);
    await fillLists(service, filled, size);
    fillSeconds += (performance.now() - startedAt) / 1000;
    filled = size;
    leaveBorder();
    await warmUp(service);
    const steps = await walkPayment(service);
    rows.push({ of: "the path of a payment", "of each": size, ...totals(steps) });
    lists.push(...(await readLists(service, size)));
  }
  const [first, ...others] = rows.map(({ "of each": _, ...rest }) => JSON.stringify(rest));
  const equal = others.every((row) => row === first);
  return {
    id: "P4",
    title: "the same path with a fuller table",
    how: `${sizes.join(", ")} checkouts, audit entries, notices, unreadable notices and statements of the same account in the table, filled in ${Math.round(fillSeconds)} s${sizes.includes(1_000_000) ? "" : "; 10⁶ was not run (--items)"}. A team has at most 50 members, and books are read by the day. Sums over the whole path of a payment: ${equal ? "equal" : "NOT EQUAL"}.`,
    rows: [...rows, ...lists.toSorted((a, b) => String(a.of).localeCompare(String(b.of), "en"))],
  };
}

function totals(steps: readonly Step[]) {
  const { calls, readUnits, writeUnits } = databaseSum(steps.flatMap((step) => step.calls));
  return { calls, RCU: readUnits, WCU: writeUnits };
}

// The second part: what the lists of the audit log, bank notices and statements read when an account has many of each.

const ITEMS_PER_BATCH = 25;
const BATCHES_AT_ONCE = 4;
const DAY_MS = 86_400_000;
/** The bank account of the statements. */
const NUMBER = "1000000000";

/** Items of one kind, from a real one: each with a key of its own. */
type Copy = (index: number) => Item;

/** Adds to the merchant's account as many of each kind as `from` to `to` says. */
async function fillLists(service: MeteredService, from: number, to: number): Promise<void> {
  const now = Date.now();
  for (const copy of await copies(service, now)) {
    for (let first = from; first < to; first += ITEMS_PER_BATCH * BATCHES_AT_ONCE) {
      await Promise.all(
        Array.from({ length: BATCHES_AT_ONCE }, (_, part) => {
          const start = first + part * ITEMS_PER_BATCH;
          const indexes = Array.from({ length: ITEMS_PER_BATCH }, (_unused, at) => start + at);
          return putAll(service, indexes.filter((index) => index < to).map(copy));
        }),
      );
    }
  }
}

async function putAll({ engine }: MeteredService, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const RequestItems = { [engine.table.name]: items.map((Item) => ({ PutRequest: { Item } })) };
  await engine.table.client.send(new BatchWriteCommand({ RequestItems }));
}

async function copies(service: MeteredService, now: number): Promise<readonly Copy[]> {
  const { accountId } = service.merchant;
  const { table: direct } = service.engine;
  const only = async (partition: string): Promise<Item> => {
    const { Items = [] } = await direct.client.send(
      new QueryCommand({
        TableName: direct.name,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": `${partition}#${accountId}` },
        Limit: 1,
      }),
    );
    return Items[0] ?? {};
  };
  const hash = `first-${now}`;
  await putNotice(direct, { ...noticeOf(accountId), hash, sentAt: now, receivedAt: now });
  await putUnreadable(direct, accountId, { hash, provider: "cbe", text: "x", receivedAt: now });
  const [notice, unreadable] = [await only("NTC"), await only("NTU")];
  const renamed = (text: unknown, index: number) => String(text).replace(/first-\d+/, `n${index}`);
  return [
    (index) => audited(accountId, now, index),
    // Over the 30 days that they are kept, each day a partition of its own.
    (index) => ({
      ...notice,
      sk: `telebirr#${reference(index)}#n${index}`,
      reference: reference(index),
      hash: `n${index}`,
      amountMinor: 100 + index,
      gsi1pk: String(notice.gsi1pk).replace(/\d{4}-\d\d-\d\d/, dayOf(now - (index % 30) * DAY_MS)),
      gsi1sk: renamed(notice.gsi1sk, index),
    }),
    (index) => ({ ...unreadable, sk: renamed(unreadable.sk, index), hash: `n${index}` }),
    (index) => compared(accountId, now, index),
  ];
}

function audited(accountId: string, now: number, index: number): Item {
  const id = derivedId("aud_", now - index, randomBytes(10));
  const entry = { id, accountId, actor: "system", action: "app.changed", objectId: "1", at: now };
  return itemOf(auditWrite(entry));
}

/** One of a day, a year back and over again. */
function compared(accountId: string, now: number, index: number): Item {
  const day = addDays(dayOf(now), -(index % 365));
  const id = derivedId("stm_", Date.parse(day), randomBytes(10));
  const statement = { ...comparedStatement(accountId, "usr_1"), id, from: day, to: day };
  const kept = {
    ...statement,
    provider: "cbe" as const,
    accountNumber: `${index}`,
    comparedAt: now,
  };
  const [write] = statementWrites(kept, { points: [], confirmed: [] }, 0);
  return itemOf(write);
}

function itemOf(write: unknown): Item {
  return (write as { readonly put: { readonly Item: Item } }).put.Item;
}

const reference = (index: number) => `N${String(index).padStart(9, "0")}`;

function noticeOf(accountId: string) {
  return {
    ...{ provider: "telebirr" as const, amountMinor: 4_200, currency: "ETB", account: null },
    payer: { name: "Almeta Worqesh", account: null },
    ...{ reference: "FIRST", link: null, paidAt: null, precisionMs: 0, accountId },
    ...{ sourceId: "nts_0", typed: false, balance: "unknown" as const },
  };
}

/** What each of them reads, as the functions do. */
async function readLists(service: MeteredService, size: number): Promise<readonly Row[]> {
  const now = Date.now();
  const { accountId } = service.merchant;
  const page = { limit: 20 };
  const place = { accountId, userId: "usr_1", id: `evt_${size}` };
  const today = dayOf(now);
  const around = { from: addDays(today, -31), to: today };
  const account = { provider: "cbe" as const, accountNumber: NUMBER };
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    "audit log, a page": () => listAudit(table(), accountId, page, now),
    "unreadable notices, a page": () => listUnreadable(table(), accountId, page, now),
    "notices of a reference": () =>
      noticesOfReference(
        table(),
        accountId,
        { provider: "telebirr", reference: reference(1) },
        now,
      ),
    "notices of an amount, two days": () =>
      noticesOfAmount(
        table(),
        accountId,
        { currency: "ETB", amountMinor: 101 },
        { from: now - DAY_MS, until: now },
      ),
    "notices of a day, for the unmatched": () => noticesOfDay(table(), accountId, now),
    "statements, a page": () => listStatements(table(), accountId, page, now),
    "statements of a month, to compare one": () =>
      statementsAround(table(), accountId, account, around, now),
    "a notification, claimed and done": async () => {
      await claimNotification(table(), place, now + 60_000, now);
      await finishNotification(table(), place, "sent", now);
    },
  };
  const rows: Row[] = [];
  for (const [name, read] of Object.entries(reads)) {
    const { calls } = await service.metered(read);
    const { calls: count, readUnits, writeUnits } = databaseSum(calls);
    rows.push({ of: name, "of each": size, calls: count, RCU: readUnits, WCU: writeUnits });
  }
  return rows;
}
