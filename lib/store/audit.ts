import { paginateScan } from "../cloud/dynamodb.ts";
import { idFloor } from "../domain/ids.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { type OnUnreadable, readAll } from "./due.ts";
import { shapeOf } from "./shape.ts";
import type { Table, Write } from "./transact.ts";

/** An action by a user, an operator or the service. */
export interface AuditEntry {
  readonly id: string;
  readonly accountId: string;
  /** A user's id, `operator:{name}`, or `system`. */
  readonly actor: string;
  /** Of a member, when they did it. */
  readonly role?: string;
  /** noun.verb, e.g. `webhook.secret_revealed`. */
  readonly action: string;
  readonly objectId: string;
  /** A reason, or what changed; never a secret. */
  readonly note?: string;
  /** ms since the epoch. */
  readonly at: number;
}

const KEPT_MS = 400 * 86_400_000;

/** Belongs in the transaction of the action; refused (label `audit`) if its id is taken. */
export function auditWrite(entry: AuditEntry): Write {
  return {
    label: "audit",
    put: {
      Item: {
        pk: `AUD#${entry.accountId}`,
        sk: entry.id,
        entity: "audit",
        ...entry,
        ttl: Math.ceil((entry.at + KEPT_MS) / 1000),
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/**
 * Entries of an account, newest first, for 400 days. `actors`: only theirs, 100 at most; a page then looks through a
 * thousand entries.
 */
export async function listAudit(
  table: Table,
  accountId: string,
  page: PageRequest,
  now: number,
  actors: ReadonlySet<string> | null = null,
): Promise<Page<AuditEntry>> {
  if (actors?.size === 0) return { data: [], nextCursor: null };
  const names = [...(actors ?? [])].map((actor, index) => [`:a${index}`, actor] as const);
  return queryPage(
    table,
    {
      KeyConditionExpression: "pk = :pk",
      since: idFloor("aud_", Math.max(0, now - KEPT_MS)),
      ...(actors !== null && {
        FilterExpression: `actor IN (${names.map(([name]) => name).join(", ")})`,
      }),
      ExpressionAttributeValues: {
        ":pk": `AUD#${accountId}`,
        ...Object.fromEntries(names),
      },
      ScanIndexForward: false,
    },
    page,
    ["audit", accountId],
    auditEntryFrom,
  );
}

/** Entries of all accounts since `since` (ms), oldest first, by reading the whole table. */
export async function auditSince(
  table: Table,
  since: number,
  onUnreadable: OnUnreadable,
): Promise<readonly AuditEntry[]> {
  const pages = paginateScan(
    { client: table.client },
    {
      TableName: table.name,
      FilterExpression: "entity = :audit AND #at >= :since",
      ExpressionAttributeNames: { "#at": "at" },
      ExpressionAttributeValues: { ":audit": "audit", ":since": since },
    },
  );
  const entries: AuditEntry[] = [];
  for await (const { Items = [] } of pages)
    entries.push(...readAll(Items, auditEntryFrom, onUnreadable));
  return entries.sort((one, other) => one.at - other.at);
}

const auditEntryFrom = shapeOf<AuditEntry>("audit entry", {
  id: "text",
  accountId: "text",
  actor: "text",
  role: "text, if any",
  action: "text",
  objectId: "text",
  note: "text, if any",
  at: "number",
});
