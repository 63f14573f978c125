import { canonicalAccount } from "./account-number.ts";
import type { ProviderId } from "./provider.ts";

/**
 * Two receipts of one transfer (the wallet's and the bank's) show different references and payers, but the same
 * receiving account and amount, and nearly the same time. This file compares times and receivers.
 *
 * Times are compared in whole minutes because many receipts show no seconds: 10:00 may mean 10:00:59.
 */
export const NEAR_MINUTES = 15;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const QUARTER_DAY_MINUTES = 360;
const SLOT_MINUTES = 15;
const LAST_SLOT = QUARTER_DAY_MINUTES / SLOT_MINUTES - 1;

/** What is compared of a payment that a receipt proves. */
export interface ComparedPayment {
  /** Whose receipt it is; `link_` and the checkout for an unread link, whose token says nothing of the bank's number. */
  readonly provider: ProviderId | `link_${string}`;
  /** How the providers of unread links begin that are not its twins. */
  readonly otherLinks: `link_${string}`;
  /** Where the receiving account is kept. */
  readonly institution: ProviderId;
  readonly account: string;
  /** Minor units. */
  readonly amount: number;
  /** ms */
  readonly paidAt: number;
  /** `paidAt` is the start of a day; the time is unknown. */
  readonly dateOnly: boolean;
}

/** 15 minutes: the number of their six-hour bucket since the epoch, and their number in the bucket (0..23). */
export interface Slot {
  readonly quarterDay: number;
  readonly slot: number;
}

/** Minutes since the epoch. */
export function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS);
}

/** The slot of a payment, and the minute in it (0..14). */
export function slotOf(paidAtMs: number): Slot & { readonly minute: number } {
  const minute = minuteOf(paidAtMs);
  const quarterDay = Math.floor(minute / QUARTER_DAY_MINUTES);
  const inQuarter = minute - quarterDay * QUARTER_DAY_MINUTES;
  return {
    quarterDay,
    slot: Math.floor(inQuarter / SLOT_MINUTES),
    minute: inQuarter % SLOT_MINUTES,
  };
}

/** The slot of a payment and its two neighbors: they contain every payment within 15 minutes. */
export function nearSlots(paidAtMs: number): readonly Slot[] {
  const own = slotOf(paidAtMs);
  const { quarterDay, slot } = own;
  return [
    slot === 0 ? { quarterDay: quarterDay - 1, slot: LAST_SLOT } : { quarterDay, slot: slot - 1 },
    { quarterDay, slot },
    slot === LAST_SLOT ? { quarterDay: quarterDay + 1, slot: 0 } : { quarterDay, slot: slot + 1 },
  ];
}

/** The minute since the epoch of a minute in a slot. */
export function minuteIn({ quarterDay, slot }: Slot, minute: number): number {
  return quarterDay * QUARTER_DAY_MINUTES + slot * SLOT_MINUTES + minute;
}

/**
 * Six-hour buckets: match receipts when either one lacks a time. Returns the payment's own bucket; for a receipt
 * that shows only a day (`paidAtMs` is its start), all buckets of that day and of 15 minutes on both sides.
 */
export function quarterDays(paidAtMs: number, dateOnly: boolean): readonly number[] {
  const margin = (NEAR_MINUTES + 1) * MINUTE_MS;
  const from = dateOnly ? paidAtMs - margin : paidAtMs;
  const to = dateOnly ? paidAtMs + DAY_MS - 1 + margin : paidAtMs;
  const first = slotOf(from).quarterDay;
  const last = slotOf(to).quarterDay;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Whether two payments (minutes since the epoch) are at most 15 minutes apart. */
export function isNear(aMinute: number, bMinute: number): boolean {
  return Math.abs(aMinute - bMinute) <= NEAR_MINUTES;
}

/** The receiving account in canonical form, as the merchant entered it: receipts mask it differently. */
export function fingerprintReceiver(
  institution: ProviderId,
  accountNumber: string,
): { readonly institution: ProviderId; readonly account: string } {
  return { institution, account: canonicalAccount(institution, accountNumber) };
}
