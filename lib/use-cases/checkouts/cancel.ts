import type { UpdateCheckoutBody } from "../../contract/schemas/checkout.ts";
import { type Checkout, shownStatus } from "../../domain/checkout.ts";
import { decide } from "../../domain/checkout-changes.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { assertCommitted, lostRace } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { textsWrites } from "../../store/checkout-item.ts";
import { listCheckouts } from "../../store/checkout-lists.ts";
import { dueCheckouts, getCheckout, postponeExpiry } from "../../store/checkouts.ts";
import { releaseWrites } from "../../store/claims.ts";
import { isRefused, LOST, optimistically, transact, type Write } from "../../store/transact.ts";
import { getAccount } from "../../store/users.ts";
import { resolvedIssueWrites } from "../events/record-issues.ts";
import { changeCheckout } from "./change.ts";
import { readOpenShop } from "./load.ts";

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
    const decision = decide(checkout, { type: "cancel", now });
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

const PAYABLE = ["open", "verifying"] as const;
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
  for (const mode of ["live", "test"] as const) {
    for (const status of PAYABLE) {
      let cursor: string | undefined;
      do {
        const filter = { accountId, mode, appId, status };
        const page = { limit: PAGE, cursor, internal: true } as const;
        const { data, nextCursor } = await listCheckouts(table(), filter, page, now);
        for (const { id } of data) await cancelOrphan(id, now);
        cursor = nextCursor ?? undefined;
      } while (cursor !== undefined);
    }
  }
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
