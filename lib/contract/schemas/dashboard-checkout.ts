import * as z from "zod";
import { LONGEST_INPUT } from "../../domain/attempt.ts";
import { EVENT_TYPES } from "../events.ts";
import {
  checkout,
  checkoutList,
  createCheckoutBody,
  listCheckoutsQuery,
  merchantPayment,
  provider,
} from "./checkout.ts";
import { appId, flag, id, text, timestamp, withDefault } from "./common.ts";
import { attempt } from "./verification.ts";

/** A checkout created from the dashboard. */
export const createPaymentLinkBody = createCheckoutBody.extend({
  app_id: appId,
  livemode: withDefault(z.boolean(), true),
});

export const listDashboardCheckoutsQuery = listCheckoutsQuery.extend({
  /** Default: real ones. */
  livemode: flag.optional().default(true),
  /** Only undecided checkouts that have a part of their amount. */
  partially_paid: flag.optional(),
  /** In any case: the start of an id, reference, phone number or word of a name or description, or an exact amount, asked for, still due or paid. */
  search: text(200).optional(),
  /** Only those that the caller created in the dashboard. */
  mine: flag.optional().default(false),
  /** `csv`: up to 10,000 checkouts as a file, whatever `limit` says. `Link` has the URL of the others. */
  format: z.enum(["json", "csv"]).default("json"),
});
export type ListDashboardCheckoutsQuery = z.output<typeof listDashboardCheckoutsQuery>;

/** A page of the list, or the text of a CSV file (RFC 4180) where `format=csv` asks for one. */
export const checkoutListOrCsv = z.union([checkoutList, z.string()]);

/** An attempt with what the rules said of each field of the receipt. `next_at` is null once it is settled. */
export const explainedAttempt = attempt.extend({
  /** Verdict by field (amount, currency, receiver, time, status), as far as the receipt was read. */
  evidence: z.record(z.string(), z.unknown()).nullable(),
  tries: z.int().min(0),
  next_at: timestamp.nullable(),
});

const historyEvent = z.object({
  id: id("evt"),
  type: z.enum(EVENT_TYPES),
  sequence: z.int().min(0),
  created_at: timestamp,
});

/** A bank's message about a payment that was made `at`; `typed`: pasted by a member. The payer's name is masked. */
export const checkoutNotice = z.object({
  provider,
  amount: z.int().min(0),
  currency: z.string(),
  payer_name: z.string().nullable(),
  reference: z.string().nullable(),
  at: timestamp,
  typed: z.boolean(),
});

const sentDelivery = z.object({
  id: id("dlv"),
  event_id: id("evt"),
  event_type: z.enum(EVENT_TYPES),
  endpoint_id: id("whk"),
  status: z.string(),
  created_at: timestamp,
});

/** A checkout with everything that happened to it: newest first, at most 100 of each. */
export const checkoutHistory = checkout.extend({
  payments: z.array(
    merchantPayment.extend({
      attempt_id: id("att"),
      /** When a bank's message to a paired phone said that the payment was reversed; null if none of the last 30 days did. */
      reversal_reported_at: timestamp.nullable(),
    }),
  ),
  attempts: z.array(explainedAttempt),
  events: z.array(historyEvent),
  deliveries: z.array(sentDelivery),
  /** Of a checkout that is not verified, where a phone is paired. */
  notices: z.array(checkoutNotice),
});

export const decisionBody = z.strictObject({
  /** Stored with the person and the time. */
  reason: text(500),
  /** The checkout's, as the user has seen it. Another one means that a payment may have come since. */
  sequence: z.int().min(0),
});

export const releaseBody = decisionBody.extend({
  provider,
  /** The payment's reference, in any spelling. */
  reference: text(LONGEST_INPUT),
});
