import type { CheckoutState, CheckoutStatus, PendingAttempt } from "../../lib/domain/checkout.ts";
import { amountReceived, type Payment } from "../../lib/domain/payment.ts";

/** A minute before the checkouts expire. */
export const NOW = 1_000_000;

export const pending = (id: string, changes: Partial<PendingAttempt> = {}): PendingAttempt => ({
  ...{ id, provider: "telebirr", reference: `REF-${id}`, submittedAt: NOW, awaitsCredits: false },
  ...changes,
});
export const payment = (attemptId: string, changes: Partial<Payment> = {}): Payment => ({
  ...{ attemptId, provider: "cbe", reference: `FT${attemptId}`, typed: null, amount: 400 },
  ...{ payerName: "A*** K***", paidAt: NOW, state: "counted", reason: null, exceptions: [] },
  ...{ evidence: "receipt", claims: [`cbe:FT${attemptId}`] },
  ...changes,
});
export const doubtful = (attemptId: string, changes: Partial<Payment> = {}) =>
  payment(attemptId, {
    ...{ state: "doubtful", reason: "paid_late", exceptions: ["paid_late"] },
    ...changes,
  });
export const checkout = (
  status: CheckoutStatus,
  attempts: readonly string[] = [],
  payments: readonly Payment[] = [],
  changes: Partial<CheckoutState> = {},
): CheckoutState => ({
  ...{
    status,
    version: 3,
    sequence: 2,
    expiresAt: NOW + 60_000,
    failedAttempts: 1,
    hasWaited: false,
  },
  pending: attempts.map((id) => pending(id)),
  payments,
  amountReceived: amountReceived(payments),
  ...{ attemptsCount: 2, review: null, verifiedAt: null, receiptCode: null, eventIds: [] },
  ...changes,
});
export const AMOUNT = 1_000;
/** All money has arrived; only credits are missing. */
export const AWAITING = checkout("open", [], [payment("b", { amount: AMOUNT })], {
  pending: [pending("b", { awaitsCredits: true })],
});
