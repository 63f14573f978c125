import type { EventPlace } from "./event-record.ts";
import type { PayerLanguage } from "./payer-language.ts";
import { amountReceived, type Doubt, PAYMENT_EXCEPTIONS, type Payment } from "./payment.ts";
import type { ProviderId } from "./provider.ts";

export const SHOWN_STATUSES = [
  "open",
  "verifying",
  "verified",
  "review",
  "expired",
  "canceled",
  "rejected",
] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];
/** The stored status. `verifying` is not stored: it is shown for an open checkout with a pending attempt. */
export type CheckoutStatus = Exclude<ShownStatus, "verifying">;

export const CHECKOUT_EXCEPTIONS = ["overpaid", ...PAYMENT_EXCEPTIONS, "approved_by_hand"] as const;
export type CheckoutException = (typeof CHECKOUT_EXCEPTIONS)[number];

/** Why a person must decide. */
export type ReviewReason =
  | Doubt
  | "insufficient_credits"
  /** The checkout expired, or has as many payments as it can hold, before the whole amount arrived. */
  | "partially_paid";

/** Time after `expires_at` during which a payment can still be proven. */
export const GRACE_MS = 24 * 3_600_000;
/** References of one checkout that may be looked up at the same time. */
export const MAX_PENDING = 3;
/**
 * References of one checkout that have not failed: those that are looked up, and those that led to a payment. Without
 * a bound, invented links that only a person can read would hide the genuine ones.
 */
export const MOST_UNDECIDED = 10;

/** All transitions between statuses; no other can happen. */
export const TRANSITIONS: Readonly<Record<CheckoutStatus, readonly CheckoutStatus[]>> = {
  open: ["verified", "review", "expired", "canceled", "rejected"],
  expired: ["verified", "review"],
  // Open again once no payment is left to decide about.
  review: ["verified", "rejected", "open"],
  verified: [],
  canceled: [],
  rejected: [],
};

/** An attempt that is not settled yet. */
export interface PendingAttempt {
  readonly id: string;
  readonly provider: ProviderId;
  readonly reference: string;
  readonly submittedAt: number;
  /** The payment is proven, and was the last part: only credits were missing. */
  readonly awaitsCredits: boolean;
}

export interface Review {
  readonly reason: ReviewReason;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly note: string | null;
}

/** The person who decided, and why. */
export interface Verdict {
  readonly by: string;
  readonly note: string;
}

export const UNDECIDED = { decidedBy: null, decidedAt: null, note: null } as const;

/** A person may also decide about a partly paid checkout that nobody has sent to review. */
export function decidedReview(
  { review }: Pick<CheckoutState, "review">,
  { by, note, at }: Verdict & { readonly at: number },
): Review {
  return { reason: review?.reason ?? "partially_paid", decidedBy: by, decidedAt: at, note };
}

/** The part of a checkout that changes. */
export interface CheckoutState {
  readonly status: CheckoutStatus;
  /** Rises with every write, which names it in its condition. */
  readonly version: number;
  /** Rises with every published event, and with every other change of its payments. */
  readonly sequence: number;
  readonly expiresAt: number;
  readonly pending: readonly PendingAttempt[];
  readonly attemptsCount: number;
  readonly failedAttempts: number;
  /** An attempt that has ended, or that waits for credits, may have left an issue for a person. */
  readonly hasWaited: boolean;
  /** In the order of their arrival. */
  readonly payments: readonly Payment[];
  /** Sum of the counted payments, in minor units. */
  readonly amountReceived: number;
  readonly review: Review | null;
  readonly verifiedAt: number | null;
  readonly receiptCode: string | null;
  /** Ids of its events, oldest first; its history is read by them. */
  readonly eventIds: readonly string[];
  /** Claim keys of payments that the bank's statement does not confirm; absent for none. Only `store/books.ts` writes it. */
  readonly unconfirmed?: ReadonlySet<string>;
}

/** The only place that changes payments, so that the sum is always theirs. */
export function withPayments(state: CheckoutState, payments: readonly Payment[]): CheckoutState {
  return { ...state, payments, amountReceived: amountReceived(payments) };
}

/** Changes the payment that an attempt has found. */
export function withPayment(
  state: CheckoutState,
  attemptId: string,
  changes: Partial<Payment>,
): CheckoutState {
  const changed = (payment: Payment) =>
    payment.attemptId === attemptId ? { ...payment, ...changes } : payment;
  return withPayments(state, state.payments.map(changed));
}

/** Whether the checkout lists the attempt as pending. */
export function isPending({ pending }: Pick<CheckoutState, "pending">, attemptId: string): boolean {
  return pending.some(({ id }) => id === attemptId);
}

/**
 * Whether the whole amount has arrived and waits for credits, so that no cancellation or rejection may lose it. An attempt's
 * mark alone says less: another part may have been released or doubted since. `amount` in minor units.
 */
export function awaitsCredits({ pending, amountReceived }: CheckoutState, amount: number): boolean {
  return amountReceived >= amount && pending.some((attempt) => attempt.awaitsCredits);
}

/**
 * The status as the API shows it; `expired` does not wait for the sweeper. A partly paid checkout is never `expired`: the
 * sweeper sends it to review. `now` in ms.
 */
export function shownStatus(state: CheckoutState, now: number): ShownStatus {
  if (state.status !== "open" && state.status !== "expired") return state.status;
  if (state.pending.length > 0) return "verifying";
  return now >= state.expiresAt && state.payments.length === 0 ? "expired" : state.status;
}

/** Whether a reference may still be submitted: open or in review, until the grace period ends. */
export function acceptsPayment(state: CheckoutState, now: number): boolean {
  return canBecome(state, "verified") && now < graceEndsAt(state);
}

/** Whether it has expired, also if the sweeper has run between the start of a request (`now`) and its decision. */
export function hasExpired({ status, expiresAt }: CheckoutState, now: number): boolean {
  return status === "expired" || now >= expiresAt;
}

/** End of the grace period (exclusive, ms). */
export function graceEndsAt(state: Pick<CheckoutState, "expiresAt">): number {
  return state.expiresAt + GRACE_MS;
}

/** Whether `TRANSITIONS` allows the change. */
export function canBecome(state: Pick<CheckoutState, "status">, status: CheckoutStatus): boolean {
  return TRANSITIONS[state.status].includes(status);
}

/** Whether a person can approve or reject it: it is undecided, and there is a payment to decide about. */
export function isDecidable(state: CheckoutState): boolean {
  return canBecome(state, "verified") && state.payments.length > 0;
}

/** A receiving account, copied when the checkout was created; later edits don't change it. */
export interface PaymentMethod {
  readonly id: string;
  readonly provider: ProviderId;
  readonly accountName: string;
  readonly accountNumber: string;
  readonly label: string | null;
  readonly instructions: string | null;
}

/** The branding of a shop's pages, copied when the checkout was created. */
export interface Brand {
  /** `{app_id}-{digest}`, the last segment of the logo's address; null without a logo. */
  readonly logo: string | null;
  /** `#rrggbb`; null for the service's own color. */
  readonly color: string | null;
}

/** What notices may do for a checkout. */
export interface NoticeTerms {
  /** Amount up to which a notice counts while the bank's page is down, minor units; 0 for none. */
  readonly limit: number;
  /** No other open checkout of the account asks for the same amount. */
  readonly distinct: boolean;
}

export interface Customer {
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

/** The part of a checkout that is fixed at creation. Times in ms since the epoch, money in minor units. */
export interface CheckoutTerms {
  readonly id: string;
  /** Last segment of `pay_url`. */
  readonly token: string;
  readonly accountId: string;
  readonly appId: number;
  readonly livemode: boolean;
  readonly merchantName: string;
  readonly amount: number;
  readonly currency: string;
  readonly clientReference: string | null;
  readonly description: string | null;
  readonly customer: Customer | null;
  readonly methods: readonly PaymentMethod[];
  readonly returnUrl: string | null;
  readonly cancelUrl: string | null;
  readonly latePolicy: "review" | "accept";
  /** null if the payer's browser decides. */
  readonly locale: PayerLanguage | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
  /** The user who created it in the dashboard; absent for a key and for a link. */
  readonly createdBy?: string;
  /** What this checkout pays for if the service itself sells credits (see `purchases.ts`). */
  readonly purchaseId: string | null;
  /** Code of the reusable link that created it; absent for none. Metadata can't prove it: any caller writes that. */
  readonly linkCode?: string;
  /** Absent if the shop has neither logo nor color. */
  readonly brand?: Brand;
  /** Payments from this time on count, ms; absent for those since its creation. */
  readonly paidFrom?: number;
  /** What notices may do; absent in test mode and without a paired phone. */
  readonly notices?: NoticeTerms;
  /** Shards of the account's balance when the checkout was created; absent for one. */
  readonly creditShards?: number;
  /** Whether its events are spread over the parts of its app's list; absent for no. */
  readonly spreadEvents?: boolean;
  /** When the checkout was created, an endpoint may have been subscribed to its payments; absent if none was. */
  readonly hasEndpoint?: boolean;
  /** Its account is suspended: nobody may be asked to pay. Absent for no. Only `store/suspensions.ts` writes it. */
  readonly suspended?: boolean;
}

export type Checkout = CheckoutTerms & CheckoutState;

/** Where a checkout's events are found. */
export function eventsOf({ eventIds, accountId, appId, livemode }: Checkout): EventPlace[] {
  return eventIds.map((id) => ({ id, accountId, appId, livemode }));
}

type Sums = Pick<Checkout, "status" | "amount" | "amountReceived">;

/** What the customer still has to pay, in minor units; 0 once it is verified. */
export function amountDue({ status, amount, amountReceived }: Sums): number {
  return status === "verified" ? 0 : Math.max(0, amount - amountReceived);
}

/** The checkout without an attempt's own payment: what waits for credits is compared again with what was due before it. */
export function withoutPaymentOf(attemptId: string, checkout: Checkout): Checkout {
  const payments = checkout.payments.filter((payment) => payment.attemptId !== attemptId);
  return { ...checkout, payments, amountReceived: amountReceived(payments) };
}

/** Whether a part of the amount has arrived and nobody has decided about it. */
export function isPartlyPaid(checkout: Sums): boolean {
  return canBecome(checkout, "verified") && checkout.amountReceived > 0 && amountDue(checkout) > 0;
}

/** What is unusual about the checkout: about its payments, without repetition, and about all of them together. */
export function exceptionsOf(checkout: Checkout): readonly CheckoutException[] {
  const { status, payments, review, amount, amountReceived } = checkout;
  const isVerified = status === "verified";
  const isByHand = isVerified && (review?.decidedBy ?? null) !== null;
  return [
    ...(isVerified && amountReceived > amount ? (["overpaid"] as const) : []),
    ...new Set(payments.flatMap(({ exceptions }) => exceptions)),
    ...(isByHand ? (["approved_by_hand"] as const) : []),
  ];
}

/** Live and test objects are separate: each mode has its own keys, claims and events. */
export type Mode = "live" | "test";

export function modeOf(livemode: boolean): Mode {
  return livemode ? "live" : "test";
}
