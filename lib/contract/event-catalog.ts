import type * as z from "zod";
import { isOfAccount } from "../domain/event-record.ts";
import { EVENT_TYPES, type EventType } from "./events.ts";
import type { statementDifference } from "./schemas/books.ts";
import type { CheckoutAnswer } from "./schemas/checkout.ts";
import type { EventAnswer } from "./schemas/event.ts";
import type { AttemptAnswer } from "./schemas/verification.ts";
import type { WebhookEndpointAnswer } from "./schemas/webhook.ts";

/** Every event type with its meaning and an example of its payload. All data is invented. */
export interface EventTypeEntry {
  readonly object: "event_type";
  readonly type: EventType;
  readonly description: string;
  readonly example: EventAnswer;
}

const AT = "2026-11-20T09:05:12.000Z";

const CHECKOUT: CheckoutAnswer = {
  id: "co_01m7w2q3r4s5t6v7w8x9y0z1a2",
  object: "checkout",
  livemode: true,
  app_id: 1001,
  merchant_name: "Selam Coffee",
  status: "open",
  exceptions: [],
  review: null,
  amount: 150_000,
  currency: "ETB",
  amount_received: 0,
  amount_due: 150_000,
  description: "Two bags of coffee",
  payment_methods: [
    {
      id: "pm_01m7w2q3r4s5t6v7w8x9y0z1a2",
      provider: "telebirr",
      account_name: "Selam Coffee",
      account_number: "0911000000",
      label: null,
      instructions: null,
      inputs: [{ id: "input", label: "Transaction number", example: "DKK3A7B9XZ", pattern: null }],
    },
  ],
  pay_url: "https://pay.example/api/public/gateway/pay/01m7w2q3r4s5t6v7w8x9y0z1a2/",
  return_url: "https://shop.example/thanks",
  cancel_url: null,
  expires_at: "2026-11-20T09:30:00.000Z",
  created_at: "2026-11-20T09:00:00.000Z",
  verified_at: null,
  payments: [],
  receipt_url: null,
  locale: "en",
  sequence: 1,
  client_reference: "order-1042",
  customer: null,
  late_policy: "review",
  attempts_count: 0,
  metadata: {},
};

const PAYMENT: CheckoutAnswer["payments"][number] = {
  object: "payment",
  provider: "telebirr",
  reference: "DKK3A7B9XZ",
  amount: 150_000,
  currency: "ETB",
  payer_name: "A***** T****",
  paid_at: "2026-11-20T09:04:30.000Z",
  state: "counted",
  reason: null,
  evidence: "receipt",
  payment_method: "pm_01m7w2q3r4s5t6v7w8x9y0z1a2",
  unconfirmed_by_statement: false,
};

const PAID = {
  amount_received: 150_000,
  amount_due: 0,
  payments: [PAYMENT],
  attempts_count: 1,
} as const;

const DOUBTFUL = {
  payments: [{ ...PAYMENT, state: "doubtful", reason: "possible_duplicate" }],
  attempts_count: 1,
  exceptions: ["possible_duplicate"],
} as const;

const ATTEMPT: AttemptAnswer = {
  id: "att_01m7w2q3r4s5t6v7w8x9y0z1a2",
  object: "attempt",
  outcome: "receiver_mismatch",
  waiting_for: null,
  provider: "telebirr",
  reference: "DKK3A7B9XZ",
  expected: { amount: 150_000, currency: "ETB" },
  found: null,
  created_at: "2026-11-20T09:05:00.000Z",
  settled_at: AT,
};

const ENDPOINT: WebhookEndpointAnswer = {
  id: "whk_01m7w2q3r4s5t6v7w8x9y0z1a2",
  object: "webhook_endpoint",
  app_id: 1001,
  livemode: true,
  url: "https://shop.example/webhooks",
  events: ["checkout.verified"],
  description: null,
  status: "disabled",
  disabled_reason: "failing",
  disabled_at: AT,
  health: {
    state: "slow",
    failures_in_a_row: 20,
    failing_since: "2026-11-15T09:00:00.000Z",
    last_success_at: "2026-11-15T08:00:00.000Z",
  },
  previous_secret_expires_at: null,
  secret_rotated_at: null,
  created_at: "2026-10-01T08:00:00.000Z",
};

const credits = (available: number) => ({
  object: "credits",
  available,
  granted: 100,
  captured: 100 - available,
});

const NONE = { count: 0, amount: 0 };
const DIFFERENCE: z.output<typeof statementDifference> = {
  object: "book_statement",
  id: "stm_01m7w2q3r4s5t6v7w8x9y0z1a2",
  provider: "telebirr",
  account_number: "251911000000",
  currency: "ETB",
  from: "2026-11-01",
  to: "2026-11-18",
  complete: [{ from: "2026-11-01", to: "2026-11-18" }],
  rows: 2,
  money_in: { count: 2, amount: 300_000 },
  money_out: NONE,
  agreed: { count: 2, amount: 300_000 },
  amounts_differ: NONE,
  difference: 0,
  reversed: NONE,
  unknown: NONE,
  other: NONE,
  missing: { count: 1, amount: 150_000 },
  waiting: { not_covered: 0, too_soon: 0, account_unknown: 0, confirmed_before: 0 },
  open_points: 1,
  points_left_out: 0,
  member: "usr_01m7w2q3r4s5t6v7w8x9y0z1a2",
  compared_at: AT,
  new_points: [
    {
      object: "book_point",
      id: "missing co_01m7w2q3r4s5t6v7w8x9y0z1a2 telebirr DKK3A7B9XZ",
      kind: "missing",
      checkout_id: "co_01m7w2q3r4s5t6v7w8x9y0z1a2",
      reference: "DKK3A7B9XZ",
      paid_amount: 150_000,
      paid_on: "2026-11-10",
      booked_amount: null,
      booked_on: null,
      line: null,
      among: 1,
      settled: null,
    },
  ],
};

/** The meaning of the event, and the object in its `data`. */
const KINDS: Readonly<Record<EventType, readonly [about: string, object: object]>> = {
  "checkout.created": ["A checkout was created.", CHECKOUT],
  "checkout.partially_paid": [
    "A payment has arrived, but not the whole amount: `amount_due` says how much is missing. The hosted page asks the customer for it.",
    {
      ...CHECKOUT,
      amount_received: 100_000,
      amount_due: 50_000,
      payments: [{ ...PAYMENT, amount: 100_000 }],
      attempts_count: 1,
      sequence: 2,
    },
  ],
  "checkout.verified": [
    "The payment is verified: by the bank's receipt, by a person or, up to the app's `notice_limit`, by the bank's message. You can deliver.",
    {
      ...CHECKOUT,
      ...PAID,
      status: "verified",
      verified_at: AT,
      receipt_url: "https://pay.example/api/public/gateway/verify/7Q2M-X4KD-9RTB-3HWF/",
      sequence: 2,
    },
  ],
  "checkout.review": [
    "A person must decide about the payments; `review.reason` says why.",
    {
      ...CHECKOUT,
      ...DOUBTFUL,
      status: "review",
      review: {
        reason: "possible_duplicate",
        decided_by: null,
        decided_at: null,
        note: null,
      },
      sequence: 2,
    },
  ],
  "checkout.expired": [
    "No payment arrived in time. For 24 hours after that, a payment can still be verified.",
    { ...CHECKOUT, status: "expired", sequence: 2 },
  ],
  "checkout.canceled": [
    "The merchant canceled the checkout. Payments that had arrived are released.",
    { ...CHECKOUT, status: "canceled", sequence: 2 },
  ],
  "checkout.rejected": [
    "A person rejected the payments, which were in review or below the amount.",
    {
      ...CHECKOUT,
      ...DOUBTFUL,
      status: "rejected",
      review: {
        reason: "possible_duplicate",
        decided_by: "usr_01m7w2q3r4s5t6v7w8x9y0z1a2",
        decided_at: AT,
        note: "The bank statement shows one transfer",
      },
      sequence: 3,
    },
  ],
  "checkout.attempt_failed": [
    "A reference did not prove the payment; the customer can try another one.",
    { ...ATTEMPT, checkout: { ...CHECKOUT, attempts_count: 1, sequence: 2 } },
  ],
  "checkout.payment_released": [
    "A member released a payment of a checkout, so that it can count toward another one.",
    { ...PAYMENT, checkout: { ...CHECKOUT, attempts_count: 1, sequence: 3 } },
  ],
  "credits.low": ["Few credits are left.", credits(10)],
  "credits.exhausted": [
    "No credits are left: we refuse new live checkouts, and matched payments wait until you buy credits.",
    credits(0),
  ],
  "webhook.disabled": [
    "An endpoint was disabled because it failed for five days, or its server responded with 410 or asked to stop.",
    ENDPOINT,
  ],
  "books.difference": [
    "A bank statement and the verified payments differ: a payment is missing or reversed, an amount differs, or money arrived without a checkout.",
    DIFFERENCE,
  ],
  ping: [
    "Sent by the test button to that one endpoint.",
    { object: "webhook_endpoint", id: ENDPOINT.id },
  ],
};

export const EVENT_CATALOG: readonly EventTypeEntry[] = EVENT_TYPES.map((type) => {
  const [description, object] = KINDS[type];
  const sequence =
    "sequence" in object && typeof object.sequence === "number" ? object.sequence : 0;
  return {
    object: "event_type",
    type,
    description,
    example: {
      id: "evt_01m7w2q3r4s5t6v7w8x9y0z1a2",
      object: "event",
      type,
      created_at: AT,
      livemode: true,
      app_id: isOfAccount(type) ? null : 1001,
      sequence,
      data: { object: object as Record<string, unknown> },
    },
  };
});
