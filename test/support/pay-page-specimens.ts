import type { Attempt, AttemptOutcome } from "../../lib/domain/attempt.ts";
import type { Checkout, CheckoutState, PaymentMethod } from "../../lib/domain/checkout.ts";
import { newId } from "../../lib/domain/ids.ts";
import type { ParkingReason } from "../../lib/domain/parking.ts";
import { PAYER_LANGUAGES } from "../../lib/domain/payer-language.ts";
import type { Payment } from "../../lib/domain/payment.ts";
import { checkoutToken } from "../../lib/domain/tokens.ts";
import type { PayPage } from "../../lib/pages/pay-page/render-pay-page.ts";
import { type Situation, TREATMENTS } from "../../lib/pages/pay-page/situation.ts";
import { loadTexts } from "../../lib/pages/pay-page/texts/texts.ts";
import { EMPTY_CONTEXT } from "../../lib/pages/pay-page/words.ts";

/** Checkouts and attempts in every state that a pay page can show. All names and numbers are invented. */

export const NOW = Date.UTC(2026, 10, 20, 9, 30);
const ID = newId("co_", NOW - 60_000, new Uint8Array(10).fill(7));

/** Set by the deployment. */
export const ENVIRONMENT = {
  STAGE: "test",
  PUBLIC_BASE_URL: "https://pay.example",
  DEFAULT_CURRENCY: "ETB",
  PHONE_REGION: "ET",
  SERVICE_CONFIG: "{}",
};

/** For tests that render without a request: what the deployment sets, and the texts of every language. */
export async function prepareSpecimens(): Promise<void> {
  Object.assign(process.env, ENVIRONMENT);
  await Promise.all(PAYER_LANGUAGES.map(loadTexts));
}

export const METHODS: readonly PaymentMethod[] = [
  method(1, "telebirr", "Selam Coffee", "0911000001", null),
  method(2, "cbe", "Selam Coffee PLC", "1000123456789", "Bole branch"),
  method(3, "cbe_birr", "Selam Coffee", "0911000002", null),
];

function method(
  number: number,
  provider: PaymentMethod["provider"],
  accountName: string,
  accountNumber: string,
  label: string | null,
): PaymentMethod {
  const id = newId("pm_", NOW, new Uint8Array(10).fill(number));
  const instructions = number === 2 ? "Write your order number as the reason." : null;
  return { id, provider, accountName, accountNumber, label, instructions };
}

export function checkout(changes: Partial<Checkout> = {}): Checkout {
  const state: CheckoutState = {
    status: "open",
    version: 1,
    sequence: 1,
    expiresAt: NOW + 29 * 60_000,
    pending: [],
    attemptsCount: 0,
    failedAttempts: 0,
    hasWaited: false,
    payments: [],
    amountReceived: 0,
    review: null,
    verifiedAt: null,
    receiptCode: null,
    eventIds: [],
  };
  return {
    id: ID,
    token: checkoutToken(ID, new Uint8Array(20).fill(9)),
    accountId: "acc_1",
    appId: 1,
    livemode: true,
    merchantName: "Selam Coffee",
    amount: 150_000,
    currency: "ETB",
    clientReference: "order-17",
    description: "Order 17: two bags of Yirgacheffe",
    customer: null,
    methods: METHODS,
    returnUrl: "https://shop.example/thanks?order=17#top",
    cancelUrl: "https://shop.example/cart",
    latePolicy: "review",
    locale: "en",
    metadata: {},
    createdAt: NOW - 60_000,
    purchaseId: null,
    ...state,
    ...changes,
  };
}

export function attempt(outcome: AttemptOutcome, changes: Partial<Attempt> = {}): Attempt {
  return {
    id: newId("att_", NOW, new Uint8Array(10).fill(3)),
    checkoutId: ID,
    accountId: "acc_1",
    appId: 1,
    livemode: true,
    lookup: {
      provider: "telebirr",
      reference: "DKK3A7B9XZ",
      variant: "reference",
      parts: {},
      datedOn: null,
    },
    payerPhone: null,
    outcome,
    createdAt: NOW - 20_000,
    settledAt: NOW - 10_000,
    tries: 1,
    nextAt: null,
    leaseUntil: 0,
    streak: null,
    expected: { amount: 150_000, currency: "ETB" },
    found: null,
    evidence: null,
    receipt: null,
    fingerprints: [],
    ...changes,
  };
}

const PENDING = attempt("pending", { settledAt: null });
const VERIFYING = checkout({
  pending: [
    {
      id: PENDING.id,
      provider: "telebirr",
      reference: "DKK3A7B9XZ",
      submittedAt: NOW - 20_000,
      awaitsCredits: false,
    },
  ],
});
/** A counted payment of so many minor units. */
export function payment(amount: number, changes: Partial<Payment> = {}): Payment {
  return {
    attemptId: newId("att_", NOW, new Uint8Array(10).fill(3)),
    provider: "telebirr",
    reference: "DKK3A7B9XZ",
    typed: null,
    amount,
    payerName: "A***",
    paidAt: NOW,
    state: "counted",
    reason: null,
    exceptions: [],
    evidence: "receipt",
    claims: ["telebirr:DKK3A7B9XZ"],
    ...changes,
  };
}
export const VERIFIED = checkout({
  status: "verified",
  version: 3,
  amountReceived: 150_000,
  payments: [payment(150_000)],
  verifiedAt: NOW,
  receiptCode: "7K3M-9QWX-0ABC-D5EF",
});
const OVER = checkout({ expiresAt: NOW - 60_000 });

function parked(reason: ParkingReason) {
  const outcome = reason === "not_found" ? "pending" : reason;
  const streak = { reason, count: 1 };
  return { checkout: VERIFYING, attempt: attempt(outcome, { settledAt: null, streak }) };
}

interface StoredState {
  readonly checkout: Checkout;
  readonly attempt: Attempt | null;
}

/** What is stored when each situation is shown; null where it comes from what was just typed. */
export const STORED_STATES: Readonly<Record<Situation, StoredState | null>> = {
  waiting: { checkout: checkout(), attempt: null },
  partly_paid: {
    checkout: checkout({ amountReceived: 140_000, payments: [payment(140_000)] }),
    attempt: attempt("counted"),
  },
  suspended: { checkout: checkout({ suspended: true }), attempt: null },
  verified: { checkout: VERIFIED, attempt: null },
  review: { checkout: checkout({ status: "review" }), attempt: null },
  expired: { checkout: OVER, attempt: null },
  closed: { checkout: checkout({ expiresAt: NOW - 25 * 3_600_000 }), attempt: null },
  canceled: { checkout: checkout({ status: "canceled" }), attempt: null },
  rejected: { checkout: checkout({ status: "rejected" }), attempt: null },
  checking: { checkout: VERIFYING, attempt: PENDING },
  bank_silent: parked("provider_unavailable"),
  not_there_yet: parked("not_found"),
  confirming: parked("insufficient_credits"),
  not_found: { checkout: checkout(), attempt: attempt("not_found") },
  not_completed: { checkout: checkout(), attempt: attempt("not_completed") },
  receiver_mismatch: { checkout: checkout(), attempt: attempt("receiver_mismatch") },
  currency_mismatch: { checkout: checkout(), attempt: attempt("currency_mismatch") },
  already_used: { checkout: checkout(), attempt: attempt("already_used") },
  too_old: { checkout: checkout(), attempt: attempt("too_old") },
  unreadable: { checkout: checkout(), attempt: attempt("unreadable") },
  not_a_reference: null,
  which_bank: null,
  bank_not_accepted: null,
  odd_date: null,
  bad_phone: null,
  account_digits_needed: null,
  already_counted: null,
  still_checking: null,
  rate_limited: null,
  exhausted: null,
  try_again: null,
};

export const SITUATIONS = Object.keys(STORED_STATES) as Situation[];

/** A page that shows the situation. */
export function specimen(situation: Situation, changes: Partial<PayPage> = {}): PayPage {
  const stored = STORED_STATES[situation] ?? { checkout: checkout(), attempt: null };
  const isAsked = STORED_STATES[situation] === null;
  return {
    checkout: stored.checkout,
    situation,
    context: {
      ...EMPTY_CONTEXT,
      attempt: stored.attempt,
      ...(situation === "odd_date"
        ? { reference: "DAA3A7B9XZ", datedOn: Date.UTC(2026, 0, 9, 21) }
        : {}),
      ...(situation === "bank_not_accepted" ? { provider: "awash" } : {}),
      waitSeconds: situation === "rate_limited" ? 40 : 0,
    },
    ...(isAsked
      ? {
          form: {
            input: "DAA3A7B9XZ",
            candidates: situation === "which_bank" ? ["telebirr", "cbe_birr", "mpesa"] : [],
            confirm: situation === "odd_date" ? "DAA3A7B9XZ" : null,
          },
        }
      : {}),
    switchedOff: [],
    takesNumber: TREATMENTS[situation].form !== "none",
    language: "en",
    now: NOW,
    ...changes,
  };
}

/** An open checkout of a shop with a paired phone, before the customer has paid. */
export function pairedSpecimen(language: PayPage["language"]): PayPage {
  return specimen("waiting", {
    language,
    checkout: checkout({ notices: { limit: 0, distinct: false } }),
    paired: { arrived: null, payerPhone: null },
  });
}
