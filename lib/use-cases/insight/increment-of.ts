import * as z from "zod";
import { dayOf } from "../../contract/days.ts";
import type { EventWithBody } from "../../domain/event-record.ts";
import { modeOf } from "../../domain/mode.ts";
import type { Increment } from "../../store/stats.ts";

const money = z.object({
  amount: z.int(),
  amount_received: z.int().nullable(),
  currency: z.string(),
  payment: z.object({ provider: z.string() }).nullable(),
  created_at: z.iso.datetime().optional(),
  verified_at: z.iso.datetime().nullish(),
});
const attempt = z.object({ provider: z.string() });

/**
 * What an event of a checkout adds to the statistics of its day; null if it is not counted.
 *
 * @throws Error if the body does not match the type
 */
export function incrementOf(
  event: Pick<EventWithBody, "accountId" | "appId" | "livemode" | "type" | "createdAt" | "body">,
): Increment | null {
  const { accountId, appId, livemode, type, createdAt } = event;
  if (appId === null || !type.startsWith("checkout.")) return null;
  const { data } = JSON.parse(event.body) as { readonly data: { readonly object: unknown } };
  const counters = countersOf(type, data.object);
  if (counters === null) return null;
  return { accountId, mode: modeOf(livemode), day: dayOf(createdAt), appId, counters };
}

function countersOf(type: string, object: unknown): Record<string, number> | null {
  switch (type) {
    case "checkout.created":
      return { created: 1 };
    case "checkout.verified": {
      const verified = money.parse(object);
      const { amount, amount_received: received, currency, payment } = verified;
      const counted = {
        verified: 1,
        [`amount ${currency}`]: received ?? amount,
        verify_seconds: secondsOf(verified),
      };
      return payment === null ? counted : { ...counted, [`verified ${payment.provider}`]: 1 };
    }
    case "checkout.attempt_failed":
      return { failed_attempts: 1, [`failed ${attempt.parse(object).provider}`]: 1 };
    case "checkout.review":
    case "checkout.expired":
    case "checkout.canceled":
    case "checkout.rejected":
      return { [type.slice("checkout.".length)]: 1 };
    default:
      return null;
  }
}

/** Whole seconds from creation to verification. */
function secondsOf({ created_at, verified_at }: z.output<typeof money>): number {
  if (!created_at || !verified_at) return 0;
  return Math.max(0, Math.round((Date.parse(verified_at) - Date.parse(created_at)) / 1000));
}
