import { amountDue, type Checkout } from "../../domain/checkout.ts";
import { mayPay } from "../../domain/notice-fit.ts";
import { claimKey } from "../../domain/receipt.ts";
import { table } from "../../pipeline/deps.ts";
import { getClaim, scopeOf } from "../../store/claims.ts";
import { noticesOfAmount, type StoredNotice } from "../../store/notices.ts";
import { peekRate, type RatePolicy } from "../../store/rate-limits.ts";

/** Tries that end the shortcut of a checkout. */
export const TRIES: RatePolicy = { name: "notice-card", limit: 5, windowSeconds: 7 * 86_400 };
/** Tries at one payment that end its shortcut: a stranger can open many checkouts of one amount. Counted by its notice. */
export const TRIES_AT_PAYMENT: RatePolicy = {
  name: "notice-tries",
  limit: 20,
  windowSeconds: 7 * 86_400,
};
const MOST = 5;

/** Payments that arrived with the amount of a checkout, and how many tries are left to say which one it is. */
export interface Arrived {
  /** Newest first; each with a reference that no checkout has. */
  readonly notices: readonly StoredNotice[];
  readonly triesLeft: number;
}

/** Reads nothing for a checkout without a paired phone. `now` in ms */
export async function arrivedNotices(checkout: Checkout, now: number): Promise<Arrived | null> {
  const { notices: terms, accountId, currency, createdAt, id } = checkout;
  if (terms === undefined || checkout.status !== "open") return null;
  const due = { currency, amountMinor: amountDue(checkout) };
  const [told, tries] = await Promise.all([
    noticesOfAmount(table(), accountId, due, { from: createdAt, until: now }),
    peekRate(table(), TRIES, id, now),
  ]);
  const fitting = told
    .filter((notice) => notice.reference !== null && mayPay(notice, checkout))
    .slice(0, MOST);
  if (fitting.length === 0 || !tries.allowed) return null;
  const isFree = await Promise.all(
    fitting.map(async ({ provider, reference, hash }) => {
      const [claim, triesAtPayment] = await Promise.all([
        getClaim(table(), scopeOf(checkout), claimKey(provider, reference ?? "")),
        peekRate(table(), TRIES_AT_PAYMENT, hash, now),
      ]);
      return claim === null && triesAtPayment.allowed;
    }),
  );
  const free = fitting.filter((_, index) => isFree[index]);
  return free.length === 0 ? null : { notices: free, triesLeft: tries.remaining };
}
