import { setTimeout as pause } from "node:timers/promises";
import type { VerifyBody } from "../../contract/schemas/verification.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { Lookup } from "../../domain/lookup.ts";
import { now, table } from "../../pipeline/deps.ts";
import { getAttempt } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { lookUpReceipt } from "../banks/lookup.ts";
import { begin } from "./begin.ts";
import { recognizeReference } from "./recognize-reference.ts";
import { settleAttempt } from "./settle.ts";
import type { AttemptState } from "./settlement.ts";

/** How long a request waits for the bank before it answers `pending`. */
const PATIENCE_MS = 8_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 800;

interface Submission {
  readonly checkout: Checkout;
  readonly lookup: Lookup;
  readonly payerPhone: string | null;
  /** ms */
  readonly now: number;
}

/**
 * Recognizes the input of a verify call and submits it.
 *
 * @throws ServiceError as `recognizeReference` and `submitReference`
 */
export async function submitInput(
  checkout: Checkout,
  body: VerifyBody,
  at: number,
): Promise<AttemptState> {
  const lookup = await recognizeReference(checkout, body);
  return submitReference({ checkout, lookup, payerPhone: body.payer_phone ?? null, now: at });
}

/**
 * Submits a recognized reference for a checkout and looks it up at once. Returns when the attempt is settled
 * or after about 8 s, whichever is first; the queue continues an unsettled one.
 *
 * @throws ServiceError `checkout_not_open`, `checkout_blocked`, `rate_limited`; `conflict` after 12 lost races
 */
export async function submitReference(submission: Submission): Promise<AttemptState> {
  const deadline = submission.now + PATIENCE_MS;
  const begun = await begin(submission.checkout, submission.lookup, submission.payerPhone);
  if (!begun.ours) return waitForOutcome(begun.state, deadline);
  const { checkout, attempt } = begun.state;
  const patienceMs = Math.max(1, deadline - now());
  return lookUpReceipt(attempt, checkout, { patienceMs }, (result) =>
    settleAttempt(begun.state, result),
  );
}

/** Another request is asking the bank: poll for its outcome instead of asking twice. */
async function waitForOutcome(state: AttemptState, deadline: number): Promise<AttemptState> {
  let { attempt } = state;
  let wait = FIRST_PAUSE_MS;
  while (attempt.settledAt === null && attempt.leaseUntil > now() && now() + wait < deadline) {
    await pause(wait);
    wait = Math.min(LONGEST_PAUSE_MS, wait * 2);
    attempt = (await getAttempt(table(), attempt.checkoutId, attempt.id)) ?? attempt;
  }
  const checkout = await getCheckout(table(), state.checkout.id);
  return { checkout: checkout ?? state.checkout, attempt };
}
