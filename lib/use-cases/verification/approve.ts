import type { Attempt } from "../../domain/attempt-record.ts";
import type { Proof } from "../../domain/checkout.ts";
import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { ServiceError } from "../../domain/errors.ts";
import { mayBeSame } from "../../domain/fingerprint.ts";
import type { Receipt } from "../../domain/receipt.ts";
import { claimKeysOf } from "../../domain/references.ts";
import { receiptCode } from "../../domain/tokens.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import { decideAttemptWrite } from "../../store/attempts.ts";
import { changeCheckout } from "../checkouts/change.ts";
import { keysOf } from "./claim-keys.ts";
import {
  alreadyUsed,
  decideManually,
  eventsOf,
  type ManualDecision,
  wasWarned,
} from "./decide-manually.ts";
import { fingerprintsOf, judge, proofOf } from "./judge.ts";
import { verificationWrites } from "./verification-writes.ts";

/**
 * Approves a checkout that is in review or underpaid. The transaction is that of any verification, with the reference
 * of the stored receipt, or the typed one if there is no receipt. It uses up every payment that came with the checkout:
 * the person who approves may have counted on each of them.
 *
 * @throws ServiceError `checkout_not_open`, `reference_already_used`, `insufficient_credits`; `conflict` if a
 * possible duplicate or another payment of this checkout has verified another one since: a second approval goes on
 * without it. Also `conflict` if what the user decided about has changed
 */
export async function approveCheckout(decision: ManualDecision): Promise<Checkout> {
  return decideManually(decision, (checkout, question, learned) => {
    const { attempt, unread, payments } = question;
    const { receipt } = attempt;
    // Without its receipt, an alias of it may be free although it has verified another checkout.
    if (attempt.outcome === "already_used") throw alreadyUsed();
    const claimKeys = new Set(keysOf([attempt, ...unread, ...payments]));
    const receipts = [attempt, ...payments].flatMap((one) => one.receipt ?? []);
    // Many receipts leave room for one comparison each in the transaction.
    const most = receipts.length > 2 ? 1 : undefined;
    const fingerprints = receipts.flatMap((one) => fingerprintsOf(one, checkout).slice(0, most));
    const code = receiptCode(randomBytes(10));
    const proof = receipt
      ? receiptProof(receipt, attempt, checkout)
      : typedProof(checkout, attempt);
    const decided = decide(checkout, {
      type: "approve",
      attemptId: attempt.id,
      // The reasons for the review stay visible.
      proof: { ...proof, exceptions: [...checkout.exceptions, ...proof.exceptions] },
      receiptCode: code,
      by: decision.by,
      note: decision.reason,
      now: decision.now,
    });
    const change = changeCheckout(checkout, eventsOf(decided), decision.now);
    return {
      after: change.after,
      countsTwice: hasTwoOfOne(receipts, checkout),
      writes: [
        ...change.writes,
        decideAttemptWrite(
          attempt,
          attempt.outcome === "pending" ? "matched" : attempt.outcome,
          decision.now,
        ),
        ...undecided(unread).map((one) => decideAttemptWrite(one, "superseded", decision.now)),
        ...verificationWrites({
          checkout,
          receiptCode: code,
          claimKeys: [...claimKeys].filter((key) => !learned.usedKeys.has(key)),
          fingerprints,
          duplicates: wasWarned(checkout) ? "ignored" : learned.harmless,
          source: learned.source,
          at: decision.now,
        }),
      ],
    };
  });
}

const WAITS_FOR_CREDITS =
  "A payment that fits this checkout waits for credits. Buy credits, and the checkout is verified.";

/**
 * Rejects a checkout that is in review or underpaid. Uses up neither a reference nor a credit.
 *
 * @throws ServiceError `checkout_not_open` for any other checkout; `conflict` if a payment that fits waits for credits,
 * or if what the user decided about has changed
 */
export async function rejectCheckout(decision: ManualDecision): Promise<Checkout> {
  return decideManually(decision, (checkout, { attempt, unread }) => {
    const { receipt } = attempt;
    const isShort = checkout.status !== "review";
    const decided = decide(checkout, {
      type: "reject",
      attemptId: attempt.id,
      proof: isShort && receipt ? receiptProof(receipt, attempt, checkout) : null,
      by: decision.by,
      note: decision.reason,
      now: decision.now,
    });
    if (checkout.pending.some(({ awaitsCredits }) => awaitsCredits)) {
      throw new ServiceError("conflict", WAITS_FOR_CREDITS);
    }
    const change = changeCheckout(checkout, eventsOf(decided), decision.now);
    const outcome = attempt.outcome === "pending" ? "not_found" : attempt.outcome;
    return {
      after: change.after,
      countsTwice: false,
      writes: [
        ...change.writes,
        decideAttemptWrite(attempt, outcome, decision.now),
        ...undecided(unread).map((one) => decideAttemptWrite(one, "not_found", decision.now)),
      ],
    };
  });
}

/** Whether two of the receipts may show one transfer, or do by their references. */
function hasTwoOfOne(receipts: readonly Receipt[], checkout: Checkout): boolean {
  return receipts.some((one, index) =>
    receipts.slice(index + 1).some((other) => {
      const keys = claimKeysOf(one);
      if (claimKeysOf(other).some((key) => keys.includes(key))) return true;
      const others = fingerprintsOf(other, checkout);
      return fingerprintsOf(one, checkout).some((print) =>
        others.some((each) => mayBeSame(print, each)),
      );
    }),
  );
}

/** References that end with the decision; the others keep the bank's outcome. */
function undecided(unread: readonly Attempt[]): readonly Attempt[] {
  return unread.filter(({ outcome }) => outcome === "pending");
}

/** The whole payment: a person has found it in the merchant's account. */
function receiptProof(receipt: Receipt, attempt: Attempt, checkout: Checkout): Proof {
  const match = judge(receipt, attempt, checkout, false);
  return proofOf(receipt, { ...match, disclosable: true });
}

/** Without a receipt, only the typed reference is known; the merchant has checked their account. */
function typedProof(checkout: Checkout, attempt: Attempt): Proof {
  const { provider, reference } = attempt.lookup;
  return {
    payment: { provider, reference, payerName: null, paidAt: null },
    amountReceived: checkout.amountReceived,
    exceptions: [],
  };
}
