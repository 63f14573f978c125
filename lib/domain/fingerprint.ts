import { canonicalAccount } from "./account-number.ts";
import type { ProviderId } from "./provider.ts";

/**
 * Two receipts of one transfer (a wallet's and a bank's) name different references and payers, but the
 * same receiving account, amount and, nearly, time. This is the time and receiver side of that likeness.
 */
export const NEAR_MS = 15 * 60_000;

/** Numbers of 15-minute buckets since the epoch. */
export interface FingerprintBuckets {
  readonly own: number;
  readonly previous: number;
  readonly next: number;
}

/** The bucket of a payment, and the two in which anything within 15 minutes of it must otherwise lie. */
export function fingerprintBuckets(paidAtMs: number): FingerprintBuckets {
  const own = Math.floor(paidAtMs / NEAR_MS);
  return { own, previous: own - 1, next: own + 1 };
}

/** A day of a receipt that shows no time; zones of the providers keep no summer time. */
const DAY_MS = 24 * 3_600_000;
const QUARTER_DAY_MS = DAY_MS / 4;

/**
 * Numbers of the quarter days since the epoch in which a payment may have a likeness of which one shows
 * no time of day: its own quarter, or where it shows only the day (`paidAtMs` is its beginning, at
 * whatever hour of UTC) all that its day and 15 minutes on both sides reach into.
 */
export function quarterDays(paidAtMs: number, dateOnly: boolean): readonly number[] {
  const from = dateOnly ? paidAtMs - NEAR_MS : paidAtMs;
  const to = dateOnly ? paidAtMs + DAY_MS - 1 + NEAR_MS : paidAtMs;
  const first = Math.floor(from / QUARTER_DAY_MS);
  const last = Math.floor(to / QUARTER_DAY_MS);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Whether two payments lie at most 15 minutes apart; neighbouring buckets alone reach further. */
export function isNear(aMs: number, bMs: number): boolean {
  return Math.abs(aMs - bMs) <= NEAR_MS;
}

/** The receiving account in the one spelling that all receipts into it share: the merchant's own entry. */
export function fingerprintReceiver(
  institution: ProviderId,
  accountNumber: string,
): { readonly institution: ProviderId; readonly account: string } {
  return { institution, account: canonicalAccount(institution, accountNumber) };
}
