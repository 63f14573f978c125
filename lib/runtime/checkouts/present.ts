import type { CheckoutAnswer, PublicCheckout } from "../../contract/schemas/checkout.ts";
import type { AttemptAnswer } from "../../contract/schemas/verification.ts";
import type { Attempt } from "../../domain/attempt-record.ts";
import { shownStatus } from "../../domain/checkout.ts";
import type { Checkout, PaymentMethod } from "../../domain/checkout-terms.ts";
import { PROVIDER_INPUTS } from "../../providers/inputs.ts";

/** Addresses start with this; without a trailing slash. */
interface Where {
  readonly publicBaseUrl: string;
  /** ms: what is shown as expired or verifying depends on it. */
  readonly now: number;
}

/** A checkout as anyone who holds its token may see it: not who decided by hand, nor what he noted. */
export function presentPublicCheckout(checkout: Checkout, where: Where): PublicCheckout {
  const gateway = `${where.publicBaseUrl}/api/public/gateway`;
  const { payment, review } = checkout;
  return {
    id: checkout.id,
    object: "checkout",
    livemode: checkout.livemode,
    app_id: checkout.appId,
    merchant_name: checkout.merchantName,
    status: shownStatus(checkout, where.now),
    exceptions: [...checkout.exceptions],
    review: review && {
      reason: review.reason,
      decided_by: null,
      decided_at: instantOrNull(review.decidedAt),
      note: null,
    },
    amount: checkout.amount,
    currency: checkout.currency,
    amount_received: checkout.amountReceived,
    description: checkout.description,
    payment_methods: checkout.methods.map((method) =>
      presentMethod(method, checkout.locale ?? "en"),
    ),
    pay_url: `${gateway}/pay/${checkout.token}/`,
    return_url: checkout.returnUrl,
    cancel_url: checkout.cancelUrl,
    expires_at: instant(checkout.expiresAt),
    created_at: instant(checkout.createdAt),
    verified_at: instantOrNull(checkout.verifiedAt),
    payment: payment && {
      provider: payment.provider,
      reference: payment.reference,
      payer_name: payment.payerName,
      paid_at: instantOrNull(payment.paidAt),
    },
    receipt_url: checkout.receiptCode && `${gateway}/verify/${checkout.receiptCode}/`,
    locale: checkout.locale,
    sequence: checkout.sequence,
  };
}

/** A checkout as its merchant sees it. */
export function presentCheckout(checkout: Checkout, where: Where): CheckoutAnswer {
  const { review } = checkout;
  return {
    ...presentPublicCheckout(checkout, where),
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

/** One try, with what was found only where it is the merchant's own money. */
export function presentAttempt(attempt: Attempt): AttemptAnswer {
  const { found } = attempt;
  return {
    id: attempt.id,
    object: "attempt",
    outcome: attempt.outcome,
    provider: attempt.lookup.provider,
    reference: attempt.lookup.reference,
    expected: attempt.expected,
    found: found && {
      amount: found.amount,
      currency: found.currency,
      paid_at: instantOrNull(found.paidAt),
    },
    created_at: instant(attempt.createdAt),
    settled_at: instantOrNull(attempt.settledAt),
  };
}

function presentMethod(method: PaymentMethod, locale: "en" | "am") {
  return {
    id: method.id,
    provider: method.provider,
    account_name: method.accountName,
    account_number: method.accountNumber,
    label: method.label,
    instructions: method.instructions,
    inputs: PROVIDER_INPUTS[method.provider].map(({ id, label, example, pattern }) => ({
      id,
      label: label[locale],
      example,
      pattern,
    })),
  };
}

/** RFC 3339 in UTC. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}

export function instantOrNull(ms: number | null): string | null {
  return ms === null ? null : instant(ms);
}
