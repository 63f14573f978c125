import type { ProviderId } from "./provider.ts";

/** Payments of one checkout. */
export const MOST_PAYMENTS = 5;
/** Claims of one checkout's payments: one transaction, of at most 100 writes, releases all of them. */
export const MOST_CLAIMS = 80;

/** What is unusual about one payment. */
export const PAYMENT_EXCEPTIONS = [
  "paid_late",
  "notice_contradicted",
  "possible_duplicate",
  "receiver_unconfirmed",
  "time_unconfirmed",
] as const;
type PaymentException = (typeof PAYMENT_EXCEPTIONS)[number];

/** Why a person must decide about a payment. */
export type Doubt = PaymentException | "unreadable" | "provider_unavailable" | "manual";

/** A payment that belongs to a checkout, from the moment its receipt was read. Money in minor units. */
export interface Payment {
  /** The attempt that it came with. */
  readonly attemptId: string;
  readonly provider: ProviderId;
  readonly reference: string;
  /** What the payer entered, such as a token; null if it is the reference. */
  readonly typed: string | null;
  /** In the checkout's currency; null if nobody has read a receipt. */
  readonly amount: number | null;
  /** Id of the payment method whose account received it; absent where neither receipt nor notice fits just one. */
  readonly methodId?: string;
  /** Masked. */
  readonly payerName: string | null;
  readonly paidAt: number | null;
  /** `counted`: part of the amount received; `doubtful`: a person must decide. */
  readonly state: "counted" | "doubtful";
  /** Why it is doubtful; null if it is counted. */
  readonly reason: Doubt | null;
  readonly exceptions: readonly PaymentException[];
  /** What proves it: the bank's receipt, or its message on the merchant's phone; null if only its reference is known. */
  readonly evidence: "receipt" | "notice" | null;
  /** Keys of all its claims. Another payment of the checkout has some of them if the two are one transfer. */
  readonly claims: readonly string[];
}

/** A payment about which a person must decide, for one more reason. */
export function inDoubt(payment: Payment, exception: PaymentException): Payment {
  return {
    ...payment,
    state: "doubtful",
    reason: payment.reason ?? exception,
    exceptions: [...new Set([...payment.exceptions, exception])],
  };
}

/** Sum of the counted payments. */
export function amountReceived(payments: readonly Payment[]): number {
  return payments.reduce(
    (sum, { state, amount }) => sum + (state === "counted" ? (amount ?? 0) : 0),
    0,
  );
}

/** The payments that have one of the claims. */
export function paymentsWith(
  payments: readonly Payment[],
  claims: readonly string[],
): readonly Payment[] {
  return payments.filter((payment) => payment.claims.some((key) => claims.includes(key)));
}

/** What a checkout holds already of a payment: the same, which waits for credits, or another one with one of its claims. */
export function heldPayment(payments: readonly Payment[], added: Payment): Payment | undefined {
  const own = payments.find(({ attemptId }) => attemptId === added.attemptId);
  return own ?? paymentsWith(payments, added.claims)[0];
}

/** Whether another counted payment has one of a payment's claims: the two are one transfer. */
function hasTwin(
  payments: readonly Payment[],
  { attemptId, claims }: Pick<Payment, "attemptId" | "claims">,
): boolean {
  return paymentsWith(payments, claims).some(
    (other) => other.attemptId !== attemptId && other.state === "counted",
  );
}

/** What a receipt, or nothing but a person or a message, says of a payment. */
type Numbered = Pick<Payment, "attemptId" | "claims" | "evidence">;

/**
 * Whether a receipt shows that a held payment may count twice: another counted part has one of its numbers, or there is no
 * room for all of them, so that they could be entered for another checkout.
 */
export function mayCountTwice(
  payments: readonly Payment[],
  { attemptId, claims }: Payment,
  read: Omit<Numbered, "attemptId">,
): boolean {
  if (read.evidence !== "receipt") return false;
  const isTwin = hasTwin(payments, { attemptId, claims: [...claims, ...read.claims] });
  return isTwin || !hasRoomForClaims(payments, read.claims);
}

/**
 * The events by which all payments of one transfer get all numbers of its receipt, so that releasing one payment frees none
 * of another. Empty where there is no room for them.
 */
export function namedBy(payments: readonly Payment[], { attemptId, claims, evidence }: Numbered) {
  if (evidence !== "receipt" || !hasRoomForClaims(payments, claims)) return [];
  const same = paymentsWith(payments, claims);
  return payments.flatMap((payment) => {
    const isSame = payment.attemptId === attemptId || same.includes(payment);
    const more = isSame ? newClaims([payment], claims) : [];
    const named = { attemptId: payment.attemptId, claims: [...payment.claims, ...more] };
    return more.length === 0 ? [] : [{ type: "payment_named", ...named } as const];
  });
}

/** The claims that no payment has yet. */
export function newClaims(
  payments: readonly Payment[],
  claims: readonly string[],
): readonly string[] {
  const held = new Set(payments.flatMap((payment) => payment.claims));
  return claims.filter((key) => !held.has(key));
}

/** Whether a checkout can hold another payment with so many claims. */
export function hasRoom(payments: readonly Payment[], claims: readonly string[]): boolean {
  return payments.length < MOST_PAYMENTS && hasRoomForClaims(payments, claims);
}

/** Whether the payments of a checkout, several of which may have one claim, can have these claims as well. */
function hasRoomForClaims(payments: readonly Payment[], claims: readonly string[]): boolean {
  const held = payments.flatMap((payment) => payment.claims);
  return new Set([...held, ...claims]).size <= MOST_CLAIMS;
}

/**
 * The payments after an approval: all are counted, except those that may be one transfer with another payment. A possible
 * duplicate beside one of the same amount stays out of the sum. Of payments that share a claim, only one counts, preferably one
 * with an amount: the books would give the whole rest to one that nobody has read.
 */
export function approvedPayments(payments: readonly Payment[]): readonly Payment[] {
  const isUnread = ({ amount }: Payment) => amount === null;
  const order = payments.toSorted((a, b) => Number(isUnread(a)) - Number(isUnread(b)));
  return order.reduce((approved, payment) => {
    const isTwin = payments.some((other) => other !== payment && other.amount === payment.amount);
    const mayBeSame = payment.exceptions.includes("possible_duplicate") && isTwin;
    return (mayBeSame && !isUnread(payment)) || hasTwin(approved, payment)
      ? approved
      : approved.with(payments.indexOf(payment), { ...payment, state: "counted", reason: null });
  }, payments);
}

/**
 * What may be shown of a payment. While its receiver is not confirmed it may be the payment of a stranger, whose name,
 * amount and time nobody may read in the checkout. Nor does it say that an account of the merchant received it.
 */
export function shownPayment(payment: Payment): Payment {
  const isHidden =
    payment.state === "doubtful" && payment.exceptions.includes("receiver_unconfirmed");
  if (!isHidden) return payment;
  const { methodId: _, ...rest } = payment;
  return { ...rest, amount: null, payerName: null, paidAt: null };
}
