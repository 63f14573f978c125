import * as z from "zod";
import { event as eventSchema } from "../../contract/schemas/event.ts";
import type { EventRecord } from "../../domain/event-record.ts";
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
export function incrementOf(record: EventRecord): StatsIncrement | null {
  if (record.appId === null) return null;
  const counters = countersOf(record.type, eventSchema.parse(JSON.parse(record.body)).data.object);
  if (counters === null) return null;
  return {
    eventId: record.id,
    accountId: record.accountId,
    mode: modeOf(record.livemode),
    day: new Date(record.createdAt).toISOString().slice(0, 10),
    appId: record.appId,
    counters,
    at: record.createdAt,
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
