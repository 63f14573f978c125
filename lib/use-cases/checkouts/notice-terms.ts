import type { NoticeTerms } from "../../domain/checkout-terms.ts";
import { MAX_AMOUNT_MINOR } from "../../domain/money.ts";
import { MAX_NOTICE_LIMIT } from "../../domain/notice-fit.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import type { App } from "../../store/apps.ts";
import { amountsInUse } from "../../store/open-amounts.ts";

/** Cents that make an amount distinct: at least one, so that a round payment at the counter is never meant. */
const MOST_ADDED = 99;

/** The amount that a checkout asks for, and what notices may do for it. */
interface Asked {
  readonly amount: number;
  readonly notices: NoticeTerms;
}

/**
 * Prepares a live checkout of an account with a paired phone. With `distinct_amounts` it asks for 1 to 99 cents more, an
 * amount that no other open checkout of the account asks for; if all are taken, for the amount itself, by which no
 * notice names it then.
 */
export async function noticeTerms(
  app: App,
  { amount, currency }: { readonly amount: number; readonly currency: string },
  now: number,
): Promise<Asked> {
  const limit = Math.min(app.noticeLimit ?? 0, MAX_NOTICE_LIMIT);
  const plain = { amount, notices: { limit, distinct: false } };
  const [low, high] = [amount + 1, amount + MOST_ADDED];
  if (app.distinctAmounts !== true || high > MAX_AMOUNT_MINOR) return plain;
  const taken = await amountsInUse(table(), app.accountId, { currency, low, high }, now);
  const free = Array.from({ length: MOST_ADDED }, (_, index) => low + index).filter(
    (one) => !taken.has(one),
  );
  if (free.length === 0) return plain;
  const chosen = free[Buffer.from(randomBytes(4)).readUInt32BE() % free.length] ?? amount;
  return { amount: chosen, notices: { limit, distinct: true } };
}
