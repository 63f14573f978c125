import type { Attempt } from "../../domain/attempt-record.ts";
import type { ReviewReason } from "../../domain/checkout.ts";
import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { Match } from "../../domain/matching.ts";
import { modeOf } from "../../domain/mode.ts";
import type { Receipt } from "../../domain/receipt.ts";
import { claimKeysOf } from "../../domain/references.ts";
import { receiptCode } from "../../domain/tokens.ts";
import { now, randomBytes, table } from "../../pipeline/deps.ts";
import type { LookupResult } from "../../providers/adapter.ts";
import { getClaim } from "../../store/claims.ts";
import { isOutOfPatience } from "../banks/inquiry.ts";
import { fingerprintsOf, judge, proofOf, withFindings } from "./judge.ts";
import { planEnd, planEvents, planGiveUp, planWait } from "./plan-end.ts";
import type { Learned, Plan } from "./settlement.ts";
import { verificationWrites } from "./verification-writes.ts";

/** Plans the result of a lookup: verified, in review, failed, or parked. */
export async function planSettlement(
  checkout: Checkout,
  attempt: Attempt,
  result: LookupResult,
  learned: Learned,
): Promise<Plan> {
  switch (result.kind) {
    case "receipt":
      return planReceipt(checkout, attempt, result.receipt, learned);
    case "not_found":
      return planWait(checkout, attempt, "not_found");
    case "unavailable":
      // Our own timeout is not an issue yet: the queue asks slow banks again.
      return planWait(
        checkout,
        attempt,
        "provider_unavailable",
        isOutOfPatience(result) ? "quietly" : "reported",
      );
    case "unreadable":
      return planWait(checkout, withEvidence(attempt, { unreadable: result.why }), "unreadable");
    case "manual": {
      const { link } = result;
      const kept = link === undefined ? attempt : withEvidence(attempt, { link });
      return planGiveUp(checkout, kept, "manual", "pending");
    }
  }
}

function withEvidence(attempt: Attempt, more: Readonly<Record<string, string>>): Attempt {
  return { ...attempt, evidence: { ...attempt.evidence, ...more } };
}

async function planReceipt(
  checkout: Checkout,
  attempt: Attempt,
  receipt: Receipt,
  learned: Learned,
): Promise<Plan> {
  let match = judge(receipt, attempt, checkout, learned.usedBefore);
  // `already_used` outranks these; if everything fits, the transaction detects it.
  const outranked = match.outcome === "too_old" || match.outcome === "amount_mismatch";
  if (outranked || match.decision === "review") {
    if (await isClaimed(checkout, receipt)) match = judge(receipt, attempt, checkout, true);
  }
  const found = withFindings(attempt, receipt, match);
  switch (match.decision) {
    case "retry":
      return planWait(checkout, found, "unreadable");
    case "refuse":
      return planEnd(checkout, found, match.outcome, receipt);
    case "review":
      return planProof(checkout, found, receipt, match, learned, match.review);
    case "verify":
      return planProof(
        checkout,
        found,
        receipt,
        match,
        learned,
        learned.duplicate ? "possible_duplicate" : null,
      );
  }
}

function planProof(
  checkout: Checkout,
  attempt: Attempt,
  receipt: Receipt,
  match: Match,
  learned: Learned,
  review: ReviewReason | null,
): Plan {
  if (learned.noCredits && review === null) {
    return planWait(checkout, { ...attempt, receipt }, "insufficient_credits");
  }
  const at = now();
  const code = receiptCode(randomBytes(10));
  const proof = proofOf(receipt, match);
  const decided = decide(checkout, {
    type: "prove",
    attemptId: attempt.id,
    proof: learned.duplicate
      ? { ...proof, exceptions: [...proof.exceptions, "possible_duplicate"] }
      : proof,
    review,
    receiptCode: code,
    now: at,
  });
  const events = decided.ok ? decided.events : [];
  const plan = planEvents(checkout, events, attempt, receipt, at);
  if (!events.some(({ type }) => type === "verified")) return plan;
  return {
    ...plan,
    writes: [
      ...plan.writes,
      ...verificationWrites({
        checkout,
        receiptCode: code,
        claimKeys: claimKeysOf(receipt),
        fingerprints: fingerprintsOf(receipt, checkout),
        duplicates: learned.harmless,
        source: learned.source,
        at,
      }),
    ],
  };
}

async function isClaimed(checkout: Checkout, receipt: Receipt): Promise<boolean> {
  const scope = { accountId: checkout.accountId, mode: modeOf(checkout.livemode) };
  const claims = await Promise.all(
    claimKeysOf(receipt).map((key) => getClaim(table(), scope, key)),
  );
  return claims.some((claim) => claim !== null);
}
