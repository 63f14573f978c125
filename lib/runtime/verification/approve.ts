import type { Attempt } from "../../domain/attempt-record.ts";
import type { Proof } from "../../domain/checkout.ts";
import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { ServiceError } from "../../domain/errors.ts";
import { claimKeysOf, claimKeysOfTyped } from "../../domain/references.ts";
import { receiptCode } from "../../domain/tokens.ts";
import { decideAttemptWrite, getAttempt, listAttempts } from "../../store/attempts.ts";
import { type Fingerprint, type HarmlessBuckets, harmlessBuckets } from "../../store/claims.ts";
import { type Commit, transact, type Write } from "../../store/transact.ts";
import { assertCommitted } from "../checkouts/assert-committed.ts";
import { changeCheckout } from "../checkouts/change.ts";
import { randomBytes, table } from "../deps.ts";
import { environment } from "../environment.ts";
import { countVerified } from "./count-settled.ts";
import { fingerprintOf, judge, proofOf } from "./judge.ts";
import { overIssueWrites } from "./trouble.ts";
import { verificationWrites } from "./verification-writes.ts";

/** A person's decision about one checkout. */
export interface HandDecision {
  /** Reads it afresh, once more each time somebody else was faster. */
  readonly load: () => Promise<Checkout>;
  /** Who decides: a user's id. */
  readonly by: string;
  readonly reason: string;
  readonly now: number;
  /** Further writes of the same transaction (idempotency record, audit), made from the result. */
  readonly alongside: (after: Checkout) => readonly Write[];
}

const MAX_ROUNDS = 5;
/** Newest attempts that are looked through for the one that is decided about. */
const SEARCHED = 100;
/** Corrections of one typed reference: each takes a write for every provider, of 100 in all. */
const MOST_TYPED = 6;

/**
 * Decides that a checkout in review, or one whose money came short, was paid: the same transaction as
 * any verification, with the reference from the stored receipt, or as typed where there is none.
 *
 * @throws ServiceError `checkout_not_open`, `reference_already_used`, `insufficient_credits`; `conflict`
 * where another receipt of what looks like the same transfer has verified a checkout meanwhile: whoever
 * approves once more knows of it
 */
export async function approveCheckout(decision: HandDecision): Promise<Checkout> {
  return decideByHand(decision, (checkout, { attempt, others }, duplicates) => {
    const { receipt } = attempt;
    const match = receipt && judge(receipt, attempt, checkout, false);
    const code = receiptCode(randomBytes(10));
    const proof =
      receipt && match
        ? proofOf(receipt, { ...match, disclosable: true })
        : typedProof(checkout, attempt);
    const decided = decide(
      checkout,
      {
        type: "approve",
        attemptId: attempt.id,
        // What the review was about stays visible.
        proof: { ...proof, exceptions: [...checkout.exceptions, ...proof.exceptions] },
        receiptCode: code,
        by: decision.by,
        note: decision.reason,
        now: decision.now,
      },
      { failedAttempts: environment().config.failedAttemptsPerCheckout },
    );
    if (!decided.ok) throw notDecidable();
    const change = changeCheckout(checkout, decided.events, decision.now);
    const fingerprint = receipt && match ? fingerprintOf(receipt, match, checkout) : null;
    return {
      after: change.after,
      fingerprint,
      writes: [
        ...change.writes,
        decideAttemptWrite(attempt, attempt.outcome === "pending" ? "matched" : attempt.outcome),
        ...others.map((other) => decideAttemptWrite(other, "superseded")),
        ...verificationWrites({
          checkout,
          receiptCode: code,
          claimKeys: receipt ? claimKeysOf(receipt) : typedKeys([attempt, ...others]),
          fingerprint,
          duplicates,
          at: decision.now,
        }),
      ],
    };
  });
}

/**
 * Decides that a checkout in review was not paid. Nothing is claimed or spent.
 *
 * @throws ServiceError `checkout_not_open` for any other checkout
 */
export async function rejectCheckout(decision: HandDecision): Promise<Checkout> {
  return decideByHand(decision, (checkout, { attempt, others }) => {
    const decided = decide(
      checkout,
      { type: "reject", by: decision.by, note: decision.reason, now: decision.now },
      { failedAttempts: environment().config.failedAttemptsPerCheckout },
    );
    if (!decided.ok) throw notDecidable();
    const change = changeCheckout(checkout, decided.events, decision.now);
    const outcome = attempt.outcome === "pending" ? "not_found" : attempt.outcome;
    return {
      after: change.after,
      fingerprint: null,
      writes: [
        ...change.writes,
        decideAttemptWrite(attempt, outcome),
        ...others.map((other) => decideAttemptWrite(other, "not_found")),
      ],
    };
  });
}

type Refused = Extract<Commit, { committed: false }>;

/** Buckets known to hold nothing near, or `ignored`: whoever decides knows of the likeness. */
type Duplicates = HarmlessBuckets | "ignored";

interface Decided {
  readonly after: Checkout;
  readonly writes: readonly Write[];
  /** For reading a refusal of the duplicate check. */
  readonly fingerprint: Fingerprint | null;
}

async function decideByHand(
  { load, now, alongside }: HandDecision,
  plan: (checkout: Checkout, question: Question, duplicates: Duplicates) => Decided,
): Promise<Checkout> {
  let harmless: HarmlessBuckets = new Map();
  let isKnown: boolean | null = null;
  for (let round = 1; ; round++) {
    const checkout = await load();
    // As it was when this was asked for: what another request is told of meanwhile, this one is not.
    isKnown ??= checkout.exceptions.includes("possible_duplicate");
    const question = await questionOf(checkout);
    if (question === null) throw notDecidable();
    const { after, writes, fingerprint } = plan(checkout, question, isKnown ? "ignored" : harmless);
    const commit = await transact(table(), [
      ...writes,
      ...overIssueWrites(checkout),
      ...alongside(after),
    ]);
    if (commit.committed) {
      countVerified(after);
      return after;
    }
    const changed = commit.failed.includes("checkout") || commit.failed.includes("attempt");
    if (changed && round < MAX_ROUNDS) continue;
    if (!changed) throwRefusal(commit);
    if (fingerprint !== null && isLikeness(commit) && round < MAX_ROUNDS) {
      const found = likenessIn(commit, fingerprint);
      if (found === null) await tellOfLikeness(checkout, now);
      else harmless = new Map([...harmless, ...found]);
      continue;
    }
    assertCommitted(commit);
  }
}

function isLikeness({ failed }: Refused): boolean {
  return failed.some((label) => label.startsWith("fingerprint ") || label.startsWith("day "));
}

/** The buckets that stood in the way without reason; null where a payment really is near. */
function likenessIn({ failed, existing }: Refused, print: Fingerprint): HarmlessBuckets | null {
  // Which payment of the day the other one was, nobody can tell.
  if (failed.some((label) => label.startsWith("day "))) return null;
  return harmlessBuckets(print, existing);
}

/** Marks the checkout, so that the next approval is one that knows. Returns where it has changed meanwhile. */
async function tellOfLikeness(checkout: Checkout, at: number): Promise<void> {
  const decided = decide(
    checkout,
    { type: "suspect" },
    { failedAttempts: environment().config.failedAttemptsPerCheckout },
  );
  if (!decided.ok) throw notDecidable();
  const commit = await transact(table(), changeCheckout(checkout, decided.events, at).writes);
  if (!commit.committed) return;
  throw new ServiceError(
    "conflict",
    "Another receipt of what looks like the same transfer has verified a checkout meanwhile. Compare both with your statement; approve once more if this is a second payment.",
  );
}

/** What a person decides about. */
interface Question {
  readonly attempt: Attempt;
  /** Where no bank was asked: whatever else was typed for the same payment, a typo among it perhaps. */
  readonly others: readonly Attempt[];
}

async function questionOf(checkout: Checkout): Promise<Question | null> {
  const attempt = await attemptInQuestion(checkout);
  if (attempt === null) return null;
  const isTyped = (one: Attempt) =>
    one.lookup.provider === "manual" && one.outcome === "pending" && one.receipt === null;
  if (!isTyped(attempt)) return { attempt, others: [] };
  const { data } = await listAttempts(table(), checkout.id, { limit: SEARCHED, cursor: undefined });
  const [newest = attempt, ...others] = data.filter(isTyped).slice(0, MOST_TYPED);
  return { attempt: newest, others };
}

/** Each typed reference is used up at every provider: the right one must not pay a second time. */
function typedKeys(attempts: readonly Attempt[]): readonly string[] {
  const keys = attempts.flatMap(({ lookup }) =>
    claimKeysOfTyped(lookup.provider, lookup.reference),
  );
  return [...new Set(keys)];
}

/** The attempt whose payment is decided about; null where there is nothing to decide. */
async function attemptInQuestion(checkout: Checkout): Promise<Attempt | null> {
  if (checkout.status === "review") {
    const id = checkout.review?.attemptId ?? null;
    const asked = id === null ? null : await getAttempt(table(), checkout.id, id);
    // A later one may have brought the receipt that the first did not get.
    return asked?.receipt ? asked : ((await newestWithReceipt(checkout, "matched")) ?? asked);
  }
  if (checkout.status !== "open" && checkout.status !== "expired") return null;
  return newestWithReceipt(checkout, "amount_mismatch");
}

async function newestWithReceipt(
  checkout: Checkout,
  outcome: Attempt["outcome"],
): Promise<Attempt | null> {
  const { data } = await listAttempts(table(), checkout.id, { limit: SEARCHED, cursor: undefined });
  // Whoever approves money that came short is shown it: only what came to this merchant is his to see.
  const isHis = (attempt: Attempt) => outcome !== "amount_mismatch" || attempt.found !== null;
  const fits = (attempt: Attempt) => attempt.outcome === outcome && attempt.receipt !== null;
  return data.find((attempt) => fits(attempt) && isHis(attempt)) ?? null;
}

/** Nothing but what was typed is known: the merchant has looked into the account. */
function typedProof(checkout: Checkout, attempt: Attempt): Proof {
  const { provider, reference } = attempt.lookup;
  return {
    payment: { provider, reference, payerName: null, paidAt: null },
    amountReceived: checkout.amountReceived,
    exceptions: [],
  };
}

/** A reference that is used up outranks missing credits: buying some would not help. */
function throwRefusal({ failed }: Refused): void {
  if (failed.some((label) => label.startsWith("claim "))) {
    throw new ServiceError(
      "reference_already_used",
      "This payment has verified another checkout already.",
    );
  }
  if (failed.includes("credits")) {
    throw new ServiceError("insufficient_credits", "No credits are left; buy some to go on.");
  }
}

function notDecidable(): ServiceError {
  return new ServiceError(
    "checkout_not_open",
    "Only a checkout in review, or one whose money came short, can be decided by hand.",
  );
}
