import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { fingerprintBuckets, isNear, NEAR_MS, quarterDays } from "../domain/fingerprint.ts";
import type { Mode } from "../domain/mode.ts";
import type { ProviderId } from "../domain/provider.ts";
import type { Item, Table, Write } from "./transact.ts";

/** Whose references: each account and mode has its own. */
export interface ClaimScope {
  readonly accountId: string;
  readonly mode: Mode;
}

/** One payment as the duplicate check sees it: what came where, when, and through which provider. */
export interface Fingerprint {
  readonly provider: ProviderId;
  readonly institution: ProviderId;
  readonly account: string;
  readonly amount: number;
  readonly paidAt: number;
  /** `paidAt` is the beginning of a day, and more is not known. */
  readonly dateOnly: boolean;
}

/** A reference can be used up once: no item may stand there yet. */
const NOT_CLAIMED = "attribute_not_exists(pk)";
/** Nobody else's payment of another provider stands in this quarter of an hour. */
const ONLY_THIS_PROVIDER = "attribute_not_exists(pk) OR providers = :only";
/** Nobody else's payment of another provider, of which only the day is known, may be this one. */
const NO_OTHER_UNTIMED = "(attribute_not_exists(untimed) OR untimed = :only)";
/** Nor any other that shows its time, where this one does not. */
const NO_OTHER = `${NO_OTHER_UNTIMED} AND (attribute_not_exists(timed) OR timed = :only)`;
/** As long as anything else that a checkout leaves behind; no receipt of that time is accepted any more. */
const KEPT_SECONDS = 400 * 86_400;

/** Which checkout used up a reference, or null. */
export async function getClaim(
  table: Table,
  scope: ClaimScope,
  claimKey: string,
): Promise<string | null> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: { pk: claimPk(scope, claimKey), sk: "CLM" },
      ConsistentRead: true,
    }),
  );
  return Item ? String(Item.checkoutId) : null;
}

/** Uses up the canonical reference and every alias; refused with labels `claim {key}`. */
export function claimWrites(
  scope: ClaimScope,
  claimKeys: readonly string[],
  checkoutId: string,
  at: number,
): Write[] {
  return claimKeys.map((claimKey) => ({
    label: `claim ${claimKey}`,
    put: {
      Item: { pk: claimPk(scope, claimKey), sk: "CLM", entity: "claim", checkoutId, claimedAt: at },
      ConditionExpression: NOT_CLAIMED,
    },
  }));
}

/** Buckets that were read after a refusal and found to hold nothing near: bucket number → what it held. */
export type HarmlessBuckets = ReadonlyMap<number, Bucket>;

/**
 * Which providers were paid through in a quarter of an hour, and in which of its seconds: 0 to 899, so
 * that the item stays small however many payments of one price a shop has.
 */
type Bucket = ReadonlyMap<ProviderId, ReadonlySet<number>>;

/**
 * Leaves the payment's mark in its 15-minute bucket and checks both neighbours, so that two receipts
 * of one transfer (wallet and bank) cannot both verify, whichever of them comes first. One that shows
 * only its day may be any of that day: it is held against the whole of it, and so is all that follows.
 * Refused with labels `fingerprint {bucket}`, `day {quarter day}`.
 */
export function fingerprintWrites(
  scope: ClaimScope,
  print: Fingerprint,
  harmless: HarmlessBuckets,
): Write[] {
  return [...bucketWrites(scope, print, harmless), ...dayWrites(scope, print, true)];
}

function bucketWrites(scope: ClaimScope, print: Fingerprint, harmless: HarmlessBuckets): Write[] {
  if (print.dateOnly) return [];
  const buckets = fingerprintBuckets(print.paidAt);
  return [buckets.previous, buckets.own, buckets.next].map((bucket) => {
    const seen = harmless.get(bucket);
    const { condition, values } =
      seen === undefined
        ? { condition: ONLY_THIS_PROVIDER, values: { ":only": new Set([print.provider]) } }
        : othersUnchanged(seen, print.provider);
    if (bucket === buckets.own) return markWrite(scope, print, { condition, values });
    return {
      label: `fingerprint ${bucket}`,
      check: {
        Key: fingerprintKey(scope, print, bucket),
        ConditionExpression: condition,
        ExpressionAttributeValues: values,
      },
    };
  });
}

/** Leaves the mark alone, whatever is near: a person has decided. Never refused. */
export function fingerprintMarkWrites(scope: ClaimScope, print: Fingerprint): Write[] {
  const mark = print.dateOnly ? [] : [markWrite(scope, print, null)];
  return [...mark, ...dayWrites(scope, print, false)];
}

/** Which providers were paid through in the quarters of the day, told apart by what they show. */
function dayWrites(scope: ClaimScope, print: Fingerprint, checked: boolean): Write[] {
  return quarterDays(print.paidAt, print.dateOnly).map((quarter) => ({
    label: `day ${quarter}`,
    update: {
      Key: fingerprintKey(scope, print, `day-${quarter}`),
      UpdateExpression: `SET entity = :entity, #ttl = :ttl ADD ${print.dateOnly ? "untimed" : "timed"} :only`,
      ...(checked ? { ConditionExpression: print.dateOnly ? NO_OTHER : NO_OTHER_UNTIMED } : {}),
      ExpressionAttributeNames: { "#ttl": "ttl" },
      ExpressionAttributeValues: {
        ":entity": "fingerprint",
        ":ttl": ttlOf(print),
        ":only": new Set([print.provider]),
      },
    },
  }));
}

/** Looked at and found harmless, and nothing of another provider has come to it since. */
function othersUnchanged(seen: Bucket, provider: ProviderId) {
  const others = [...seen].filter(([other]) => other !== provider);
  const providers = others.map(([other]) => other);
  return {
    condition: [
      "(providers = :others OR providers = :all)",
      ...providers.map((other) => `${secondsOf(other)} = :${secondsOf(other)}`),
    ].join(" AND "),
    values: {
      ":others": new Set(providers),
      ":all": new Set([...providers, provider]),
      ...Object.fromEntries(others.map(([other, at]) => [`:${secondsOf(other)}`, at])),
    },
  };
}

function markWrite(
  scope: ClaimScope,
  print: Fingerprint,
  only: { readonly condition: string; readonly values: Record<string, unknown> } | null,
): Write {
  const { own } = fingerprintBuckets(print.paidAt);
  return {
    label: `fingerprint ${own}`,
    update: {
      Key: fingerprintKey(scope, print, own),
      UpdateExpression: `SET entity = :entity, #ttl = :ttl ADD providers :provider, ${secondsOf(print.provider)} :second`,
      ...(only === null ? {} : { ConditionExpression: only.condition }),
      ExpressionAttributeNames: { "#ttl": "ttl" },
      ExpressionAttributeValues: {
        ...only?.values,
        ":entity": "fingerprint",
        ":ttl": ttlOf(print),
        ":provider": new Set([print.provider]),
        ":second": new Set([Math.floor((print.paidAt - own * NEAR_MS) / 1000)]),
      },
    },
  };
}

function secondsOf(provider: ProviderId): string {
  return `at_${provider}`;
}

function ttlOf({ paidAt }: Fingerprint): number {
  return Math.floor(paidAt / 1000) + KEPT_SECONDS;
}

/**
 * Reads a refusal exactly: buckets reach up to 30 minutes, the rule only 15. Returns null when a
 * payment of another provider really is near, else the buckets that stood in the way without reason.
 */
export function harmlessBuckets(
  print: Fingerprint,
  existing: ReadonlyMap<string, Item>,
): HarmlessBuckets | null {
  const harmless = new Map<number, Bucket>();
  for (const [label, item] of existing) {
    if (!label.startsWith("fingerprint ")) continue;
    const number = Number(label.slice("fingerprint ".length));
    const bucket = bucketOf(item);
    const near = [...bucket].some(
      ([provider, seconds]) =>
        provider !== print.provider && holdsNear(number, seconds, print.paidAt),
    );
    if (near) return null;
    harmless.set(number, bucket);
  }
  return harmless;
}

function bucketOf(item: Item): Bucket {
  const providers = [...(item.providers as ReadonlySet<ProviderId>)];
  return new Map(
    providers.map((provider) => [provider, item[secondsOf(provider)] as ReadonlySet<number>]),
  );
}

/** To the second: receipts show no more, and what is a little nearer than it looks counts as near. */
function holdsNear(bucket: number, seconds: ReadonlySet<number>, paidAt: number): boolean {
  const second = Math.floor(paidAt / 1000) * 1000;
  return [...seconds].some((offset) => isNear(bucket * NEAR_MS + offset * 1000, second));
}

function claimPk(scope: ClaimScope, claimKey: string): string {
  return `CLM#${scope.accountId}#${scope.mode}#${claimKey}`;
}

function fingerprintKey(
  { accountId, mode }: ClaimScope,
  print: Fingerprint,
  bucket: number | string,
) {
  const { institution, account, amount } = print;
  return {
    pk: `FPR#${accountId}#${mode}#${institution}#${account}#${amount}#${bucket}`,
    sk: "FPR",
  };
}
