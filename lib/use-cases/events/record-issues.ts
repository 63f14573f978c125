import type { Attempt } from "../../domain/attempt.ts";
import type { Breaker, BreakerCause } from "../../domain/breaker.ts";
import type { Checkout } from "../../domain/checkout.ts";
import type { ParkingReason } from "../../domain/parking.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { issueWrite, resolveIssueWrite, SERVICE_ACCOUNT } from "../../store/issues.ts";
import type { Write } from "../../store/transact.ts";

/** Issues about verification; at most one of each kind per checkout. */
const CHECKOUT_KINDS = ["parked_checkout", "unreadable_receipt"] as const;

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

/** Resolves the issues of a checkout that is decided, or has no more waiting attempts. */
export function resolvedIssueWrites({
  accountId,
  id,
}: Pick<Checkout, "accountId" | "id">): readonly Write[] {
  return CHECKOUT_KINDS.map((kind) => resolveIssueWrite({ accountId, kind, objectId: id }));
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
