import type { Attempt } from "../../domain/attempt-record.ts";
import type { Proof } from "../../domain/checkout.ts";
import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { ServiceError } from "../../domain/errors.ts";
import { claimKeysOf, claimKeysOfTyped } from "../../domain/references.ts";
import { receiptCode } from "../../domain/tokens.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import { decideAttemptWrite } from "../../store/attempts.ts";
import { changeCheckout } from "../checkouts/change.ts";
import { decideManually, eventsOf, type ManualDecision } from "./decide-manually.ts";
import { fingerprintOf, judge, proofOf } from "./judge.ts";
import { verificationWrites } from "./verification-writes.ts";

/**
 * Approves a checkout that is in review or underpaid. The transaction is that of any verification, with the reference
 * of the stored receipt, or the typed one if there is no receipt.
 *
 * @throws ServiceError `checkout_not_open`, `reference_already_used`, `insufficient_credits`; `conflict` if a
 * possible duplicate has verified another checkout since: a second approval confirms that it is not one
 */
export async function approveCheckout(decision: ManualDecision): Promise<Checkout> {
  return decideManually(decision, (checkout, { attempt, others }, duplicates, source) => {
    const { receipt } = attempt;
    const found = receipt && { receipt, match: judge(receipt, attempt, checkout, false) };
    const code = receiptCode(randomBytes(10));
    const proof = found
      ? proofOf(found.receipt, { ...found.match, disclosable: true })
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
    const fingerprint = found && fingerprintOf(found.receipt, found.match, checkout);
    return {
      after: change.after,
      fingerprint,
      writes: [
        ...change.writes,
        decideAttemptWrite(
          attempt,
          attempt.outcome === "pending" ? "matched" : attempt.outcome,
          decision.now,
        ),
        ...others.map((other) => decideAttemptWrite(other, "superseded", decision.now)),
        ...verificationWrites({
          checkout,
          receiptCode: code,
          claimKeys: receipt ? claimKeysOf(receipt) : typedKeys([attempt, ...others]),
          fingerprint,
          duplicates,
          source,
          at: decision.now,
        }),
      ],
    };
  });
}

/**
 * Rejects a checkout in review. Uses up neither a reference nor a credit.
 *
 * @throws ServiceError `checkout_not_open` for any other checkout
 */
export async function rejectCheckout(decision: ManualDecision): Promise<Checkout> {
  return decideManually(decision, (checkout, { attempt, others }) => {
    const decided = decide(checkout, {
      type: "reject",
      by: decision.by,
      note: decision.reason,
      now: decision.now,
    });
    if (!decided.ok) {
      throw new ServiceError(
        "checkout_not_open",
        "Only a checkout in review can be rejected; cancel one that is open.",
      );
    }
    const change = changeCheckout(checkout, decided.events, decision.now);
    const outcome = attempt.outcome === "pending" ? "not_found" : attempt.outcome;
    return {
      after: change.after,
      fingerprint: null,
      writes: [
        ...change.writes,
        decideAttemptWrite(attempt, outcome, decision.now),
        ...others.map((other) => decideAttemptWrite(other, "not_found", decision.now)),
      ],
    };
  });
}

/** Uses up each typed reference at every provider, so that the correct one can't pay twice. */
function typedKeys(attempts: readonly Attempt[]): readonly string[] {
  const keys = attempts.flatMap(({ lookup }) =>
    claimKeysOfTyped(lookup.provider, lookup.reference),
  );
  return [...new Set(keys)];
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
