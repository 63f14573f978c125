import type { Attempt } from "../../domain/attempt-record.ts";
import type { CheckoutEvent, Decision } from "../../domain/checkout-commands.ts";
import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { CaptureSource } from "../../domain/credit-shards.ts";
import { ServiceError } from "../../domain/errors.ts";
import { assertCommitted, lostRace } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { decideAttemptWrite, evidenceWrite } from "../../store/attempts.ts";
import { type HarmlessBuckets, harmlessBuckets } from "../../store/fingerprints.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { isRefused, type RefusedCommit, transact, type Write } from "../../store/transact.ts";
import { changeCheckout } from "../checkouts/change.ts";
import { resolvedIssueWrites } from "../issues/record-issues.ts";
import { keysOf } from "./claim-keys.ts";
import { countVerified } from "./count-settled.ts";
import { findCreditOrRefuse } from "./find-credit.ts";
import { hasPaid, isNoted, noted, type Question, questionOf } from "./question.ts";
import { isSlip, MOST_WRITES } from "./slips.ts";

/** A manual decision about a checkout. */
export interface ManualDecision {
  /** Reads the checkout; called again after a lost race. */
  readonly load: () => Promise<Checkout>;
  /** Id of the user who decides. */
  readonly by: string;
  readonly reason: string;
  /** The `decisionStateOf` that the user has seen; by default, that of the first round. */
  readonly seen?: string | undefined;
  readonly now: number;
  /** Further writes of the same transaction, e.g. the idempotency record. */
  readonly alongside: (after: Checkout) => readonly Write[];
}

/** What earlier rounds learned from refusals. */
interface Learned {
  readonly harmless: HarmlessBuckets;
  /** Claims of references that are still looked up and have verified another checkout; the user has been warned. */
  readonly usedKeys: ReadonlySet<string>;
  /** Where the credit comes from; null for the shard that the checkout names. */
  readonly source: CaptureSource | null;
}

interface Decided {
  readonly after: Checkout;
  readonly writes: readonly Write[];
  /** Whether two of its receipts may show one transfer. */
  readonly countsTwice: boolean;
}

/**
 * Runs a decision until it wins against concurrent changes, as long as these leave what it is about unchanged. Warns of a
 * duplicate once.
 *
 * @throws ServiceError as `approveCheckout`
 */
export async function decideManually(
  { load, seen, now, alongside }: ManualDecision,
  plan: (checkout: Checkout, question: Question, learned: Learned) => Decided,
): Promise<Checkout> {
  let known: Learned = { harmless: new Map(), usedKeys: new Set(), source: null };
  let decidedAbout = seen;
  const decided = await optimistically(async () => {
    const checkout = await load();
    const learned = known;
    const question = await questionOf(checkout);
    if (question === null) throw cannotDecide();
    decidedAbout ??= question.state;
    // A payment that came since, or a warning that another user received, is not what this user decided about.
    if (question.state !== decidedAbout) throw new ServiceError("conflict", CHANGED);
    const planned = plan(checkout, question, learned);
    const { after } = planned;
    const writes = [...planned.writes, ...resolvedIssueWrites(checkout), ...alongside(after)];
    if (writes.length > MOST_WRITES) throw tooManyPayments();
    if (!wasWarned(checkout) && planned.countsTwice) {
      await warnOfDuplicate(checkout, now);
      return LOST;
    }
    const commit = await transact(table(), writes);
    if (commit.committed) {
      countVerified(after);
      return after;
    }
    if (!isRefused(commit, "checkout")) {
      known = await learn(learned, commit, question, checkout, now);
    }
    return LOST;
  });
  if (decided === LOST) throw lostRace();
  return decided;
}

/**
 * Interprets a refusal for the next round.
 *
 * @throws ServiceError as `approveCheckout`, unless another round may do better
 */
async function learn(
  learned: Learned,
  commit: RefusedCommit,
  question: Question,
  checkout: Checkout,
  at: number,
): Promise<Learned> {
  const used = usedKeysOf(commit);
  // A used reference outranks missing credits: buying more would not help.
  if (used.length > 0) {
    const writes = [
      ...usedParts(question, used).map((one) => decideAttemptWrite(one, "already_used", at)),
      ...unnoted(question, used).map((one) => evidenceWrite(one, noted(one))),
    ];
    if (writes.length === 0) {
      return { ...learned, usedKeys: new Set([...learned.usedKeys, ...used]) };
    }
    // Refused if a concurrent decision or settlement was faster; this user has not been warned by it.
    await transact(table(), writes);
    throw new ServiceError("conflict", USED_PART);
  }
  if (isRefused(commit, "credits")) {
    return { ...learned, source: await findCreditOrRefuse(checkout, learned.source, commit) };
  }
  if (isRefused(commit, "fingerprint")) {
    const harmless = harmlessBuckets(commit.refusals);
    if (harmless) return { ...learned, harmless: new Map([...learned.harmless, ...harmless]) };
    await warnOfDuplicate(checkout, at);
  } else assertCommitted(commit);
  return learned;
}

const CHANGED =
  "A payment or a warning has come since you looked at this checkout. Look at it again, then decide.";
const DUPLICATE =
  "Two receipts, of this checkout or of one that is verified already, may show the same transfer. Compare them with your bank statement and count each transfer only once. If the amount is enough, approve again.";
const USED_PART =
  "One of this checkout's payments has since verified another checkout and no longer counts here. If the remaining payments are enough, approve again.";

/**
 * The references that have verified another checkout, without those that the service is still looking up.
 *
 * @throws ServiceError `reference_already_used` if the payment in question is one of them, and nothing else is paid
 */
function usedParts(
  { attempt, unread, payments }: Question,
  used: readonly string[],
): readonly Attempt[] {
  const isUsed = usedBy(used);
  const parts = [...unread, ...payments].filter((one) => one.settledAt !== null && isUsed(one));
  if (!isUsed(attempt)) return parts;
  const rest = [...payments.filter(hasPaid), ...unread.filter(isSlip)];
  if (rest.every(isUsed)) throw alreadyUsed();
  return [attempt, ...parts];
}

/** The references that the service is still looking up, and whose use the user has not been warned of. */
function unnoted({ payments }: Question, used: readonly string[]): readonly Attempt[] {
  return payments.filter((one) => one.settledAt === null && usedBy(used)(one) && !isNoted(one));
}

function usedBy(used: readonly string[]): (attempt: Attempt) => boolean {
  return (one) => keysOf([one]).some((key) => used.includes(key));
}

/** Whether the user has been warned of a possible duplicate. */
export function wasWarned({ exceptions }: Checkout): boolean {
  return exceptions.includes("possible_duplicate");
}

/** Marks the checkout as a possible duplicate and throws `conflict`. Returns if it has changed since. */
async function warnOfDuplicate(checkout: Checkout, at: number): Promise<void> {
  const events = eventsOf(decide(checkout, { type: "suspect" }));
  const commit = await transact(table(), changeCheckout(checkout, events, at).writes);
  if (commit.committed) throw new ServiceError("conflict", DUPLICATE);
}

/** For a payment in question that pays for another checkout. */
export function alreadyUsed(): ServiceError {
  return new ServiceError(
    "reference_already_used",
    "This payment has already verified another checkout. Reject or cancel this one.",
  );
}

/** Claims that were refused: another checkout has used them up. */
function usedKeysOf({ refusals }: RefusedCommit): readonly string[] {
  return refusals.flatMap((one) => (one.kind === "claim" ? [one.key] : []));
}

/** An approval must use up all of them at once, or one could pay for another checkout. */
function tooManyPayments(): ServiceError {
  return new ServiceError(
    "conflict",
    "This checkout has more references than one approval can use up. Cancel or reject it, and create another one.",
  );
}

/**
 * The events of a decision.
 *
 * @throws ServiceError `checkout_not_open` if it is refused
 */
export function eventsOf(decided: Decision): readonly CheckoutEvent[] {
  if (!decided.ok) throw cannotDecide();
  return decided.events;
}

/** For a checkout that no person can decide (any more). */
function cannotDecide(): ServiceError {
  return new ServiceError(
    "checkout_not_open",
    "Only a checkout that is in review or underpaid can be approved or rejected.",
  );
}
