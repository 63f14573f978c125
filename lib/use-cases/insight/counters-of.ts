import * as z from "zod";

const money = z.object({
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  payments: z.array(z.object({ provider: z.string(), amount: z.int().nullable() })),
  created_at: z.iso.datetime().optional(),
  verified_at: z.iso.datetime().nullish(),
});
const attempt = z.object({ provider: z.string() });

type Counters = Readonly<Record<string, number>>;

/** What events of a type add to the statistics of their day. */
type Rule =
  | { readonly counters: Counters }
  /** By the object that the event is about. */
  | { readonly countersOf: (object: unknown) => Counters };

/** The event types that are counted. */
const RULES: Readonly<Partial<Record<string, Rule>>> = {
  "checkout.created": { counters: { created: 1 } },
  "checkout.review": { counters: { review: 1 } },
  "checkout.expired": { counters: { expired: 1 } },
  "checkout.canceled": { counters: { canceled: 1 } },
  "checkout.rejected": { counters: { rejected: 1 } },
  "checkout.verified": { countersOf: ofVerified },
  "checkout.attempt_failed": {
    countersOf: (object) => ({
      failed_attempts: 1,
      [`failed ${attempt.parse(object).provider}`]: 1,
    }),
  },
};

/** Whether events of a type are counted. */
export function isCounted(type: string): boolean {
  return Object.hasOwn(RULES, type);
}

/**
 * What an event of a counted type adds to its day.
 *
 * @param body called only where the counters need it
 * @throws Error if the type is not counted or the body does not match it
 */
export function countersOf(type: string, body: () => string): Counters {
  const rule = RULES[type];
  if (rule === undefined) throw new Error("Events of this type are not counted.");
  if ("counters" in rule) return rule.counters;
  const { data } = JSON.parse(body()) as { readonly data: { readonly object: unknown } };
  return rule.countersOf(data.object);
}

function ofVerified(object: unknown): Counters {
  const verified = money.parse(object);
  const { amount, amount_received: received, currency, payments } = verified;
  // A person has found what no receipt shows.
  const isKnown = payments.every((payment) => payment.amount !== null);
  const [first] = payments;
  const counted = {
    verified: 1,
    [`amount ${currency}`]: isKnown ? received : Math.max(received, amount),
    verify_seconds: secondsOf(verified),
  };
  return first === undefined ? counted : { ...counted, [`verified ${first.provider}`]: 1 };
}

/** Whole seconds from creation to verification. */
function secondsOf({ created_at, verified_at }: z.output<typeof money>): number {
  if (!created_at || !verified_at) return 0;
  return Math.max(0, Math.round((Date.parse(verified_at) - Date.parse(created_at)) / 1000));
}
