import { amountDue, type Checkout } from "../../domain/checkout.ts";
import { mayPay } from "../../domain/notice-fit.ts";
import { claimKey } from "../../domain/receipt.ts";
import { table } from "../../pipeline/deps.ts";
import { getClaim, scopeOf } from "../../store/claims.ts";
import { noticesOfAmount, type StoredNotice } from "../../store/notices.ts";
import { peekRate, type RatePolicy } from "../../store/rate-limits.ts";

/** Tries that end the shortcut of a checkout. */
export const TRIES: RatePolicy = { name: "notice-card", limit: 5, windowSeconds: 7 * 86_400 };
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
  const claims = await Promise.all(
    fitting.map(({ provider, reference }) =>
      getClaim(table(), scopeOf(checkout), claimKey(provider, reference ?? "")),
    ),
  );
  const free = fitting.filter((_, index) => claims[index] === null);
  return free.length === 0 ? null : { notices: free, triesLeft: tries.remaining };
}
