import {
  type ComparedPayment,
  isNear,
  minuteIn,
  minuteOf,
  nearSlots,
  quarterDays,
  type Slot,
  slotOf,
} from "../domain/fingerprint.ts";
import type { ClaimScope } from "./claims.ts";
import type { BucketedPayment, Item, Label, Refusal, Write } from "./transact.ts";

type Provider = ComparedPayment["provider"];

/** A payment for the duplicate check, and whose it is. */
export interface Fingerprint extends ClaimScope, ComparedPayment {}

/** Six-hour buckets that were read after a refusal and hold no near payment: partition key → the item as read. */
export type ClearedBuckets = ReadonlyMap<string, Item>;

/** Marks or checks one bucket. */
export interface FingerprintWrite extends Write {
  readonly label: Extract<Label, { kind: "fingerprint" }>;
}

/** What one payment checks in a bucket, and what it adds there. */
interface Touch {
  readonly payment: BucketedPayment;
  /** Partition key. */
  readonly bucket: string;
  readonly conditions: readonly Condition[];
  /** Attribute → members of its set; null for a mere check. */
  readonly marks: Readonly<Record<string, ReadonlySet<unknown>>> | null;
  /** s since the epoch */
  readonly keptUntil: number;
}

interface Condition {
  readonly text: string;
  /** Named after what they hold, so that payments in one bucket agree. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Longer than any receipt is accepted. */
const KEPT_SECONDS = 400 * 86_400;

/*
 * One item holds the payments of one amount into one account in six hours: providers per 15 minutes (`p{slot}`), minutes
 * per provider (`m{slot}_{provider}`, 15 at most, so that the item stays under 2 KB for any number of receipts), and all
 * providers of receipts with a time (`timed`) or only a day (`untimed`, also of payments that nobody could read: 40 bytes for
 * each checkout with an unread link).
 */

/**
 * Records payments and checks the 15-minute slots around each, so that two receipts of one transfer (wallet and bank)
 * can't both be counted, in either order. A receipt with only a day is compared with all payments of that day, and later ones
 * with it. A payment takes one update, and a check if a neighboring slot is in another bucket. Refused as `fingerprint`.
 */
export function fingerprintWrites(
  prints: readonly Fingerprint[],
  cleared: ClearedBuckets,
): FingerprintWrite[] {
  return writesOf(
    prints.flatMap((print) =>
      print.dateOnly ? untimedTouches(print, cleared) : timedTouches(print, cleared),
    ),
  );
}

/** Records payments without the check, for one that is doubtful anyway. Never refused. */
export function fingerprintMarkWrites(prints: readonly Fingerprint[]): FingerprintWrite[] {
  return writesOf(prints.flatMap(marksOf));
}

/**
 * Interprets a refusal: adjacent slots span up to 30 minutes, the rule only 15, and some unread links are no twins. Returns
 * null if a payment of another provider is really near, else the buckets that hold none, as read.
 */
export function clearedBuckets(refusals: readonly Refusal[]): ClearedBuckets | null {
  const cleared = new Map<string, Item>();
  for (const refusal of refusals) {
    if (refusal.kind !== "fingerprint" || refusal.existing === null) continue;
    const { bucket, payments, existing } = refusal;
    if (payments.some((payment) => holdsDuplicate(existing, payment))) return null;
    cleared.set(bucket, existing);
  }
  return cleared;
}

/** Partition keys of the buckets that writes change. */
export function bucketsIn(writes: readonly FingerprintWrite[]): readonly string[] {
  return writes.flatMap(({ update, label }) => (update ? [label.bucket] : []));
}

function holdsDuplicate(item: Item, payment: BucketedPayment): boolean {
  // Without a time, any payment of that day may be the same.
  if (twinsIn(item, "untimed", payment).length > 0) return true;
  if (payment.dateOnly) return twinsIn(item, "timed", payment).length > 0;
  return nearSlots(payment.paidAt).some(
    (slot) => slot.quarterDay === payment.quarterDay && holdsNear(slot, item, payment),
  );
}

function holdsNear(slot: Slot, item: Item, payment: ComparedPayment): boolean {
  const minute = minuteOf(payment.paidAt);
  return twinsIn(item, providersIn(slot), payment).some((other) => {
    const minutes = item[minutesIn(slot, other)] as ReadonlySet<number> | undefined;
    // Minutes missing: a damaged item must not let a duplicate pass.
    return (
      minutes === undefined || [...minutes].some((each) => isNear(minuteIn(slot, each), minute))
    );
  });
}

function marksOf(print: Fingerprint): readonly Touch[] {
  return quarterDays(print.paidAt, print.dateOnly).map((quarterDay) => mark(print, quarterDay));
}

function untimedTouches(print: Fingerprint, cleared: ClearedBuckets): readonly Touch[] {
  return marksOf(print).map((touch) => {
    const seen = cleared.get(touch.bucket) ?? {};
    const conditions = [onlyKnown("untimed", seen, print), onlyKnown("timed", seen, print)];
    return { ...touch, conditions };
  });
}

function timedTouches(print: Fingerprint, cleared: ClearedBuckets): readonly Touch[] {
  const own = slotOf(print.paidAt).quarterDay;
  const near = Map.groupBy(nearSlots(print.paidAt), ({ quarterDay }) => quarterDay);
  return [...near].map(([quarterDay, slots]) => {
    const marked = mark(print, quarterDay);
    const seen = cleared.get(marked.bucket) ?? {};
    const known = othersAreKnown(slots, seen, print);
    return quarterDay === own
      ? { ...marked, conditions: [onlyKnown("untimed", seen, print), ...known] }
      : { ...marked, conditions: known, marks: null };
  });
}

/** Conditions: these slots hold only the providers and minutes that were read. */
function othersAreKnown(
  slots: readonly Slot[],
  seen: Item,
  print: Fingerprint,
): readonly Condition[] {
  return slots.flatMap((slot) => {
    const name = providersIn(slot);
    return [
      onlyKnown(name, seen, print),
      ...othersIn(seen, name, print).map((other) => {
        const minutes = minutesIn(slot, other);
        return { text: `${minutes} = :${minutes}`, values: { [`:${minutes}`]: seen[minutes] } };
      }),
    ];
  });
}

/** Condition: the set holds no other provider than those that were read. */
function onlyKnown(name: string, seen: Item, print: Fingerprint): Condition {
  const { provider } = print;
  const others = othersIn(seen, name, print);
  if (others.length === 0) {
    return {
      text: `(attribute_not_exists(${name}) OR ${name} = :${provider})`,
      values: { [`:${provider}`]: new Set([provider]) },
    };
  }
  const [alone, withOwn] = [`:${name}_but_${provider}`, `:${name}_and_${provider}`];
  return {
    text: `(${name} = ${alone} OR ${name} = ${withOwn})`,
    values: { [alone]: new Set(others), [withOwn]: new Set([...others, provider]) },
  };
}

function othersIn(item: Item, name: string, { provider }: ComparedPayment): Provider[] {
  const providers = (item[name] ?? new Set()) as ReadonlySet<Provider>;
  return [...providers].filter((other) => other !== provider);
}

function twinsIn(item: Item, name: string, payment: ComparedPayment): Provider[] {
  return othersIn(item, name, payment).filter((other) => !other.startsWith(payment.otherLinks));
}

function mark(print: Fingerprint, quarterDay: number): Touch {
  const { accountId, mode, institution, account, amount } = print;
  const own = slotOf(print.paidAt);
  const provider = new Set([print.provider]);
  return {
    payment: { ...print, quarterDay },
    bucket: `FPR#${accountId}#${mode}#${institution}#${account}#${amount}#${quarterDay}`,
    conditions: [],
    marks: print.dateOnly
      ? { untimed: provider }
      : {
          timed: provider,
          [providersIn(own)]: provider,
          [minutesIn(own, print.provider)]: new Set([own.minute]),
        },
    keptUntil: Math.floor(print.paidAt / 1000) + KEPT_SECONDS,
  };
}

/** One write for each bucket: a transaction touches an item only once. */
function writesOf(touches: readonly Touch[]): FingerprintWrite[] {
  const perBucket = Map.groupBy(touches, ({ bucket }) => bucket);
  return [...perBucket].map(([bucket, shared]) => {
    const conditions = shared.flatMap((touch) => touch.conditions);
    const condition = [...new Set(conditions.map(({ text }) => text))].join(" AND ");
    const values = Object.assign({}, ...conditions.map((one) => one.values));
    const marks = shared.flatMap((touch) => (touch.marks === null ? [] : [touch.marks]));
    const payments = shared.map(({ payment }) => payment);
    const label = { kind: "fingerprint", bucket, payments } as const;
    const Key = { pk: bucket, sk: "FPR" };
    if (marks.length === 0) {
      const check = { Key, ConditionExpression: condition, ExpressionAttributeValues: values };
      return { label, check };
    }
    const added = Map.groupBy(marks.flatMap(Object.entries), ([name]) => name);
    for (const [name, sets] of added) {
      values[`:add_${name}`] = new Set(sets.flatMap(([, members]) => [...members]));
    }
    return {
      label,
      update: {
        Key,
        UpdateExpression: `SET entity = :entity, #ttl = :ttl ADD ${[...added.keys()].map((name) => `${name} :add_${name}`).join(", ")}`,
        ...(condition !== "" && { ConditionExpression: condition }),
        ExpressionAttributeNames: { "#ttl": "ttl" },
        ExpressionAttributeValues: {
          ...values,
          ":entity": "fingerprint",
          ":ttl": Math.max(...shared.map((touch) => touch.keptUntil)),
        },
      },
    };
  });
}

function providersIn({ slot }: Slot): string {
  return `p${slot}`;
}

function minutesIn({ slot }: Slot, provider: Provider): string {
  return `m${slot}_${provider}`;
}
