import { unmarshall } from "@aws-sdk/util-dynamodb";
import {
  ConditionalCheckFailedException,
  GetCommand,
  PutCommand,
  QueryCommand,
} from "../cloud/dynamodb.ts";
import { type Breaker, UNTRIED } from "../domain/breaker.ts";
import type { ProviderId } from "../domain/provider.ts";
import { type OnUnreadable, readAll } from "./due.ts";
import { getItems } from "./get-items.ts";
import { shapeOf } from "./shape.ts";
import { commitOne, type Item, type Table, unlessRefused, type Write } from "./transact.ts";

/** A breaker with the version that a change must name. */
export interface StoredBreaker {
  readonly breaker: Breaker;
  /** 0 before the first write. */
  readonly version: number;
}

/** Optional attributes of a breaker. */
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
  return breakerFrom(Item);
}

/** Shown for an unreadable breaker: no lookup at the provider can begin. */
const UNREADABLE: Breaker = { ...UNTRIED, state: "open" };

/** Reads the breakers of several providers; `UNTRIED` for those without an item, open for an unreadable one. */
export async function getBreakers(
  table: Table,
  providers: readonly ProviderId[],
  onUnreadable?: OnUnreadable,
): Promise<ReadonlyMap<ProviderId, Breaker>> {
  const found = new Map<ProviderId, Breaker>(providers.map((id) => [id, UNTRIED]));
  for (const item of await getItems(table, providers.map(breakerKey))) {
    const [stored] = readAll([item], breakerFrom, onUnreadable);
    found.set(item.provider as ProviderId, stored?.breaker ?? UNREADABLE);
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
  onUnreadable?: OnUnreadable,
): Promise<readonly UnreadablePage[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :page)",
      ExpressionAttributeValues: { ":pk": breakerKey(provider).pk, ":page": "PAGE#" },
    }),
  );
  return readAll(Items, pageFrom, onUnreadable)
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

function breakerFrom(item: Item | undefined): StoredBreaker {
  if (!item) return { breaker: UNTRIED, version: 0 };
  const { version, ...breaker } = storedBreaker(item);
  return { breaker, version };
}

const storedBreaker = shapeOf<Breaker & { readonly version: number }>("breaker", {
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

/** What is asked of a bank. Callers that ask it for the same at the same time share its answer. */
export interface LookupKey {
  readonly provider: ProviderId;
  readonly reference: string;
  /** Digest of everything that is sent. */
  readonly digest: string;
}

/** State of a lookup. `R` is the type of its answer. */
export type Flight<R> =
  /** The caller asks, and nobody else does until the lease ends. `memory`: as the last flight left it. */
  | { readonly kind: "ours"; readonly flight: string; readonly memory: R | null }
  /** Another caller is asking. */
  | { readonly kind: "theirs"; readonly flight: string; readonly leaseUntil: number }
  /** Answered. `fresh`: also valid for callers that did not wait for it. */
  | {
      readonly kind: "answered";
      readonly flight: string;
      readonly answer: R;
      readonly fresh: boolean;
    };

/** Nobody is asking and the last answer is no longer fresh. */
const NOBODY_ASKS = "attribute_not_exists(pk) OR (leaseUntil <= :now AND freshUntil <= :now)";
const STILL_OURS = "flight = :flight";
/** How long a lease without an answer is stored. */
const LEASE_KEPT_SECONDS = 3600;

/**
 * Takes the lease of a lookup, or returns the flight that has it or the answer. Always one call.
 *
 * @param flight a unique name
 * @param leaseMs longer than asking can take
 */
export async function joinFlight<R>(
  table: Table,
  lookup: LookupKey,
  flight: string,
  now: number,
  leaseMs: number,
): Promise<Flight<R>> {
  try {
    const { Attributes } = await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...lookupKey(lookup),
          entity: "lookup",
          flight,
          leaseUntil: now + leaseMs,
          freshUntil: 0,
          ttl: Math.ceil(now / 1000) + LEASE_KEPT_SECONDS,
        },
        ConditionExpression: NOBODY_ASKS,
        ExpressionAttributeValues: { ":now": now },
        ReturnValues: "ALL_OLD",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    const before = Attributes && storedFlight(Attributes);
    return { kind: "ours", flight, memory: (before?.memory as R | undefined) ?? null };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return flightFrom(unmarshall(error.Item), now);
  }
}

/** State of another caller's flight; null if nothing is stored. */
export async function watchFlight<R>(
  table: Table,
  lookup: LookupKey,
  now: number,
): Promise<Flight<R> | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: lookupKey(lookup), ConsistentRead: true }),
  );
  return Item ? flightFrom(Item, now) : null;
}

/** Result of a flight. */
export interface Landed<R> {
  readonly answer: R;
  /** New callers may use the answer for this long; 0: only those who waited. */
  readonly freshMs: number;
  /** Passed to the next flight, for `keptMs`. */
  readonly memory: R | null;
  readonly keptMs: number;
}

/** Ends our flight with its answer. */
export async function landFlight<R>(
  table: Table,
  lookup: LookupKey,
  flight: string,
  { answer, freshMs, memory, keptMs }: Landed<R>,
  now: number,
): Promise<void> {
  // Refused if the lease has ended and another caller is asking: then their answer counts.
  await unlessRefused(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...lookupKey(lookup),
          entity: "lookup",
          flight,
          leaseUntil: 0,
          // Not `now`: a reader's clock may be behind this one.
          freshUntil: freshMs === 0 ? 0 : now + freshMs,
          answer,
          ...(memory === null ? {} : { memory }),
          ttl: Math.ceil((now + keptMs) / 1000),
        },
        ConditionExpression: STILL_OURS,
        ExpressionAttributeValues: { ":flight": flight },
      }),
    ),
  );
}

function lookupKey({ provider, reference, digest }: LookupKey) {
  return { pk: `LKP#${provider}#${reference}`, sk: `LKP#${digest}` };
}

function flightFrom<R>(item: Item, now: number): Flight<R> {
  const { flight, leaseUntil, freshUntil, answer } = storedFlight(item);
  return answer === undefined
    ? { kind: "theirs", flight, leaseUntil }
    : { kind: "answered", flight, answer: answer as R, fresh: freshUntil > now };
}

interface StoredFlight {
  readonly flight: string;
  readonly leaseUntil: number;
  readonly freshUntil: number;
  readonly answer?: object;
  readonly memory?: object;
}

const storedFlight = shapeOf<StoredFlight>("receipt lookup", {
  flight: "text",
  leaseUntil: "number",
  freshUntil: "number",
  answer: "map, if any",
  memory: "map, if any",
});
