import type * as z from "zod";
import type { EventType } from "../../contract/events.ts";
import type {
  CheckoutAnswer,
  PaymentAnswer,
  PublicCheckout,
} from "../../contract/schemas/checkout.ts";
import type { checkoutHistory } from "../../contract/schemas/dashboard-checkout.ts";
import type { AttemptAnswer } from "../../contract/schemas/verification.ts";
import { maskName } from "../../domain/account-number.ts";
import type { Attempt, AttemptOutcome, WaitingFor } from "../../domain/attempt.ts";
import {
  amountDue,
  type Checkout,
  eventsOf,
  exceptionsOf,
  type PaymentMethod,
  shownStatus,
} from "../../domain/checkout.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { EventRecord } from "../../domain/event-record.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import { noticeTime } from "../../domain/notice-fit.ts";
import type { PayerLanguage } from "../../domain/payer-language.ts";
import { type Payment, shownPayment } from "../../domain/payment.ts";
import { claimKey } from "../../domain/receipt.ts";
import { table } from "../../pipeline/deps.ts";
import { payUrl, receiptUrl } from "../../pipeline/environment.ts";
import { FACTS } from "../../providers/facts.ts";
import { listAttempts } from "../../store/attempts.ts";
import { getDelivery } from "../../store/deliveries.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import { getEvents } from "../../store/events.ts";
import {
  isReversed,
  messagesAbout,
  messagesAboutClaims,
  noticesOfAmount,
  type Reversal,
  type StoredNotice,
} from "../../store/notices.ts";
import { deliveryIdOf } from "../webhooks/present.ts";

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
    payment_methods: checkout.suspended ? [] : shownMethods(checkout),
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

function shownMethods({ methods, locale }: Checkout) {
  return methods.map((method) => presentMethod(method, locale ?? "en"));
}

/** A payment, as far as it may be shown. */
function presentPayment(payment: Payment, { currency }: Checkout): PaymentAnswer {
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
    payment_method: shownPayment(payment).methodId ?? null,
    unconfirmed_by_statement: checkout.unconfirmed?.has(key) ?? false,
  };
}

/** A checkout for its merchant; `now` in ms. */
export function presentCheckout(checkout: Checkout, now: number): CheckoutAnswer {
  const { review } = checkout;
  return {
    ...presentPublicCheckout(checkout, now),
    payment_methods: shownMethods(checkout),
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
 * why it waits. A reference without a lookup is settled as `pending`: a person decides on its payment,
 * and a decision made without this payment supersedes it.
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

/** Maximum per kind; a checkout has few of each. */
const MOST = 100;
const MOST_NOTICES = 10;

interface CheckoutHistory {
  readonly attempts: readonly Attempt[];
  readonly events: readonly EventRecord[];
  readonly deliveries: readonly Delivery[];
  readonly notices: readonly StoredNotice[];
  /** Messages that a payment of this reference was reversed. */
  readonly reversals: readonly Reversal[];
}

/**
 * Everything that happened to a checkout, newest first.
 *
 * @param sources ids of the phones whose messages the reader sees; null for all. Those of other apps tell of payments to them
 */
export async function readHistory(
  checkout: Checkout,
  now: number,
  sources: ReadonlySet<string | undefined> | null,
): Promise<CheckoutHistory> {
  const [attempts, events, endpoints, messages] = await Promise.all([
    listAttempts(table(), checkout, { limit: MOST, internal: true }),
    getEvents(table(), eventsOf(checkout), now),
    endpointsOfAccount(table(), checkout.accountId),
    messagesFor(checkout, now, sources),
  ]);
  const receivers = endpoints.filter((endpoint) => endpoint.appId === checkout.appId);
  // Ids of deliveries derive from event and endpoint, so no search is needed.
  const refs = events.flatMap((event) =>
    receivers.map(({ id }) => ({ endpointId: id, id: deliveryIdOf(event.id, id) })),
  );
  const found = await Promise.all(refs.slice(0, MOST).map((ref) => getDelivery(table(), ref, now)));
  const deliveries = found.filter((delivery): delivery is Delivery => delivery !== null);
  return { attempts: attempts.data, events, deliveries, ...messages };
}

/**
 * What the bank told a paired phone: reversals of payments that were entered and, until the checkout is verified, messages
 * with their references or with the amount that is due.
 */
async function messagesFor(
  checkout: Checkout,
  now: number,
  sources: ReadonlySet<string | undefined> | null,
): Promise<Pick<CheckoutHistory, "notices" | "reversals">> {
  const { accountId, livemode, status, payments, pending, currency, createdAt } = checkout;
  if (!livemode) return { notices: [], reversals: [] };
  const due = { currency, amountMinor: amountDue(checkout) };
  const asks = checkout.notices !== undefined && status !== "verified";
  const [ofAmount, ...ofReferences] = await Promise.all([
    asks ? noticesOfAmount(table(), accountId, due, { from: createdAt, until: now }) : [],
    ...payments.map(({ claims }) => messagesAboutClaims(table(), accountId, claims, now)),
    ...pending.map((one) => messagesAbout(table(), accountId, one, now)),
  ]);
  const all = asks ? [...ofReferences.flatMap(({ notices }) => notices), ...ofAmount] : [];
  const seen = all.filter(({ sourceId }) => sources === null || sources.has(sourceId));
  const notices = [...new Map(seen.map((notice) => [notice.hash, notice])).values()];
  return {
    notices: notices.slice(0, MOST_NOTICES),
    reversals: ofReferences.flatMap(({ reversals }) => reversals),
  };
}

/** When the first message said that a payment was reversed, ms; null if none did. */
function reversedAt({ claims, amount }: Payment, reversals: readonly Reversal[]): number | null {
  const about = reversals.filter(
    (one) => claims.includes(claimKey(one.provider, one.reference)) && isReversed([one], amount),
  );
  return about.length === 0 ? null : Math.min(...about.map(({ receivedAt }) => receivedAt));
}

/** A checkout with its attempts, events and deliveries; `now` in ms. */
export function presentHistory(
  checkout: Checkout,
  history: CheckoutHistory,
  now: number,
): z.input<typeof checkoutHistory> {
  return {
    ...presentCheckout(checkout, now),
    payments: checkout.payments.map((payment) => ({
      ...presentMerchantPayment(payment, checkout),
      attempt_id: payment.attemptId,
      reversal_reported_at: instantOrNull(reversedAt(payment, history.reversals)),
    })),
    attempts: history.attempts.map((attempt) => ({
      ...presentAttempt(attempt, checkout),
      evidence: attempt.evidence && { ...attempt.evidence },
      tries: attempt.tries,
      next_at: instantOrNull(attempt.nextAt),
    })),
    events: history.events.map((event) => ({
      id: event.id,
      type: event.type as EventType,
      sequence: event.sequence,
      created_at: instant(event.createdAt),
    })),
    notices: history.notices.map(presentNotice),
    deliveries: history.deliveries.map((delivery) => ({
      id: delivery.id,
      event_id: delivery.eventId,
      event_type: delivery.eventType as EventType,
      endpoint_id: delivery.endpointId,
      status: delivery.status,
      created_at: instant(delivery.createdAt),
    })),
  };
}

/** A notice as members see it. */
export function presentNotice(notice: StoredNotice) {
  return {
    provider: notice.provider,
    amount: notice.amountMinor,
    currency: notice.currency,
    payer_name: maskName(notice.payer.name),
    reference: notice.reference,
    at: instant(noticeTime(notice)),
    typed: notice.typed,
  };
}
