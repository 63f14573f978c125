import type { NoticeMessage } from "../../contract/messages.ts";
import type { Lookup } from "../../domain/attempt.ts";
import { type Checkout, GRACE_MS } from "../../domain/checkout.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { BalanceMark, SourceState } from "../../domain/notice.ts";
import {
  type Candidate,
  confirms,
  contradicts,
  mayHavePaid,
  mayPay,
  mayPayLate,
  namedCheckout,
  noticeTime,
} from "../../domain/notice-fit.ts";
import { comparableReference, type Receipt } from "../../domain/receipt.ts";
import { now, table } from "../../pipeline/deps.ts";
import { log } from "../../pipeline/log.ts";
import { termsKey } from "../../store/checkout-item.ts";
import { checkoutsOf } from "../../store/checkouts.ts";
import { getSourceWithState, type Heard, noteHeard } from "../../store/notice-sources.ts";
import {
  type BalanceVerdict,
  messagesAbout,
  putNotice,
  putUnreadable,
  type StoredNotice,
} from "../../store/notices.ts";
import { getPayerPhone, MOST_OPEN, openAmounts } from "../../store/open-amounts.ts";
import { commitOne } from "../../store/transact.ts";
import { isAskable, lookUpReceipt, recognizeFor } from "../banks/lookup.ts";
import { resumeAttemptAt } from "../verification/resume-later.ts";
import { submitReference } from "../verification/submit.ts";
import { endedSilenceWrite } from "./check-sources.ts";
import { isSecondLook, reportReversal } from "./report-reversal.ts";

type Balance = NonNullable<Extract<NoticeMessage["content"], { kind: "payment" }>["balance"]>;

/**
 * Stores what a message says. A copy of one that was stored changes nothing. Four write units at most, with the one
 * that counted it: two for the notice, one for its source.
 *
 * @param follow looks up the receipt of a new notice; whether one confirmed it
 */
export async function followNotice(
  message: NoticeMessage,
  follow: (notice: StoredNotice) => Promise<boolean>,
): Promise<void> {
  const { account_id: accountId, source_id: sourceId, content } = message;
  // Accepted before, so that a deletion of its phone changes nothing any more.
  if (isSecondLook(message)) return reportReversal(message);
  const found = await getSourceWithState(table(), sourceId);
  // Deleted since: what it sent counts no more.
  if (found === null || found.source.accountId !== accountId) return;
  const last = { kind: content.kind, provider: providerOf(content) };
  const heard: Heard = { at: message.received_at, last };
  switch (content.kind) {
    case "ping":
      return hear(message, found.state, heard);
    case "test":
      return hear(message, found.state, { ...heard, at: null });
    case "unreadable": {
      const { provider, text } = content;
      const { hash, received_at: receivedAt } = message;
      await putUnreadable(table(), accountId, { hash, provider, text, sourceId, receivedAt });
      return hear(message, found.state, heard);
    }
    case "other_money": {
      const { balance } = content;
      await reportReversal(message);
      return hear(
        message,
        found.state,
        balance === null ? heard : { ...heard, ...marked(found.state, balance, false) },
      );
    }
    case "payment": {
      const { notice, balance } = content;
      const stored: StoredNotice = {
        ...notice,
        accountId,
        sourceId,
        hash: message.hash,
        typed: message.typed,
        sentAt: message.sent_at,
        receivedAt: message.received_at,
        balance: verdictOf(found.state, balance),
      };
      const isNew = await putNotice(table(), stored);
      // Also for a copy: the one before may have been lost on its way here.
      const isConfirmed = await follow(stored);
      if (!isNew) return;
      const isProof = isConfirmed && (await isOnly(stored));
      return hear(
        message,
        found.state,
        balance === null || message.typed
          ? heard
          : { ...heard, ...marked(found.state, balance, isProof) },
      );
    }
  }
}

/** What the chain of balances says of a notice: every bank's messages show one, so a message without it is in doubt. */
function verdictOf({ balances }: SourceState, balance: Balance | null): BalanceVerdict {
  return balance !== null && continues(balances[balance.key], balance) ? "continues" : "unknown";
}

function continues(before: BalanceMark | undefined, { before: hashes }: Balance): boolean {
  return before?.proven === true && hashes.includes(before.hash);
}

/**
 * Whether no other message is about the same payment: of two with other balances, a receipt does not say which one the
 * bank sent. None about a reversal either: many of them could hide one.
 */
async function isOnly({ accountId, provider, reference, hash }: StoredNotice): Promise<boolean> {
  if (reference === null) return false;
  const about = { provider, reference };
  const { notices, reversals } = await messagesAbout(table(), accountId, about, now());
  return reversals.length === 0 && notices.every((one) => one.hash === hash);
}

/** More than a shop has accounts: a text with a false sender name may name any account, and each would be kept. */
const MOST_BALANCES = 50;

/** The next mark of a balance. It is proven where the chain is, or where a receipt proves that the bank sent this message. */
function marked(
  { balances }: SourceState,
  balance: Balance,
  isProof: boolean,
): Pick<Heard, "balance"> {
  const { key, hash } = balance;
  const before = balances[key];
  if (before === undefined && Object.keys(balances).length >= MOST_BALANCES) return {};
  // A copy of the last message leaves the chain as it is, but a payment that changes no balance does not continue it.
  const isCopy = before?.proven === true && before.hash === hash;
  const proven = isProof || isCopy || continues(before, balance);
  return { balance: { key, mark: { hash, proven }, before: before?.hash ?? null } };
}

async function hear(
  { source_id: id, account_id: accountId }: NoticeMessage,
  { silent }: SourceState,
  heard: Heard,
): Promise<void> {
  const ended = () => commitOne(table(), endedSilenceWrite({ accountId, id }));
  // First: after a crash in between, the source is silent still, and the next message ends the error.
  if (silent && heard.at !== null) await ended();
  const noted =
    (await noteHeard(table(), id, heard)) ??
    // Another message changed the balance at the same moment: nobody knows which came first, so the chain ends.
    (heard.balance && (await noteHeard(table(), id, { at: heard.at, last: heard.last })));
  // It was reported since it was read.
  if (noted?.wasSilent && !silent) await ended();
}

function providerOf(content: NoticeMessage["content"]) {
  if (content.kind === "ping") return null;
  return content.kind === "payment" ? content.notice.provider : content.provider;
}

/** How long a notice waits for the bank. */
const PATIENCE_MS = 20_000;

/**
 * Looks up the receipt that a notice points to, if an open checkout asks for its amount. Where the payment names exactly
 * one of them, its reference is submitted there as if the customer had typed it. Attempts that wait for the same
 * reference are tried again.
 *
 * @returns whether the bank's receipt confirmed that the bank sent the notice
 */
export async function followPointer(notice: StoredNotice): Promise<boolean> {
  const { candidates, ended } = await candidatesFor(notice);
  const [first] = candidates;
  if (first === undefined) return false;
  await resumeWaiting(notice, candidates);
  const lookup = await lookupOf(notice, first);
  if (lookup === null) return false;
  const receipt = await receiptOf(notice, lookup, first);
  if (receipt === null) return false;
  const isLate = await mayBeOther(notice, candidates);
  const named = namedCheckout(notice, receipt, candidates, ended, isLate);
  if (named !== null) await submit(named, lookup);
  return candidates.some(({ checkout }) => confirms(notice, receipt, checkout));
}

interface Waiting {
  /** Open live checkouts of the account that the notice may pay. */
  readonly candidates: readonly Candidate[];
  /** Those that were open when it was paid, and no longer are. */
  readonly ended: readonly Candidate[];
}

/** The checkouts that waited for such a payment when it was made; none if there are too many to be sure. */
async function candidatesFor(notice: StoredNotice): Promise<Waiting> {
  const { accountId, currency, amountMinor: amount } = notice;
  const at = now();
  const since = Math.max(at - GRACE_MS, Math.min(at, noticeTime(notice)));
  const rows = await openAmounts(table(), accountId, { currency, amount }, since);
  if (rows.length === 0 || rows.length > MOST_OPEN) return { candidates: [], ended: [] };
  const keys = rows.map(({ checkoutId }) => termsKey(checkoutId));
  const checkouts = new Map((await checkoutsOf(table(), keys)).map((one) => [one.id, one]));
  const waiting = rows.map(async (row) => {
    const checkout = checkouts.get(row.checkoutId);
    if (!checkout?.livemode) return [];
    const isOpen = row.expiresAt > at && mayPay(notice, checkout);
    if (!isOpen && !mayHavePaid(notice, checkout)) return [];
    // Only the row of the whole amount holds the phone.
    const isPart = row.amount !== checkout.amount;
    const payerPhone = isPart ? await getPayerPhone(table(), checkout) : row.payerPhone;
    return [{ isOpen, checkout, payerPhone }];
  });
  const all = (await Promise.all(waiting)).flat();
  return {
    candidates: all.filter(({ isOpen }) => isOpen),
    ended: all.filter(({ isOpen }) => !isOpen),
  };
}

/**
 * Whether a distinct amount may be paid for a checkout that is no candidate: its customer pays late, because amounts are given
 * again after an expiry, or it is in review and lacks as much. Reads nothing for other amounts.
 */
async function mayBeOther(
  notice: StoredNotice,
  candidates: readonly Candidate[],
): Promise<boolean> {
  if (!candidates.some(({ checkout }) => checkout.notices?.distinct)) return false;
  const { accountId, currency, amountMinor: amount } = notice;
  const at = now();
  const rows = await openAmounts(table(), accountId, { currency, amount }, at - GRACE_MS);
  if (rows.length > MOST_OPEN) return true;
  const known = new Set(candidates.map(({ checkout }) => checkout.id));
  const others = rows.filter(({ checkoutId }) => !known.has(checkoutId));
  const checkouts = await checkoutsOf(
    table(),
    others.map(({ checkoutId }) => termsKey(checkoutId)),
  );
  return checkouts.some((one) => mayPayLate(notice, one));
}

/** The bank may be down, and the notice may be what the customer's own attempt waits for. */
async function resumeWaiting(
  { provider, reference }: StoredNotice,
  candidates: readonly Candidate[],
): Promise<void> {
  if (reference === null) return;
  const asked = comparableReference(reference);
  for (const { checkout } of candidates) {
    for (const pending of checkout.pending) {
      if (pending.provider !== provider || comparableReference(pending.reference) !== asked)
        continue;
      const { id: checkoutId, accountId } = checkout;
      await resumeAttemptAt({ id: pending.id, checkoutId, accountId }, now(), "resumed");
    }
  }
}

/** What a customer would have pasted: the link, else the reference. Null where the bank needs more. */
async function lookupOf(
  { provider, link, reference }: StoredNotice,
  { checkout }: Candidate,
): Promise<Lookup | null> {
  for (const input of [link, reference]) {
    if (input === null) continue;
    const found = await recognizeFor(checkout, input, provider);
    if (found.kind === "lookup" && (await isAskable(found.lookup, checkout, null))) {
      return found.lookup;
    }
  }
  return null;
}

/** The completed receipt that says the same as the notice; null for anything else. */
async function receiptOf(
  notice: StoredNotice,
  lookup: Lookup,
  { checkout }: Candidate,
): Promise<Receipt | null> {
  const { id, accountId, livemode } = checkout;
  const asked = { id, accountId, livemode, lookup, payerPhone: null, tries: 1 };
  const options = { patienceMs: PATIENCE_MS };
  return lookUpReceipt(asked, checkout, options, async (result) => {
    if (result.kind !== "receipt" || result.receipt.status !== "completed") return null;
    return contradicts(notice, result.receipt) ? null : result.receipt;
  });
}

/** Refusals that a later message cannot change. */
const FINAL = new Set(["checkout_not_open", "checkout_blocked", "rate_limited"]);

async function submit(checkout: Checkout, lookup: Lookup): Promise<void> {
  try {
    await submitReference({ checkout, lookup, payerPhone: null, isFoundByNotice: true });
    log("info", "notice named a checkout", {
      account_id: checkout.accountId,
      checkout_id: checkout.id,
      provider: lookup.provider,
    });
  } catch (error) {
    if (!(error instanceof ServiceError && FINAL.has(error.code))) throw error;
  }
}
