import { setTimeout as pause } from "node:timers/promises";
import type { VerifyBody } from "../../contract/schemas/verification.ts";
import type { Attempt } from "../../domain/attempt-record.ts";
import type { Refusal } from "../../domain/checkout-commands.ts";
import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import type { Lookup } from "../../domain/lookup.ts";
import { comparableReference } from "../../domain/references.ts";
import { attemptWrite, getAttempt } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { transact } from "../../store/transact.ts";
import { changeCheckout } from "../checkouts/change.ts";
import { now, randomBytes, table } from "../deps.ts";
import { environment } from "../environment.ts";
import { isAskable, lookUpReceipt } from "./lookup.ts";
import { recogniseFor } from "./recognise.ts";
import { settleAttempt } from "./settle.ts";
import type { Standing } from "./settlement.ts";

/** How long the caller is kept waiting for a bank before it is told to come back (ms). */
const PATIENCE_MS = 8_000;
/** Longer than any synchronous try can take, shorter than a payer's patience with a crash. */
const LEASE_MS = 30_000;
const MAX_ROUNDS = 12;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 800;

interface Submission {
  readonly checkout: Checkout;
  readonly body: VerifyBody;
  readonly now: number;
}

/**
 * Takes a reference for a checkout and tries it at once. Returns when the attempt is settled or after
 * about 8 s, whichever is first; an unsettled one goes on by the queue.
 *
 * @throws ServiceError `invalid_request` (not a reference, which bank?), `checkout_not_open`, `rate_limited`
 */
export async function submitReference({ checkout, body, now: at }: Submission): Promise<Standing> {
  const deadline = at + PATIENCE_MS;
  const lookup = await recognise(checkout, body);
  const begun = await begin(checkout, lookup, body.payer_phone ?? null);
  if (!begun.ours) return waitForOutcome(begun.standing, deadline);
  const { checkout: current, attempt } = begun.standing;
  const reading = await lookUpReceipt(attempt, current, Math.max(1, deadline - now()));
  return settleAttempt(begun.standing, reading);
}

async function recognise(checkout: Checkout, body: VerifyBody): Promise<Lookup> {
  const found = await recogniseFor(checkout, body.input, body.provider);
  switch (found.kind) {
    case "lookup":
      if (await isAskable(found.lookup, checkout, body.payer_phone ?? null)) return found.lookup;
      throw invalidField("input", "is not enough by itself: give the receipt's link or its SMS");
    case "ambiguous":
      throw invalidField("provider", `is needed: it could be ${found.providers.join(" or ")}`);
    case "provider_not_enabled":
      throw invalidField("provider", `${found.provider} is not accepted here`);
    case "unrecognised":
      throw invalidField("input", "is not a reference, receipt link or SMS that we know");
  }
}

/** Records the attempt with its lease, or finds the one that already stands for the same reference. */
async function begin(
  first: Checkout,
  lookup: Lookup,
  payerPhone: string | null,
): Promise<{ readonly ours: boolean; readonly standing: Standing }> {
  let checkout = first;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const earlier = await settledWith(checkout, lookup);
    if (earlier) return { ours: false, standing: { checkout, attempt: earlier } };
    const at = now();
    const attempt = newAttempt(checkout, lookup, payerPhone, at);
    const decision = decide(
      checkout,
      {
        type: "submit",
        attempt: {
          id: attempt.id,
          provider: lookup.provider,
          reference: lookup.reference,
          submittedAt: at,
          awaitsCredits: false,
        },
        now: at,
      },
      { failedAttempts: environment().config.failedAttemptsPerCheckout },
    );
    if (decision.ok) {
      const change = changeCheckout(checkout, decision.events, at);
      const commit = await transact(table(), [...change.writes, attemptWrite(attempt, "new")]);
      if (commit.committed) {
        return { ours: true, standing: { checkout: change.after, attempt } };
      }
    } else if (decision.refusal === "already_pending") {
      const pending = await pendingWith(checkout, lookup);
      if (pending) return { ours: false, standing: { checkout, attempt: pending } };
    } else {
      throw refusal(decision.refusal);
    }
    checkout = (await getCheckout(table(), checkout.id)) ?? checkout;
  }
  throw new ServiceError("service_unavailable", "The checkout is being changed; try again.", {
    retryAfterSeconds: 1,
  });
}

/** The attempt that verified this checkout, if it was with the same reference: same question, same answer. */
async function settledWith(checkout: Checkout, lookup: Lookup): Promise<Attempt | null> {
  if (checkout.status !== "verified" || checkout.settledBy === null) return null;
  const attempt = await getAttempt(table(), checkout.id, checkout.settledBy);
  if (!attempt) return null;
  const asked = comparableReference(lookup.reference);
  const known = [attempt.lookup.reference, checkout.payment?.reference ?? ""]
    .filter((reference) => reference !== "")
    .map(comparableReference);
  return known.includes(asked) ? attempt : null;
}

async function pendingWith(checkout: Checkout, lookup: Lookup): Promise<Attempt | null> {
  const pending = checkout.pending.find(
    ({ provider, reference }) => provider === lookup.provider && reference === lookup.reference,
  );
  return pending ? getAttempt(table(), checkout.id, pending.id) : null;
}

/** Somebody else is asking the bank already: watch for the outcome instead of asking twice. */
async function waitForOutcome(standing: Standing, deadline: number): Promise<Standing> {
  let { attempt } = standing;
  let wait = FIRST_PAUSE_MS;
  while (attempt.settledAt === null && attempt.leaseUntil > now() && now() + wait < deadline) {
    await pause(wait);
    wait = Math.min(LONGEST_PAUSE_MS, wait * 2);
    attempt = (await getAttempt(table(), attempt.checkoutId, attempt.id)) ?? attempt;
  }
  const checkout = await getCheckout(table(), standing.checkout.id);
  return { checkout: checkout ?? standing.checkout, attempt };
}

function newAttempt(
  checkout: Checkout,
  lookup: Lookup,
  payerPhone: string | null,
  at: number,
): Attempt {
  return {
    id: newId("att_", at, randomBytes(10)),
    checkoutId: checkout.id,
    accountId: checkout.accountId,
    appId: checkout.appId,
    livemode: checkout.livemode,
    lookup,
    payerPhone,
    outcome: "pending",
    createdAt: at,
    settledAt: null,
    tries: 1,
    nextAt: at,
    leaseUntil: at + LEASE_MS,
    streak: null,
    expected: { amount: checkout.amount, currency: checkout.currency },
    found: null,
    evidence: null,
    receipt: null,
  };
}

function refusal(reason: Refusal): ServiceError {
  switch (reason) {
    case "too_many_pending":
      return new ServiceError(
        "rate_limited",
        "Three references are being checked already; wait for one of them.",
        { retryAfterSeconds: 15 },
      );
    case "too_many_failures":
      return new ServiceError(
        "rate_limited",
        "Too many references have failed for this checkout; ask the merchant.",
        { retryAfterSeconds: 3600 },
      );
    default:
      return new ServiceError("checkout_not_open", "This checkout takes no more payments.");
  }
}
