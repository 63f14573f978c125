import {
  isNear,
  minuteIn,
  minuteOf,
  nearSlots,
  quarterDays,
  type Slot,
  slotOf,
} from "../domain/fingerprint.ts";
import type { ProviderId } from "../domain/provider.ts";
import type { ClaimScope } from "./claims.ts";
import type { Item, Refusal, Write } from "./transact.ts";

/** A payment for the duplicate check: receiving account, amount, time and provider. */
export interface Fingerprint {
  readonly provider: ProviderId;
  readonly institution: ProviderId;
  readonly account: string;
  /** Minor units. */
  readonly amount: number;
  /** ms */
  readonly paidAt: number;
  /** `paidAt` is the start of a day; the time is unknown. */
  readonly dateOnly: boolean;
}

/**
 * Six-hour buckets that were read after a refusal and hold no near payment: number of the bucket → the item as read.
 */
export type HarmlessBuckets = ReadonlyMap<number, Item>;

/** Longer than any receipt is accepted. */
const KEPT_SECONDS = 400 * 86_400;
const NO_OTHER_UNTIMED = "(attribute_not_exists(untimed) OR untimed = :only)";
const NO_OTHER_TIMED = "(attribute_not_exists(timed) OR timed = :only)";

/*
 * One item holds the payments of one amount into one account in six hours: providers per 15 minutes (`p{slot}`), minutes
 * per provider (`m{slot}_{provider}`, 15 at most, so that the item stays under 2 KB for any number of payments), and all
 * providers of receipts with a time (`timed`) or only a day (`untimed`).
 */

/**
 * Records a payment and checks the 15-minute slots around it, so that two receipts of one transfer (wallet and bank) can't
 * both verify, in either order. A receipt with only a day is compared with all payments of that day, and later ones with
 * it. Takes one update, and a check if a neighboring slot is in another bucket. Refused as `fingerprint`.
 */
export function fingerprintWrites(
  scope: ClaimScope,
  print: Fingerprint,
  harmless: HarmlessBuckets,
): Write[] {
  if (print.dateOnly) {
    const condition = `${NO_OTHER_UNTIMED} AND ${NO_OTHER_TIMED}`;
    return quarterDays(print.paidAt, true).map((quarterDay) =>
      markWrite(scope, print, quarterDay, { condition, values: {} }),
    );
  }
  const own = slotOf(print.paidAt).quarterDay;
  const near = Map.groupBy(nearSlots(print.paidAt), ({ quarterDay }) => quarterDay);
  return [...near].map(([quarterDay, slots]) => {
    const only = othersAreKnown(slots, harmless.get(quarterDay) ?? {}, print.provider);
    if (quarterDay === own) {
      const condition = `${NO_OTHER_UNTIMED} AND ${only.condition}`;
      return markWrite(scope, print, quarterDay, { condition, values: only.values });
    }
    const needsProvider = only.condition.includes(":only");
    return {
      label: { kind: "fingerprint", quarterDay },
      check: {
        Key: fingerprintKey(scope, print, quarterDay),
        ConditionExpression: only.condition,
        ExpressionAttributeValues: {
          ...only.values,
          ...(needsProvider && { ":only": new Set([print.provider]) }),
        },
      },
    };
  });
}

/** Records a payment without the check, after a manual decision. Never refused. */
export function fingerprintMarkWrites(scope: ClaimScope, print: Fingerprint): Write[] {
  return quarterDays(print.paidAt, print.dateOnly).map((quarterDay) =>
    markWrite(scope, print, quarterDay, null),
  );
}

/**
 * Interprets a refusal: adjacent slots span up to 30 minutes, the rule only 15. Returns null if a payment of another
 * provider is really near, else the buckets that are harmless as read.
 */
export function harmlessBuckets(
  print: Fingerprint,
  refusals: readonly Refusal[],
): HarmlessBuckets | null {
  const harmless = new Map<number, Item>();
  for (const refusal of refusals) {
    if (refusal.kind !== "fingerprint" || refusal.existing === null) continue;
    const { quarterDay, existing: item } = refusal;
    const others = (name: string) => othersIn(item, name, print.provider);
    // Without a time, any payment of that day may be the same.
    if (print.dateOnly || others("untimed").length > 0) return null;
    for (const slot of nearSlots(print.paidAt)) {
      if (slot.quarterDay === quarterDay && holdsNear(slot, item, print)) return null;
    }
    harmless.set(quarterDay, item);
  }
  return harmless;
}

function holdsNear(slot: Slot, item: Item, { provider, paidAt }: Fingerprint): boolean {
  const minute = minuteOf(paidAt);
  return othersIn(item, providersIn(slot), provider).some((other) => {
    const minutes = item[minutesIn(slot, other)] as ReadonlySet<number> | undefined;
    // Minutes missing: a damaged item must not let a duplicate pass.
    return (
      minutes === undefined || [...minutes].some((each) => isNear(minuteIn(slot, each), minute))
    );
  });
}

/** Condition: these slots hold only the providers and minutes that were read. */
function othersAreKnown(slots: readonly Slot[], seen: Item, provider: ProviderId) {
  const values: Record<string, unknown> = {};
  const conditions = slots.flatMap((slot) => {
    const name = providersIn(slot);
    const others = othersIn(seen, name, provider);
    if (others.length === 0) return [`(attribute_not_exists(${name}) OR ${name} = :only)`];
    values[`:${name}_others`] = new Set(others);
    values[`:${name}_all`] = new Set([...others, provider]);
    return [
      `(${name} = :${name}_others OR ${name} = :${name}_all)`,
      ...others.map((other) => {
        const minutes = minutesIn(slot, other);
        values[`:${minutes}`] = seen[minutes];
        return `${minutes} = :${minutes}`;
      }),
    ];
  });
  return { condition: conditions.join(" AND "), values };
}

function othersIn(item: Item, name: string, provider: ProviderId): ProviderId[] {
  const providers = (item[name] ?? new Set()) as ReadonlySet<ProviderId>;
  return [...providers].filter((other) => other !== provider);
}

function markWrite(
  scope: ClaimScope,
  print: Fingerprint,
  quarterDay: number,
  only: { readonly condition: string; readonly values: Record<string, unknown> } | null,
): Write {
  const own = slotOf(print.paidAt);
  const added = print.dateOnly
    ? ["untimed :only"]
    : ["timed :only", `${providersIn(own)} :only`, `${minutesIn(own, print.provider)} :minute`];
  return {
    label: { kind: "fingerprint", quarterDay },
    update: {
      Key: fingerprintKey(scope, print, quarterDay),
      UpdateExpression: `SET entity = :entity, #ttl = :ttl ADD ${added.join(", ")}`,
      ...(only && { ConditionExpression: only.condition }),
      ExpressionAttributeNames: { "#ttl": "ttl" },
      ExpressionAttributeValues: {
        ...only?.values,
        ":entity": "fingerprint",
        ":ttl": Math.floor(print.paidAt / 1000) + KEPT_SECONDS,
        ":only": new Set([print.provider]),
        ...(!print.dateOnly && { ":minute": new Set([own.minute]) }),
      },
    },
  };
}

function providersIn({ slot }: Slot): string {
  return `p${slot}`;
}

function minutesIn({ slot }: Slot, provider: ProviderId): string {
  return `m${slot}_${provider}`;
}

function fingerprintKey(
  { accountId, mode }: ClaimScope,
  { institution, account, amount }: Fingerprint,
  quarterDay: number,
) {
  return {
    pk: `FPR#${accountId}#${mode}#${institution}#${account}#${amount}#${quarterDay}`,
    sk: "FPR",
  };
}
