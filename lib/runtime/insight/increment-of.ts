import * as z from "zod";
import type { EventAnswer } from "../../contract/schemas/event.ts";
import { modeOf } from "../../domain/mode.ts";
import type { StatsIncrement } from "../../store/stats.ts";

const money = z.object({
  amount: z.int(),
  amount_received: z.int().nullable(),
  currency: z.string(),
  payment: z.object({ provider: z.string() }).nullable(),
});
const attempt = z.object({ provider: z.string() });

/** What an event about a checkout adds to its day; null for one that is not counted. */
export function incrementOf(accountId: string, event: EventAnswer): StatsIncrement | null {
  if (event.app_id === null) return null;
  const counters = countersOf(event.type, event.data.object);
  if (counters === null) return null;
  return {
    eventId: event.id,
    accountId,
    mode: modeOf(event.livemode),
    day: event.created_at.slice(0, 10),
    appId: event.app_id,
    counters,
    at: Date.parse(event.created_at),
  };
}

function countersOf(type: string, object: Record<string, unknown>): Record<string, number> | null {
  switch (type) {
    case "checkout.created":
      return { created: 1 };
    case "checkout.verified": {
      const { amount, amount_received: received, currency, payment } = money.parse(object);
      const counted = { verified: 1, [`amount ${currency}`]: received ?? amount };
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
