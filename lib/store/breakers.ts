import { GetCommand, PutCommand, QueryCommand } from "../cloud/dynamodb.ts";
import { type Breaker, UNTRIED } from "../domain/breaker.ts";
import type { ProviderId } from "../domain/provider.ts";
import { getItems } from "./get-items.ts";
import { shapeOf } from "./shape.ts";
import { commitOne, type Item, type Table, type Write } from "./transact.ts";

/** A breaker with the version that a change must name. */
export interface StoredBreaker {
  readonly breaker: Breaker;
  /** 0 before the first write. */
  readonly version: number;
}

/** Attributes that a breaker need not have. */
const MAY_BE_ABSENT = ["off", "canary"] as const satisfies readonly (keyof Breaker)[];

const UNCHANGED = "#version = :before";
const NEW = "attribute_not_exists(pk)";

/** Reads a breaker; `cached` is eventually consistent, which is safe because a write names the version. */
export async function getBreaker(
  table: Table,
  provider: ProviderId,
  read: "cached" | "current",
): Promise<StoredBreaker> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: breakerKey(provider),
      ConsistentRead: read === "current",
    }),
  );
  return fromItem(Item);
}

/** Reads the breakers of several providers; `UNTRIED` for those without an item. */
export async function getBreakers(
  table: Table,
  providers: readonly ProviderId[],
): Promise<ReadonlyMap<ProviderId, Breaker>> {
  const found = new Map<ProviderId, Breaker>(providers.map((id) => [id, UNTRIED]));
  for (const item of await getItems(table, providers.map(breakerKey))) {
    found.set(item.provider as ProviderId, fromItem(item).breaker);
  }
  return found;
}

/**
 * Stores the next state; refused (label `breaker`) if the stored version is another one. Only the attributes that this
 * release knows: one that a later release has added stays, also after that release is withdrawn.
 */
export function breakerWrite(provider: ProviderId, next: Breaker, expectedVersion: number): Write {
  const values: Item = { entity: "breaker", provider, ...next, version: expectedVersion + 1 };
  const removed = MAY_BE_ABSENT.filter((name) => values[name] === undefined);
  const set = Object.keys(values).filter((name) => values[name] !== undefined);
  const isNew = expectedVersion === 0;
  return {
    label: "breaker",
    update: {
      Key: breakerKey(provider),
      UpdateExpression:
        `SET ${set.map((name) => `#${name} = :${name}`).join(", ")}` +
        (removed.length > 0 ? ` REMOVE ${removed.map((name) => `#${name}`).join(", ")}` : ""),
      ConditionExpression: isNew ? NEW : UNCHANGED,
      ExpressionAttributeNames: Object.fromEntries(
        [...set, ...removed].map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map((name) => [`:${name}`, values[name]])),
        ...(isNew ? {} : { ":before": expectedVersion }),
      },
    },
  };
}

/** As `breakerWrite`, without a transaction; false if it was refused. */
export function putBreaker(
  table: Table,
  provider: ProviderId,
  next: Breaker,
  expectedVersion: number,
): Promise<boolean> {
  return commitOne(table, breakerWrite(provider, next, expectedVersion));
}

/** A page that an adapter could not read, with its text masked. */
export interface UnreadablePage {
  readonly at: number;
  /** The label or rule that failed. */
  readonly why: string;
  /** See `maskedText`; null where the page is no text. */
  readonly text: string | null;
}

/** Newer ones replace those of the same hour of the half day. */
const SAMPLES = 12;
const HOUR_MS = 3_600_000;
const SAMPLE_KEPT_SECONDS = 14 * 86_400;

/** Keeps a sample for 14 days: the last of each hour, at most 12. */
export async function putUnreadablePage(
  table: Table,
  provider: ProviderId,
  page: UnreadablePage,
): Promise<void> {
  const slot = Math.floor(page.at / HOUR_MS) % SAMPLES;
  const { pk } = breakerKey(provider);
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: {
        ...{ pk, sk: `PAGE#${String(slot).padStart(2, "0")}`, entity: "unreadable_page", ...page },
        ttl: Math.ceil(page.at / 1000) + SAMPLE_KEPT_SECONDS,
      },
    }),
  );
}

/** The samples of a provider, newest first. */
export async function unreadablePagesOf(
  table: Table,
  provider: ProviderId,
  now: number,
): Promise<readonly UnreadablePage[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :page)",
      ExpressionAttributeValues: { ":pk": breakerKey(provider).pk, ":page": "PAGE#" },
    }),
  );
  return Items.map(pageFrom)
    .filter(({ at }) => at > now - SAMPLE_KEPT_SECONDS * 1000)
    .sort((one, other) => other.at - one.at);
}

const pageFrom = shapeOf<UnreadablePage>("unreadable page", {
  at: "number",
  why: "text",
  text: "text or null",
});

function breakerKey(provider: ProviderId) {
  return { pk: `BRK#${provider}`, sk: "BRK" };
}

function fromItem(item: Item | undefined): StoredBreaker {
  if (!item) return { breaker: UNTRIED, version: 0 };
  const { version, ...breaker } = storedFrom(item);
  return { breaker, version };
}

const storedFrom = shapeOf<Breaker & { readonly version: number }>("breaker", {
  state: "text",
  failures: "list",
  unreadable: "list",
  lastFailureAt: "number or null",
  cause: "text or null",
  trialAt: "number",
  trials: "number",
  drawnAfter: "text",
  since: "number or null",
  lastCheckedAt: "number or null",
  owesResume: "flag",
  off: "map or null, if any",
  canary: "map, if any",
  version: "number",
});
