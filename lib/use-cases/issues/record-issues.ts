import type { Attempt } from "../../domain/attempt-record.ts";
import type { Breaker, BreakerCause } from "../../domain/breaker.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { ParkingReason } from "../../domain/parking.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { issueWrite, resolveIssueWrite, SERVICE_ACCOUNT } from "../../store/issues.ts";
import type { Write } from "../../store/transact.ts";

/** Issues about verification; at most one of each kind per checkout. */
const CHECKOUT_KINDS = ["parked_checkout", "unreadable_receipt", "underpaid"] as const;

type Parked = Exclude<ParkingReason, "not_found">;

const WAITS_FOR: Readonly<Record<Parked, string>> = {
  provider_unavailable: "The bank can't be asked at the moment. We'll keep checking automatically.",
  unreadable:
    "The bank's receipt is unreadable. We'll try again automatically; after that you decide.",
  insufficient_credits: "The payment was found, but no credits are left to verify it.",
};

/** Reports an attempt that waits for something that may need a person. */
export function parkedWrites(attempt: Attempt, reason: Parked, at: number): readonly Write[] {
  if (!needsPerson(attempt)) return [];
  const kind = reason === "unreadable" ? "unreadable_receipt" : "parked_checkout";
  return [checkoutIssue(attempt, kind, WAITS_FOR[reason], at)];
}

/** Reports an underpaid checkout, which the merchant may approve or reject. */
export function underpaidWrites(attempt: Attempt, at: number): readonly Write[] {
  if (attempt.found === null || !needsPerson(attempt)) return [];
  const message =
    "The customer paid too little. Approve the checkout if the amount is enough, or reject it.";
  return [checkoutIssue(attempt, "underpaid", message, at)];
}

/** Resolves all issues of a decided checkout. */
export function resolvedIssueWrites(
  checkout: Pick<Checkout, "accountId" | "id">,
): readonly Write[] {
  return CHECKOUT_KINDS.map((kind) => resolveWrite(checkout, kind));
}

/** Resolves the issues about waiting once no attempt of the checkout waits. */
export function resolvedWaitWrites(checkout: Pick<Checkout, "accountId" | "id">): readonly Write[] {
  return [resolveWrite(checkout, "parked_checkout"), resolveWrite(checkout, "unreadable_receipt")];
}

const OUTAGES: Readonly<Record<BreakerCause, string>> = {
  no_answer: "does not answer",
  bad_answer: "answers with errors",
  unreadable: "sends receipts that we can't read",
  canary_failed: "did not answer our test request as expected",
};

/** Reports an outage to all accounts while the breaker is not `closed`. */
export function outageWrites(
  provider: ProviderId,
  before: Breaker,
  after: Breaker,
  at: number,
): readonly Write[] {
  const issue = { kind: "provider_outage", objectId: provider, accountId: SERVICE_ACCOUNT };
  const isNew = after.state !== before.state || after.cause !== before.cause;
  if (after.state !== "closed" && isNew && after.cause !== null) {
    const message = `${provider} ${OUTAGES[after.cause]}.`;
    return [issueWrite({ ...issue, appId: null, message, at })];
  }
  return after.state === "closed" && before.state !== "closed" ? [resolveIssueWrite(issue)] : [];
}

/** Failures in test mode are requested by magic references and would only hide real ones. */
function needsPerson(attempt: Attempt): boolean {
  return attempt.livemode;
}

function checkoutIssue(
  attempt: Attempt,
  kind: (typeof CHECKOUT_KINDS)[number],
  message: string,
  at: number,
): Write {
  const { accountId, appId, checkoutId: objectId } = attempt;
  return issueWrite({ kind, objectId, accountId, appId, message, at });
}

function resolveWrite(
  { accountId, id }: Pick<Checkout, "accountId" | "id">,
  kind: (typeof CHECKOUT_KINDS)[number],
): Write {
  return resolveIssueWrite({ accountId, kind, objectId: id });
}
