/** Rules of login codes sent by SMS. Times and durations in ms. */

export const OTP_DIGITS = 6;
export const OTP_LIFETIME_MS = 5 * 60_000;
export const OTP_MAX_TRIES = 5;
/** Random bytes that `otpCode` needs. */
export const OTP_RANDOM_BYTES = 32;

/** Waits after the first, second, … consecutive code before the next may be sent. */
const RESEND_WAITS_MS = [60_000, 60_000, 120_000, 300_000, 900_000];
/** The wait after each further code. */
const LONGEST_WAIT_MS = 1_800_000;

/** The period of a phone's daily limit, and the time without a code after which the waits start over. */
const DAY_MS = 24 * 3_600_000;

/** Codes sent to a phone since its last login. */
export interface SentRow {
  readonly sentAt: number;
  /** Consecutive codes, at least 1. */
  readonly sends: number;
  /** When the 24 hours began that `sendsInDay` counts; by default, when the last code was sent. */
  readonly dayBeganAt?: number;
  /** At least 1; by default `sends`. */
  readonly sendsInDay?: number;
}

/** Why a code may not be sent yet. */
export interface SendRefusal {
  readonly reason: "resend" | "day";
  readonly waitMs: number;
}

/**
 * Makes a uniformly distributed code of six digits: skips groups of 4 bytes that would favor small numbers.
 *
 * @throws RangeError if no group remains
 */
export function otpCode(random: Uint8Array): string {
  const view = new DataView(random.buffer, random.byteOffset, random.byteLength);
  const bound = 10 ** OTP_DIGITS;
  const fair = Math.floor(2 ** 32 / bound) * bound;
  for (let at = 0; at + 4 <= random.length; at += 4) {
    const value = view.getUint32(at);
    if (value < fair) return String(value % bound).padStart(OTP_DIGITS, "0");
  }
  throw new RangeError("A login code needs more random bytes.");
}

/** Wait after the given number of consecutive codes: 60 s at first, then longer. */
export function resendWaitMs(sends: number): number {
  return RESEND_WAITS_MS[sends - 1] ?? LONGEST_WAIT_MS;
}

/** The counts with one more code at `now`, or the remaining wait. `perDay`: codes in 24 hours, at least 1. */
export function nextSend(
  row: SentRow | null,
  now: number,
  perDay: number,
): Required<SentRow> | SendRefusal {
  if (row === null) return { sentAt: now, sends: 1, dayBeganAt: now, sendsInDay: 1 };
  const { sentAt, sends, dayBeganAt = sentAt, sendsInDay = sends } = row;
  const dayLeftMs = dayBeganAt + DAY_MS - now;
  if (dayLeftMs > 0 && sendsInDay >= perDay) return { reason: "day", waitMs: dayLeftMs };
  const age = now - sentAt;
  const waitMs = resendWaitMs(sends) - age;
  if (waitMs > 0) return { reason: "resend", waitMs };
  return {
    sentAt: now,
    sends: age >= DAY_MS ? 1 : sends + 1,
    ...(dayLeftMs > 0
      ? { dayBeganAt, sendsInDay: sendsInDay + 1 }
      : { dayBeganAt: now, sendsInDay: 1 }),
  };
}
