import type { Checkout } from "../../domain/checkout.ts";
import { decide } from "../../domain/checkout-changes.ts";
import { bearsOut } from "../../domain/notice-fit.ts";
import type { Payment } from "../../domain/payment.ts";
import { now, table } from "../../pipeline/deps.ts";
import { log, logUnreadable } from "../../pipeline/log.ts";
import type { LookupResult } from "../../providers/adapter.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { issueWrite } from "../../store/issues.ts";
import {
  dueNoticeChecks,
  endNoticeCheckWrite,
  type NoticeCheck,
  noticeCheckWrite,
} from "../../store/notice-checks.ts";
import { transact, type Write } from "../../store/transact.ts";
import { lookUpReceipt } from "../banks/lookup.ts";
import { changeCheckout } from "../checkouts/change.ts";

const MOST_AT_ONCE = 25;
const PATIENCE = { patienceMs: 20_000 };
const ASK_AGAIN_MS = 10 * 60_000;
/** If a bank has not shown a receipt for this long, it never will: the merchant is notified. */
const GIVEN_UP_MS = 7 * 86_400_000;
/** A receipt may appear late; after this long its absence speaks against the notice. */
const MISSING_MS = 3_600_000;

/**
 * Checks payments that a notice proved against their receipts.
 *
 * @param until `performance.now()` after which no check starts; the next run continues
 * @returns how many were settled
 */
export async function checkNoticePayments(until: number): Promise<number> {
  const due = await dueNoticeChecks(table(), now(), MOST_AT_ONCE, logUnreadable);
  const settled: boolean[] = [];
  for (const check of due) {
    if (performance.now() > until) break;
    settled.push(await checkPayment(check));
  }
  return settled.filter(Boolean).length;
}

async function checkPayment(check: NoticeCheck): Promise<boolean> {
  const checkout = await getCheckout(table(), check.checkoutId);
  const payment = checkout?.payments.find(({ attemptId }) => attemptId === check.attemptId);
  if (!checkout || payment === undefined) {
    return (await transact(table(), [endNoticeCheckWrite(check)])).committed;
  }
  const { accountId, livemode } = checkout;
  const asked = { ...check, id: check.attemptId, accountId, livemode, payerPhone: null, tries: 1 };
  const result = await lookUpReceipt(asked, checkout, PATIENCE, async (found) => found);
  const verdict = verdictOf(result, payment, checkout, now() - check.createdAt);
  if (verdict !== "wait") return settle(check, checkout, verdict === "confirmed");
  await transact(table(), [noticeCheckWrite(check, now() + ASK_AGAIN_MS)]);
  return false;
}

/** What the bank says of a payment that was counted by its notice `ageMs` ago. */
function verdictOf(
  result: LookupResult,
  payment: Payment,
  checkout: Checkout,
  ageMs: number,
): "confirmed" | "contradicted" | "wait" {
  if (result.kind === "receipt" && result.receipt.status !== "pending") {
    return bearsOut(result.receipt, payment, checkout) ? "confirmed" : "contradicted";
  }
  const patienceMs = result.kind === "not_found" ? MISSING_MS : GIVEN_UP_MS;
  return ageMs < patienceMs ? "wait" : "contradicted";
}

async function settle(check: NoticeCheck, checkout: Checkout, isConfirmed: boolean) {
  const at = now();
  const { accountId, appId, id: objectId } = checkout;
  const { attemptId } = check;
  const message =
    "The bank's receipt does not confirm a payment that was counted by the message on your phone. Check your account at once.";
  const commit = await transact(table(), [
    endNoticeCheckWrite(check),
    ...(isConfirmed
      ? changeCheckout(checkout, [{ type: "payment_confirmed", attemptId }], at).writes
      : [
          ...doubtWrites(checkout, attemptId, at),
          issueWrite({ kind: "notice_contradicted", objectId, accountId, appId, message, at }),
        ]),
  ]);
  if (commit.committed && !isConfirmed) {
    log("warn", "notice contradicted", { account_id: accountId, checkout_id: objectId });
  }
  // Where the checkout has changed at the same moment, the next run looks again.
  return commit.committed;
}

/** Ends the wait for credits of a payment that is contradicted: its message must not verify the checkout when they come. */
function doubtWrites(checkout: Checkout, attemptId: string, at: number): readonly Write[] {
  const decided = decide(checkout, { type: "fail", attemptId, outcome: "superseded" });
  return decided.ok ? changeCheckout(checkout, decided.events, at).writes : [];
}
