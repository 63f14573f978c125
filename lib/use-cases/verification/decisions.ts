import type { Checkout } from "../../domain/checkout.ts";
import { type CheckoutCommand, decide } from "../../domain/checkout-changes.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { CaptureSource } from "../../domain/ledger.ts";
import { buyerOf } from "../../domain/payment-link.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { foldReference } from "../../domain/receipt.ts";
import { receiptCode } from "../../domain/tokens.ts";
import { assertCommitted, lostRace } from "../../pipeline/assert-committed.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { putMetrics } from "../../pipeline/log.ts";
import { releaseWrites } from "../../store/claims.ts";
import {
  isRefused,
  LOST,
  optimistically,
  type RefusedCommit,
  transact,
  type Write,
} from "../../store/transact.ts";
import { getAccount } from "../../store/users.ts";
import { changeCheckout } from "../checkouts/change.ts";
import { resolvedIssueWrites } from "../events/record-issues.ts";
import { findCredit, verificationWrites, verifiedMetrics } from "./credit.ts";

/** A person's decision about a checkout or one of its payments. */
export interface ManualDecision {
  /** Reads the checkout; called again after a lost race. */
  readonly load: () => Promise<Checkout>;
  /** Id of the user who decides. */
  readonly by: string;
  readonly reason: string;
  /** Of the checkout that the user has seen. */
  readonly sequence: number;
  readonly now: number;
  /** Further writes of the same transaction, e.g. the idempotency record. */
  readonly alongside: (after: Checkout) => readonly Write[];
}

/**
 * Approves a checkout in review or one that is partly paid: all its payments count as they are, for one credit. Their
 * references were claimed when they were read.
 *
 * @throws ServiceError `checkout_not_open`, `insufficient_credits`; `conflict` if the checkout has changed since it was seen,
 * or if it pays for credits of an account that is closed
 */
export async function approveCheckout(decision: ManualDecision): Promise<Checkout> {
  const { by, reason: note, now } = decision;
  const load = async () => withBuyer(await decision.load());
  let source: CaptureSource | null = null;
  const plan = (checkout: Checkout): DecisionPlan => {
    const code = receiptCode(randomBytes(10));
    const verified = verificationWrites(checkout, code, source, now);
    return {
      command: { type: "approve", receiptCode: code, by, note, now },
      writes: [...verified, ...resolvedIssueWrites(checkout)],
    };
  };
  return decideBy({ ...decision, load }, plan, async (checkout, commit) => {
    if (!isRefused(commit, "credits")) return assertCommitted(commit);
    source = await findCredit(checkout, source, commit);
    if (source === null) throw new ServiceError("insufficient_credits", NO_CREDITS);
  });
}

/** Nobody would get the credits. Without a condition: an open account is not closed while its purchase is undecided. */
async function withBuyer(checkout: Checkout): Promise<Checkout> {
  const buyer = buyerOf(checkout);
  if (buyer === null) return checkout;
  const account = await getAccount(table(), buyer);
  if (account?.closedAt !== null) throw new ServiceError("conflict", NO_BUYER);
  return checkout;
}

/**
 * Rejects a checkout in review or one that is partly paid. Its payments stay claimed: the merchant settles them with the
 * customer. Spends no credit.
 *
 * @throws ServiceError `checkout_not_open`; `conflict` if the whole amount has arrived and waits for credits, or if the
 * checkout has changed since it was seen
 */
export async function rejectCheckout(decision: ManualDecision): Promise<Checkout> {
  const { by, reason: note, now } = decision;
  return decideBy(decision, (checkout) => ({
    command: { type: "reject", by, note, amount: checkout.amount, now },
    writes: resolvedIssueWrites(checkout),
  }));
}

/**
 * Releases a payment of an undecided checkout, so that it can count toward another one, or this one again; or one that a
 * verified checkout does not count, which is otherwise lost for every other one.
 *
 * @throws ServiceError `checkout_not_open`; `conflict` if the checkout does not hold the payment (any more), or has changed
 * since it was seen
 */
export async function releasePayment(
  decision: ManualDecision,
  named: { readonly provider: ProviderId; readonly reference: string },
): Promise<Checkout> {
  const { now } = decision;
  const wanted = foldReference(named.reference);
  const alongside = (after: Checkout) => [
    ...decision.alongside(after),
    // Nothing is left that needs a person.
    ...(after.status === "open" && after.pending.length === 0 ? resolvedIssueWrites(after) : []),
  ];
  return decideBy({ ...decision, alongside }, (checkout) => {
    const payment = checkout.payments.find(
      ({ provider, reference }) =>
        provider === named.provider && foldReference(reference) === wanted,
    );
    return {
      command: { type: "release", attemptId: payment?.attemptId ?? "", moves: false, now },
      writes: payment ? releaseWrites(checkout, [payment]) : [],
    };
  });
}

/** A decision's effect on the checkout, and its additional writes. */
interface DecisionPlan {
  readonly command: CheckoutCommand;
  readonly writes: readonly Write[];
}

/**
 * Runs a decision until it wins against changes that leave the sequence as the user has seen it.
 *
 * @param refused returns if another round may do better
 */
async function decideBy(
  { load, sequence, now, alongside }: ManualDecision,
  plan: (checkout: Checkout) => DecisionPlan,
  refused = async (_: Checkout, commit: RefusedCommit) => assertCommitted(commit),
): Promise<Checkout> {
  const decided = await optimistically(async () => {
    const checkout = await load();
    const { command, writes } = plan(checkout);
    const events = eventsOf(checkout, command);
    if (checkout.sequence !== sequence) throw new ServiceError("conflict", CHANGED);
    const { after, writes: changes } = changeCheckout(checkout, events, now);
    const commit = await transact(table(), [...changes, ...writes, ...alongside(after)]);
    if (commit.committed) {
      countDecided(checkout, after);
      return after;
    }
    if (!isRefused(commit, "checkout")) await refused(checkout, commit);
    return LOST;
  });
  if (decided === LOST) throw lostRace();
  return decided;
}

function countDecided(before: Checkout, after: Checkout): void {
  if (after.status !== "verified") return;
  const [provider] = after.payments.map((payment) => payment.provider);
  putMetrics(verifiedMetrics(before, after), { provider });
}

const NO_CREDITS = "No credits are left. Buy more to continue.";
const NO_BUYER =
  "The account that ordered these credits is closed. Reject the checkout, and pay the buyer back.";
const CHANGED =
  "This checkout has changed since you looked at it: a payment may have come. Look at it again, then decide.";
const AWAITS_CREDITS =
  "The whole amount has arrived and waits for credits. Buy credits, and the checkout is verified.";

/** @throws ServiceError for a refused command */
function eventsOf(checkout: Checkout, command: CheckoutCommand) {
  const decided = decide(checkout, command);
  if (decided.ok) return decided.events;
  switch (decided.refusal) {
    case "awaits_credits":
      throw new ServiceError("conflict", AWAITS_CREDITS);
    case "unknown_payment":
      throw new ServiceError("conflict", "This checkout does not have this payment.");
    default:
      throw new ServiceError(
        "checkout_not_open",
        "You can decide only a checkout that is in review or partly paid.",
      );
  }
}
