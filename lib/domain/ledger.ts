/** Why the balance changed. Only `capture`, the price of a verified checkout, spends credits. */
export const LEDGER_KINDS = ["grant", "capture", "adjust"] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One ledger entry. Credits are integers, negative only in an adjustment. */
export interface LedgerEntry {
  readonly kind: LedgerKind;
  readonly credits: number;
}

/** Sum of a ledger: adjustments count as granted, and `available = granted - captured`. */
export interface Balance {
  readonly granted: number;
  readonly captured: number;
  readonly available: number;
}

export type LedgerRefusal = "invalid_credits" | "insufficient_credits";

export type LedgerDecision =
  | { readonly ok: true; readonly entry: LedgerEntry; readonly balance: Balance }
  | { readonly ok: false; readonly refusal: LedgerRefusal };

/** Maximum of one entry and of all grants together. */
export const MAX_CREDITS = 1_000_000_000_000;

/** What one verified checkout costs. */
export const CREDITS_PER_VERIFICATION = 1;

export const EMPTY_BALANCE: Balance = { granted: 0, captured: 0, available: 0 };

/** The balance after one more entry, without validation. */
function applyEntry(balance: Balance, entry: LedgerEntry): Balance {
  const spent = entry.kind === "capture" ? entry.credits : 0;
  const granted = balance.granted + (entry.kind === "capture" ? 0 : entry.credits);
  const captured = balance.captured + spent;
  return { granted, captured, available: granted - captured };
}

/** The sum of the entries, in any order. */
export function fold(entries: Iterable<LedgerEntry>): Balance {
  let balance = EMPTY_BALANCE;
  for (const entry of entries) balance = applyEntry(balance, entry);
  return balance;
}

/** Adds 1..10^12 credits. */
export function decideGrant(balance: Balance, credits: number): LedgerDecision {
  return decide(balance, { kind: "grant", credits }, credits >= 1);
}

/** Corrects the balance manually, up or down but not by 0 and not below zero. */
export function decideAdjust(balance: Balance, credits: number): LedgerDecision {
  return decide(balance, { kind: "adjust", credits }, credits !== 0);
}

function decide(balance: Balance, entry: LedgerEntry, valid: boolean): LedgerDecision {
  const inBounds = Number.isSafeInteger(entry.credits) && Math.abs(entry.credits) <= MAX_CREDITS;
  if (!valid || !inBounds) return { ok: false, refusal: "invalid_credits" };
  const next = applyEntry(balance, entry);
  if (next.available < 0) return { ok: false, refusal: "insufficient_credits" };
  if (next.granted > MAX_CREDITS) return { ok: false, refusal: "invalid_credits" };
  return { ok: true, entry, balance: next };
}
