import type {
  CheckoutAnswer,
  PaymentAnswer,
  PublicCheckout,
} from "../../contract/schemas/checkout.ts";
import type { AttemptAnswer } from "../../contract/schemas/verification.ts";
import type { Attempt, AttemptOutcome, WaitingFor } from "../../domain/attempt.ts";
import {
  amountDue,
  type Checkout,
  exceptionsOf,
  type PaymentMethod,
  shownStatus,
} from "../../domain/checkout.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import type { PayerLanguage } from "../../domain/payer-language.ts";
import { type Payment, shownPayment } from "../../domain/payment.ts";
import { claimKey } from "../../domain/receipt.ts";
import { payUrl, receiptUrl } from "../../pipeline/environment.ts";
import { FACTS } from "../../providers/facts.ts";

/**
 * A checkout for anyone with its token: without the reviewer and their note.
 *
 * @param now ms; decides between `open` and `expired`
 */
export function presentPublicCheckout(checkout: Checkout, now: number): PublicCheckout {
  const { review } = checkout;
  return {
    id: checkout.id,
    object: "checkout",
    livemode: checkout.livemode,
    app_id: checkout.appId,
    merchant_name: checkout.merchantName,
    status: shownStatus(checkout, now),
    exceptions: [...exceptionsOf(checkout)],
    review: review && {
      reason: review.reason,
      decided_by: null,
      decided_at: instantOrNull(review.decidedAt),
      note: null,
    },
    amount: checkout.amount,
    currency: checkout.currency,
    amount_received: checkout.amountReceived,
    amount_due: amountDue(checkout),
    description: checkout.description,
    payment_methods: checkout.methods.map((method) =>
      presentMethod(method, checkout.locale ?? "en"),
    ),
    pay_url: payUrl(checkout.token),
    return_url: checkout.returnUrl,
    cancel_url: checkout.cancelUrl,
    expires_at: instant(checkout.expiresAt),
    created_at: instant(checkout.createdAt),
    verified_at: instantOrNull(checkout.verifiedAt),
    payments: checkout.payments.map((payment) => presentPayment(payment, checkout)),
    receipt_url: checkout.receiptCode && receiptUrl(checkout.receiptCode),
    locale: checkout.locale,
    sequence: checkout.sequence,
  };
}

/** A payment, as far as it may be shown. */
export function presentPayment(payment: Payment, { currency }: Checkout): PaymentAnswer {
  const { provider, reference, amount, payerName, paidAt, state, reason, evidence } =
    shownPayment(payment);
  return {
    object: "payment",
    provider,
    reference,
    amount,
    currency,
    payer_name: payerName,
    paid_at: instantOrNull(paidAt),
    state,
    reason,
    evidence,
  };
}

/** A payment for its merchant, with what a bank statement says of it. */
export function presentMerchantPayment(payment: Payment, checkout: Checkout) {
  const key = claimKey(payment.provider, payment.reference);
  return {
    ...presentPayment(payment, checkout),
    payment_method: payment.methodId ?? null,
    unconfirmed_by_statement: checkout.unconfirmed?.has(key) ?? false,
  };
}

/** A checkout for its merchant; `now` in ms. */
export function presentCheckout(checkout: Checkout, now: number): CheckoutAnswer {
  const { review } = checkout;
  return {
    ...presentPublicCheckout(checkout, now),
    payments: checkout.payments.map((payment) => presentMerchantPayment(payment, checkout)),
    review: review && {
      reason: review.reason,
      decided_by: review.decidedBy,
      decided_at: instantOrNull(review.decidedAt),
      note: review.note,
    },
    client_reference: checkout.clientReference,
    customer: checkout.customer,
    late_policy: checkout.latePolicy,
    attempts_count: checkout.attemptsCount,
    metadata: { ...checkout.metadata },
  };
}

/** An attempt of `checkout`; `found` only where the receipt names the merchant as receiver. */
export function presentAttempt(attempt: Attempt, checkout: Checkout): AttemptAnswer {
  const { found } = attempt;
  const outcome = shownOutcome(attempt, checkout);
  return {
    id: attempt.id,
    object: "attempt",
    outcome,
    waiting_for: waitingFor(attempt),
    provider: attempt.lookup.provider,
    reference: attempt.lookup.reference,
    expected: attempt.expected,
    found: found && {
      amount: found.amount,
      currency: found.currency,
      paid_at: instantOrNull(found.paidAt),
    },
    created_at: instant(attempt.createdAt),
    settled_at: outcome === "pending" ? null : instantOrNull(attempt.settledAt),
  };
}

/**
 * `pending` until the outcome is final. Before an attempt is settled, its stored outcome is only the reason
 * why it waits. A reference that no bank is asked about is settled as `pending`: a person decides about its payment,
 * and a decision that comes without this payment supersedes it.
 */
export function shownOutcome(
  { id, outcome, settledAt }: Attempt,
  { status, payments }: Pick<Checkout, "status" | "payments">,
): AttemptOutcome {
  if (settledAt === null) return "pending";
  if (outcome !== "pending") return outcome;
  const payment = payments.find(({ attemptId }) => attemptId === id);
  if (payment === undefined || status === "rejected") return "superseded";
  if (payment.state === "counted") return "matched";
  return status === "verified" ? "superseded" : "pending";
}

function waitingFor({ settledAt, streak }: Attempt): WaitingFor | null {
  if (settledAt !== null || streak === null) return null;
  switch (streak.reason) {
    case "provider_unavailable":
    case "unreadable":
      return "provider";
    case "insufficient_credits":
      return "credits";
    case "not_found":
      return "receipt";
  }
}

function presentMethod(method: PaymentMethod, locale: PayerLanguage) {
  return {
    id: method.id,
    provider: method.provider,
    account_name: method.accountName,
    account_number: method.accountNumber,
    label: method.label,
    instructions: method.instructions,
    inputs: FACTS[method.provider].inputs.map(({ id, label, example, pattern }) => ({
      id,
      label: label[locale],
      example,
      pattern,
    })),
  };
}
