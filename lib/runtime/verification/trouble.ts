import type { Attempt } from "../../domain/attempt-record.ts";
import type { Breaker, BreakerCause } from "../../domain/breaker.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { ParkingReason } from "../../domain/parking.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { issueWrite, resolveIssueWrite, SERVICE_ACCOUNT } from "../../store/issues.ts";
import type { Write } from "../../store/transact.ts";

/** Entries in Errors about verification. Of one checkout each kind stands at most once. */
const CHECKOUT_KINDS = ["parked_checkout", "unreadable_receipt", "underpaid"] as const;

type Parked = Exclude<ParkingReason, "not_found">;

const WAITS_FOR: Readonly<Record<Parked, string>> = {
  provider_unavailable: "The bank does not answer; it is asked again by itself.",
  unreadable: "The bank's receipt cannot be read; it is tried again by itself, then you decide.",
  insufficient_credits: "The payment was found, and no credits are left to verify it.",
};

/** Tells that an attempt has to wait for something that a person may have to look into. */
export function parkedWrites(attempt: Attempt, reason: Parked, at: number): readonly Write[] {
  if (!needsPerson(attempt)) return [];
  const kind = reason === "unreadable" ? "unreadable_receipt" : "parked_checkout";
  return [checkoutIssue(attempt, kind, WAITS_FOR[reason], at)];
}

/** Tells that money came and was too little: the merchant may approve it by hand. */
export function underpaidWrites(attempt: Attempt, at: number): readonly Write[] {
  if (attempt.found === null || !needsPerson(attempt)) return [];
  const message = "Less was paid than asked for; approve it by hand if that is enough.";
  return [checkoutIssue(attempt, "underpaid", message, at)];
}

/** Takes a checkout's entries off Errors once it is decided. */
export function overIssueWrites(checkout: Pick<Checkout, "accountId" | "id">): readonly Write[] {
  return CHECKOUT_KINDS.map((kind) => resolveWrite(checkout, kind));
}

/** Takes off what told of waiting, once nothing of the checkout waits any more. */
export function overWaitWrites(checkout: Pick<Checkout, "accountId" | "id">): readonly Write[] {
  return [resolveWrite(checkout, "parked_checkout"), resolveWrite(checkout, "unreadable_receipt")];
}

const OUTAGES: Readonly<Record<BreakerCause, string>> = {
  no_answer: "does not answer",
  bad_answer: "answers with errors or with receipts that cannot be read",
  canary_failed: "did not answer the daily test as expected",
};

/** An outage concerns everybody: it stands in the service's own list, from opening to closing. */
export function outageWrites(
  provider: ProviderId,
  before: Breaker,
  after: Breaker,
  at: number,
): readonly Write[] {
  const issue = { kind: "provider_outage", objectId: provider, accountId: SERVICE_ACCOUNT };
  if (after.state === "open" && before.state !== "open" && after.cause !== null) {
    const message = `${provider} ${OUTAGES[after.cause]}.`;
    return [issueWrite({ ...issue, appId: null, message, at })];
  }
  return after.state === "closed" && before.state !== "closed" ? [resolveIssueWrite(issue)] : [];
}

/** Trouble in test mode was asked for, by a magic reference: it would only hide the real one. */
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
