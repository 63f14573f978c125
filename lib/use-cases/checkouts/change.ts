import type { EventType } from "../../contract/events.ts";
import type { UpdateCheckoutBody } from "../../contract/schemas/checkout.ts";
import type { Attempt } from "../../domain/attempt.ts";
import { type Checkout, type CheckoutState, shownStatus } from "../../domain/checkout.ts";
import { type CheckoutEvent, decide, evolve } from "../../domain/checkout-changes.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import type { EventWithBody } from "../../domain/event-record.ts";
import { MAX_PARTS } from "../../domain/ids.ts";
import { shardOf } from "../../domain/ledger.ts";
import { assertCommitted, lostRace } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { supersedeWrite } from "../../store/attempts.ts";
import { stateWrite, textsWrites } from "../../store/checkout-item.ts";
import { type CheckoutFilter, listCheckouts } from "../../store/checkout-lists.ts";
import { dueCheckouts, getCheckout, postponeExpiry } from "../../store/checkouts.ts";
import { releaseWrites } from "../../store/claims.ts";
import { restAmountWrites } from "../../store/open-amounts.ts";
import { eventWrites } from "../../store/outbox.ts";
import { isRefused, LOST, optimistically, transact, type Write } from "../../store/transact.ts";
import { getAccount } from "../../store/users.ts";
import { buildEvent } from "../events/build-event.ts";
import { resolvedIssueWrites } from "../events/record-issues.ts";
import { readOpenShop } from "./load.ts";
import { presentAttempt, presentCheckout, presentMerchantPayment } from "./present.ts";

/** A change of one checkout and the writes that store it. */
interface Change {
  readonly after: Checkout;
  readonly writes: readonly Write[];
}

/**
 * Applies decided events to a checkout and plans the writes: the new state (refused if the stored one has changed),
 * what is left to pay, superseded attempts, and published events.
 *
 * @param attempt in its new state, for `checkout.attempt_failed`
 */
export function changeCheckout(
  before: Checkout,
  events: readonly CheckoutEvent[],
  at: number,
  attempt: Attempt | null = null,
): Change {
  const published = events.flatMap((event) => publishedType(event) ?? []);
  const folded: CheckoutState = events.reduce<CheckoutState>(evolve, before);
  // Who decides names the payments that they have seen by the sequence.
  const isOther = folded.payments !== before.payments;
  const sequence = before.sequence + Math.max(published.length, isOther ? 1 : 0);
  const changed: Checkout = { ...before, ...folded, sequence, version: before.version + 1 };
  const records = published.map((type, index) => {
    const then = { ...changed, sequence: before.sequence + index + 1 };
    return checkoutEvent(type, then, at, subjectOf(type, before, then, events, attempt));
  });
  const after = { ...changed, eventIds: [...before.eventIds, ...records.map(({ id }) => id)] };
  return {
    after,
    writes: [
      stateWrite(before, after),
      ...restAmountWrites(before, after),
      ...events.flatMap((event) =>
        event.type === "attempt_ended" &&
        event.outcome === "superseded" &&
        event.attemptId !== attempt?.id
          ? supersedeWrite(before.id, event.attemptId, at)
          : [],
      ),
      ...records.flatMap(eventWrites),
    ],
  };
}

/** The attempt or payment that an event is about; null for the checkout itself. */
function subjectOf(
  type: EventType,
  before: Checkout,
  then: Checkout,
  events: readonly CheckoutEvent[],
  attempt: Attempt | null,
): object | null {
  if (type === "checkout.attempt_failed") return attempt && presentAttempt(attempt, then);
  if (type !== "checkout.payment_released") return null;
  const released = events.find((event) => event.type === "payment_released");
  const payment = before.payments.find((one) => one.attemptId === released?.attemptId);
  return payment === undefined ? null : presentMerchantPayment(payment, before);
}

/**
 * Builds an event that reports the given state of a checkout.
 *
 * @param subject what the event is about, where that is not the checkout: its object then has the checkout inside
 */
export function checkoutEvent(
  type: EventType,
  checkout: Checkout,
  at: number,
  subject: object | null = null,
): EventWithBody {
  const shown = presentCheckout(checkout, at);
  const object = subject === null ? shown : { ...subject, checkout: shown };
  return buildEvent({
    type,
    accountId: checkout.accountId,
    appId: checkout.appId,
    livemode: checkout.livemode,
    sequence: checkout.sequence,
    objectId: checkout.id,
    object,
    // All events of a checkout are in one part.
    part: checkout.spreadEvents ? shardOf(checkout.id, MAX_PARTS) : 0,
    // Grants purchased credits, or counts at the payment link.
    followUp:
      type === "checkout.verified" &&
      (checkout.purchaseId !== null || checkout.linkCode !== undefined),
    at,
  });
}

function publishedType(event: CheckoutEvent): EventType | null {
  switch (event.type) {
    case "partially_paid":
      return "checkout.partially_paid";
    case "verified":
      return "checkout.verified";
    case "sent_to_review":
      return "checkout.review";
    case "expired":
      return "checkout.expired";
    case "canceled":
      return "checkout.canceled";
    case "rejected":
      return "checkout.rejected";
    case "attempt_ended":
      return event.failed ? "checkout.attempt_failed" : null;
    case "payment_released":
      return event.moves ? null : "checkout.payment_released";
    case "attempt_started":
    case "attempt_awaits_credits":
    case "payment_added":
    case "payment_doubted":
    case "payment_named":
    case "payment_confirmed":
    case "reopened":
      return null;
  }
}

/**
 * Cancels an open checkout: its pending attempts end as superseded, and its payments are released.
 *
 * @param load reads the checkout; called again after a lost race
 * @throws ServiceError `checkout_not_open`, also while the whole amount has arrived and waits for credits
 */
export async function cancelCheckout(
  load: () => Promise<Checkout>,
  now: number,
  alongside: (after: Checkout) => readonly Write[],
): Promise<Checkout> {
  const canceled = await optimistically(async () => {
    const checkout = await load();
    const decision = decide(checkout, { type: "cancel", amount: checkout.amount, now });
    if (!decision.ok) {
      throw new ServiceError("checkout_not_open", "Only an open checkout can be canceled.");
    }
    const change = changeCheckout(checkout, decision.events, now);
    const commit = await transact(table(), [
      ...change.writes,
      ...releaseWrites(checkout, checkout.payments),
      ...(checkout.attemptsCount > 0 ? resolvedIssueWrites(checkout) : []),
      ...alongside(change.after),
    ]);
    if (commit.committed) return change.after;
    if (!isRefused(commit, "checkout")) assertCommitted(commit);
    return LOST;
  });
  if (canceled === LOST) throw lostRace();
  return canceled;
}

const PAGE = 100;

/**
 * Cancels the open checkouts of a deleted app or, with `appId` null, of a closed account. Both ended without one, so these
 * were created meanwhile: their payers would pay and the merchant would not be notified. Does nothing if the shop is still
 * open. Checking this in the transaction of every creation would cost four write units each and make all creations of an
 * app contend for its item. `now` in ms.
 */
export async function cancelOrphans(
  accountId: string,
  appId: number | null,
  now: number,
): Promise<void> {
  if (!(await hasEnded(accountId, appId))) return;
  for (const mode of ["live", "test"] as const)
    await cancelPayable({ accountId, mode, appId }, now);
}

/** Cancels the checkouts that can still be paid for. `now` in ms. */
async function cancelPayable(filter: Omit<CheckoutFilter, "status">, now: number): Promise<void> {
  const payable = { ...filter, status: "payable" } as const;
  let cursor: string | undefined;
  do {
    const page = { limit: PAGE, cursor, internal: true } as const;
    const { data, nextCursor } = await listCheckouts(table(), payable, page, now);
    for (const { id } of data) await cancelOrphan(id, now);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

async function hasEnded(accountId: string, appId: number | null): Promise<boolean> {
  if (appId !== null) return (await readOpenShop(accountId, appId)) === null;
  const account = await getAccount(table(), accountId);
  return account !== null && account.closedAt !== null;
}

async function cancelOrphan(id: string, now: number): Promise<void> {
  const load = async () => {
    const checkout = await getCheckout(table(), id);
    if (checkout === null) throw notFound("checkout");
    return checkout;
  };
  try {
    await cancelCheckout(load, now, () => []);
  } catch (error) {
    // Settled, expired or deleted since: it takes no more payments.
    const isOver = error instanceof ServiceError && OVER.has(error.code);
    if (!isOver) throw error;
  }
}

const OVER = new Set(["not_found", "checkout_not_open"]);

/** Stores the expiry of a checkout that is due. A lost race is fine: another request has decided. `now` in ms. */
export async function expireCheckout(id: string, now: number): Promise<void> {
  const checkout = await getCheckout(table(), id);
  if (!checkout) return;
  const decision = decide(checkout, { type: "expire", now });
  if (!decision.ok) {
    // A pending attempt is retried until the grace period ends: check again then.
    if (checkout.status === "open" && checkout.pending.length > 0) {
      await postponeExpiry(table(), checkout, now);
    }
    return;
  }
  await transact(table(), changeCheckout(checkout, decision.events, now).writes);
}

/** Rows to read per shard of the index. */
const BATCH = 200;

/**
 * Stores the expiry of every checkout that was due at `at` (ms). A checkout that can't be expired now stays in the
 * index for the next run, and the index lags behind; so if a read returns nothing new, the next one reads more rows.
 *
 * @param until `performance.now()` at which to stop; the next run continues
 */
export async function expireDueCheckouts(at: number, until: number, batch = BATCH): Promise<void> {
  const seen = new Set<string>();
  let stale = 0;
  while (performance.now() < until) {
    const found = await dueCheckouts(table(), at, batch + stale);
    const fresh = found.filter((id) => !seen.has(id));
    if (fresh.length === 0) {
      if (found.length <= stale) return;
      stale = found.length;
      continue;
    }
    for (const id of fresh) seen.add(id);
    const results = await Promise.allSettled(fresh.map((id) => expireCheckout(id, at)));
    for (const result of results) {
      if (result.status === "rejected") log("error", "expiry failed", errorFields(result.reason));
    }
  }
}

/**
 * Changes the client reference, description or metadata of an open checkout.
 *
 * @param load reads the checkout; called again after another request changed it
 * @throws ServiceError `checkout_not_open`; `conflict` after 12 lost races
 */
export async function updateCheckout(
  load: () => Promise<Checkout>,
  body: UpdateCheckoutBody,
  now: number,
): Promise<Checkout> {
  const updated = await optimistically(async () => {
    const before = await load();
    const status = shownStatus(before, now);
    if (status !== "open" && status !== "verifying") {
      throw new ServiceError("checkout_not_open", "Only an open checkout can be changed.");
    }
    const texts = {
      clientReference:
        body.client_reference === undefined ? before.clientReference : body.client_reference,
      description: body.description === undefined ? before.description : body.description,
      metadata: body.metadata ?? before.metadata,
    };
    const commit = await transact(table(), textsWrites(before, texts));
    if (!commit.committed) return LOST;
    return {
      ...before,
      ...texts,
      version: before.version + 1,
      sequence: before.sequence + 1,
    };
  });
  if (updated === LOST) throw lostRace();
  return updated;
}
