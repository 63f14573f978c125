// P4's second part: what the lists of the audit log, bank notices and statements read when an account has many of each.
import { BatchWriteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { addDays, dayOf } from "../lib/contract/days.ts";
import { derivedId } from "../lib/domain/ids.ts";
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
import type { Row } from "./figure.ts";
import { databaseSum } from "./payment-path.ts";

const PER_BATCH = 25;
const AT_ONCE = 4;
const DAY_MS = 86_400_000;
/** The bank account of the statements. */
const NUMBER = "1000000000";

/** Items of one kind, from a real one: each with a key of its own. */
type Copy = (index: number) => Item;

/** Adds to the merchant's account as many of each kind as `from` to `to` says. */
export async function fillLists(service: MeteredService, from: number, to: number): Promise<void> {
  const now = Date.now();
  for (const copy of await copies(service, now)) {
    for (let first = from; first < to; first += PER_BATCH * AT_ONCE) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, part) => {
          const start = first + part * PER_BATCH;
          const indexes = Array.from({ length: PER_BATCH }, (_unused, at) => start + at);
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
    ...{ sourceId: "nts_0", typed: false, balance: "none" as const },
  };
}

/** What each of them reads, as the functions do. */
export async function readLists(service: MeteredService, size: number): Promise<readonly Row[]> {
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
