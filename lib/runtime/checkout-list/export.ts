import type { Checkout } from "../../domain/checkout-terms.ts";
import { type CheckoutFilter, listCheckouts } from "../../store/checkouts.ts";
import { table } from "../deps.ts";

/** What one answer can carry (6 MB), with room to spare. */
const MAX_ROWS = 10_000;
/** Ends a file early rather than not at all. */
const PATIENCE_MS = 20_000;

/** All checkouts of a filter, newest first, as far as one answer and its time go. */
export async function allCheckouts(filter: CheckoutFilter, now: number): Promise<Checkout[]> {
  const until = performance.now() + PATIENCE_MS;
  const rows: Checkout[] = [];
  let cursor: string | undefined;
  do {
    const page = await listCheckouts(table(), filter, { limit: 100, cursor }, now);
    rows.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && rows.length < MAX_ROWS && performance.now() < until);
  return rows.slice(0, MAX_ROWS);
}
