import { BASE32_ALPHABET } from "./ids.ts";

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

/** The most shards of one account's balance. */
export const MAX_CREDIT_SHARDS = 8;

/**
 * One item of a balance. `available` can be captured here. A draw moves only `available` between shards: `granted` and
 * `captured` stay where they were counted, so that their sums are right even for a reader that sees half of a draw.
 */
export interface CreditShard extends Balance {
  /** 0 for the first shard, which every account has and which takes all grants. */
  readonly number: number;
}

/** Where a capture takes its credits from. */
export interface CaptureSource {
  readonly shard: number;
  /** Credits that the shard, which is empty, gets from another one in the same transaction; null for none. */
  readonly draw: Draw | null;
}

/** Credits of one shard that leave it. */
export interface Draw {
  readonly shard: number;
  /** At least 1, and no more than the shard has. */
  readonly credits: number;
}

/** The shard that a checkout names: the same for its whole life, and evenly spread over all checkouts. */
export function shardOf(checkoutId: string, shards: number): number {
  // The last character of an id is random.
  const value = BASE32_ALPHABET.indexOf(checkoutId.charAt(checkoutId.length - 1));
  return Math.max(0, value) % shards;
}

/** The balance of all shards together. */
export function sumOfShards(shards: readonly CreditShard[]): Balance {
  const granted = total(shards, "granted");
  const captured = total(shards, "captured");
  return { granted, captured, available: granted - captured };
}

/** Whether the shards were read at one moment, as far as their sums tell: no draw was seen by half. */
export function addsUp(shards: readonly CreditShard[]): boolean {
  return total(shards, "available") === sumOfShards(shards).available;
}

/**
 * Chooses where one credit for a checkout comes from: the shard it names, or, where that is empty, the shard with the most
 * credits, which gives the empty one an equal share of all that is left. Null if all are empty.
 */
export function chooseSource(
  shards: readonly CreditShard[],
  checkoutId: string,
): CaptureSource | null {
  const shard = shardOf(checkoutId, shards.length);
  const left = total(shards, "available");
  if (left < 1) return null;
  if ((shards[shard]?.available ?? 0) > 0) return { shard, draw: null };
  // The fullest shard has at least an equal share, rounded up.
  const credits = Math.ceil(left / shards.length);
  return { shard, draw: { shard: fullestFirst(shards)[0]?.number ?? 0, credits } };
}

/** What each shard gives up to reverse a grant of `credits`: the fullest first. Null if all have too few. */
export function planTakingBack(
  shards: readonly CreditShard[],
  credits: number,
): readonly Draw[] | null {
  const draws: Draw[] = [];
  let missing = credits;
  for (const { number, available } of fullestFirst(shards)) {
    const taken = Math.min(missing, available);
    if (taken > 0) draws.push({ shard: number, credits: taken });
    missing -= taken;
  }
  return missing > 0 ? null : draws;
}

function fullestFirst(shards: readonly CreditShard[]): readonly CreditShard[] {
  return shards.toSorted((a, b) => b.available - a.available);
}

function total(shards: readonly CreditShard[], of: keyof Balance): number {
  return shards.reduce((sum, shard) => sum + shard[of], 0);
}
