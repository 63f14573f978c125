import { LONGEST_DELAY_SECONDS } from "../../cloud/messaging.ts";
import type { NoticeMessage } from "../../contract/messages.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { type Payment, paymentsWith } from "../../domain/payment.ts";
import { claimKey, comparableReference, isReference } from "../../domain/receipt.ts";
import { now, table } from "../../pipeline/deps.ts";
import { log } from "../../pipeline/log.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { getClaim } from "../../store/claims.ts";
import { firstIssueWrite } from "../../store/issues.ts";
import { putReversal } from "../../store/notices.ts";
import { commitOne } from "../../store/transact.ts";
import { announce } from "../events/announce.ts";
import { sendNotice } from "./send-notice.ts";

/** Shops have settled the payments of other checkouts with their customers. In an expired one, a late payment may wait for credits. */
const CONCERNED: readonly Checkout["status"][] = ["open", "expired", "review", "verified"];

/**
 * Longer than any function runs: a payment whose messages were read before this one was stored is committed by then, if at all.
 */
const LOOK_AGAIN_SECONDS = LONGEST_DELAY_SECONDS;

/** Whether the queue brings a message about a reversal for the second time. */
export function isSecondLook({ content }: NoticeMessage): boolean {
  return content.kind === "other_money" && content.reversed?.again === true;
}

/**
 * Lists a payment in Errors, once, if a bank's message says that it was reversed. The payment itself stays as it is: anybody
 * can send a text with a false sender name. The message is kept, so that a payment which is entered afterward goes to review;
 * kept first, so that one entered meanwhile finds it, or is found here: at once, or by the second look if it was just being
 * added. The second look is queued before anything else, because the phone may be deleted before the next try.
 */
export async function reportReversal(message: NoticeMessage): Promise<void> {
  const { account_id, content, hash, received_at: receivedAt } = message;
  if (content.kind !== "other_money" || content.reversed === undefined) return;
  const { provider, reversed } = content;
  if (!isSecondLook(message)) {
    const second = { ...content, reversed: { ...reversed, again: true } };
    await sendNotice({ ...message, content: second }, LOOK_AGAIN_SECONDS);
  }
  const references = reversed.references.filter(isReference).map(comparableReference);
  const { amounts } = reversed;
  const about = { accountId: account_id, provider, amounts, hash, receivedAt };
  await Promise.all(references.map((reference) => putReversal(table(), { ...about, reference })));
  const keys = references.map((one) => claimKey(provider, one));
  const found = await paymentOf(account_id, keys, reversed.amounts);
  if (found !== null) await listReversal(found);
}

/** Lists a payment in Errors that a message called reversed, once, and notifies the members. */
export async function listReversal({ checkout, payment }: CheckoutPayment): Promise<void> {
  const { id: objectId, accountId, appId } = checkout;
  await announce({
    id: `payment_reversed#${objectId}#${payment.attemptId}`,
    accountId,
    facts: { type: "payment.reversed", app_id: appId, path: `/checkouts/${objectId}` },
  });
  const text =
    "A message from your bank says that this payment was reversed. Such a message can be forged: check your bank account before you act.";
  const issue = { kind: "payment_reversed", objectId, accountId, appId, message: text, at: now() };
  if (await commitOne(table(), firstIssueWrite(issue))) {
    log("warn", "notice of a reversal", { account_id: accountId, checkout_id: objectId });
  }
}

interface CheckoutPayment {
  readonly checkout: Checkout;
  readonly payment: Payment;
}

/** The payment of an account that a message is about; null for none, for those of several checkouts, and for another amount. */
async function paymentOf(
  accountId: string,
  keys: readonly string[],
  amounts: readonly number[],
): Promise<CheckoutPayment | null> {
  const scope = { accountId, mode: "live" } as const;
  const owners = await Promise.all(keys.map((key) => getClaim(table(), scope, key)));
  const [id, ...others] = new Set(owners.filter((owner) => owner !== null));
  if (id === undefined || others.length > 0) return null;
  const checkout = await getCheckout(table(), id);
  if (checkout === null || !CONCERNED.includes(checkout.status)) return null;
  // A fee that was given back may name the payment too.
  const payment = paymentsWith(checkout.payments, keys).find(
    ({ amount }) => amount === null || amounts.length === 0 || amounts.includes(amount),
  );
  return payment === undefined ? null : { checkout, payment };
}
