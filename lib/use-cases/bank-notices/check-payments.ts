import type { AttemptState } from "../../domain/attempt.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { decide } from "../../domain/checkout-changes.ts";
import { mayCountTwice, namedBy, newClaims, type Payment } from "../../domain/payment.ts";
import { claimKeysOf, type Receipt } from "../../domain/receipt.ts";
import { now, table } from "../../pipeline/deps.ts";
import { countUnreadable, errorFields, log, logUnreadable } from "../../pipeline/log.ts";
import type { LookupResult } from "../../providers/adapter.ts";
import { getAttempt } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { claimWrites, scopeOf } from "../../store/claims.ts";
import { issueWrite } from "../../store/issues.ts";
import {
  CHECKED_FOR_MS,
  dueNoticeChecks,
  endNoticeCheckWrite,
  type NoticeCheck,
  noticeCheckWrite,
} from "../../store/notice-checks.ts";
import { isReversed, messagesAboutClaims } from "../../store/notices.ts";
import { isRefused, transact, type Write } from "../../store/transact.ts";
import { lookUpReceipt } from "../banks/lookup.ts";
import { changeCheckout } from "../checkouts/change.ts";
import { judge } from "../verification/read-payment.ts";
import { listReversal } from "./report-reversal.ts";

const MOST_AT_ONCE = 25;
const PATIENCE = { patienceMs: 20_000 };
const ASK_AGAIN_MS = 10 * 60_000;
/** A receipt may appear late; after this long its absence speaks against the notice. */
const MISSING_MS = 3_600_000;

/**
 * Checks payments that a notice proved against their receipts.
 *
 * @param until `performance.now()` after which no check starts; the next run continues
 * @returns how many were settled
 * @throws the first failure, after the other checks, so that the function's alarm fires
 */
export async function checkNoticePayments(until: number): Promise<number> {
  const due = await dueNoticeChecks(table(), now(), MOST_AT_ONCE, logUnreadable);
  const settled: boolean[] = [];
  const failures: unknown[] = [];
  for (const check of due) {
    if (performance.now() > until) break;
    try {
      settled.push(await checkPayment(check));
    } catch (error) {
      const { checkoutId: checkout_id, attemptId: attempt_id } = check;
      log("error", "payment not checked", { checkout_id, attempt_id, ...errorFields(error) });
      countUnreadable(error);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return settled.filter(Boolean).length;
}

async function checkPayment(check: NoticeCheck): Promise<boolean> {
  const [checkout, attempt] = await Promise.all([
    getCheckout(table(), check.checkoutId),
    getAttempt(table(), check.checkoutId, check.attemptId),
  ]);
  const payment = checkout?.payments.find(({ attemptId }) => attemptId === check.attemptId);
  if (!checkout || !attempt || payment === undefined) {
    return (await transact(table(), [endNoticeCheckWrite(check)])).committed;
  }
  // With the phone that the customer gave: some banks show a receipt only to its payer.
  const result = await lookUpReceipt(attempt, checkout, PATIENCE, async (found) => found);
  const verdict = verdictOf(result, { payment, attempt, checkout }, now() - check.createdAt);
  if (verdict === "wait") {
    await transact(table(), [noticeCheckWrite(check, now() + ASK_AGAIN_MS)]);
    return false;
  }
  if (verdict === "contradicted" || result.kind !== "receipt") return contradict(check, checkout);
  return confirm(check, checkout, payment, result.receipt);
}

interface Checked extends AttemptState {
  readonly payment: Payment;
}

/** What the bank says of a payment that was counted by its notice `ageMs` ago. */
function verdictOf(
  result: LookupResult,
  checked: Checked,
  ageMs: number,
): "confirmed" | "contradicted" | "wait" {
  const verdict = result.kind === "receipt" ? verdictOfReceipt(result.receipt, checked) : "wait";
  if (verdict !== "wait") return verdict;
  const patienceMs = result.kind === "not_found" ? MISSING_MS : CHECKED_FOR_MS;
  return ageMs < patienceMs ? "wait" : "contradicted";
}

/** A receipt confirms a payment of its amount that it would have proven in the first place. */
function verdictOfReceipt(receipt: Receipt, { payment, attempt, checkout }: Checked) {
  const { decision } = judge(receipt, attempt, checkout, false);
  if (receipt.status === "pending" || decision === "retry") return "wait";
  const isProof = decision !== "refuse" && receipt.amountMinor === payment.amount;
  return isProof ? "confirmed" : "contradicted";
}

/**
 * Claims the receipt's other references as well, as if it had been read at once: none of them may pay for another checkout.
 * One that has done so contradicts the message, as does one of another counted part: the two are one transfer.
 */
async function confirm(
  check: NoticeCheck,
  checkout: Checkout,
  payment: Payment,
  receipt: Receipt,
): Promise<boolean> {
  const at = now();
  const { attemptId } = check;
  const { payments } = checkout;
  const read = { attemptId, claims: claimKeysOf(receipt), evidence: "receipt" } as const;
  if (mayCountTwice(payments, payment, read))
    return contradict(check, checkout, "possible_duplicate");
  const more = newClaims(payments, read.claims);
  // A message that named only these numbers found no payment.
  const { reversals } = await messagesAboutClaims(table(), checkout.accountId, more, at);
  if (isReversed(reversals, payment.amount)) await listReversal({ checkout, payment });
  const confirmed = { type: "payment_confirmed", attemptId } as const;
  const commit = await transact(table(), [
    endNoticeCheckWrite(check),
    ...changeCheckout(checkout, [...namedBy(payments, read), confirmed], at).writes,
    ...claimWrites(scopeOf(checkout), more, checkout.id, at),
  ]);
  // Where the checkout has changed at the same moment, the next run looks again.
  const isUsed = !commit.committed && !isRefused(commit, "checkout") && isRefused(commit, "claim");
  return isUsed ? contradict(check, checkout) : commit.committed;
}

async function contradict(
  check: NoticeCheck,
  checkout: Checkout,
  doubt?: "possible_duplicate",
): Promise<boolean> {
  const at = now();
  const { accountId, appId, id: objectId } = checkout;
  const message =
    "The bank's receipt does not confirm a payment that was counted by the message on your phone. Check your account at once.";
  const commit = await transact(table(), [
    endNoticeCheckWrite(check),
    ...doubtWrites(checkout, { attemptId: check.attemptId, ...(doubt && { doubt }) }, at),
    issueWrite({ kind: "notice_contradicted", objectId, accountId, appId, message, at }),
  ]);
  if (commit.committed) {
    log("warn", "notice contradicted", { account_id: accountId, checkout_id: objectId });
  }
  return commit.committed;
}

/** A payment that is contradicted no longer counts while its checkout is undecided: neither credits nor the rest may verify that. */
function doubtWrites(
  checkout: Checkout,
  about: { readonly attemptId: string; readonly doubt?: "possible_duplicate" },
  at: number,
): readonly Write[] {
  const decided = decide(checkout, { type: "fail", outcome: "superseded", ...about });
  return decided.ok ? changeCheckout(checkout, decided.events, at).writes : [];
}
