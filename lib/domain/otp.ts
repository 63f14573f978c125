/** Rules of the codes that are sent by SMS. Instants and durations are in ms. */

export const OTP_DIGITS = 6;
export const OTP_LIFETIME_MS = 5 * 60_000;
export const OTP_MAX_TRIES = 5;
/** Random bytes to give `otpCode`. */
export const OTP_RANDOM_BYTES = 32;

/** Waits after the first, second, … code in a row, before another may be sent; the last one stays. */
const RESEND_WAITS_MS = [60_000, 60_000, 120_000, 300_000, 900_000, 1_800_000] as const;

/** A day without a code forgets the row. */
const ROW_FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** How often and when codes went to one phone since its last login. */
export interface SentRow {
  readonly sentAt: number;
  /** Codes sent in this row, at least 1. */
  readonly sends: number;
}

/**
 * A code of six digits, each as likely as any other: groups of 4 bytes that would favour the small
 * numbers are skipped. Throws RangeError where nothing is left.
 */
export function otpCode(random: Uint8Array): string {
  const view = new DataView(random.buffer, random.byteOffset, random.byteLength);
  const bound = 10 ** OTP_DIGITS;
  const fair = Math.floor(2 ** 32 / bound) * bound;
  for (let at = 0; at + 4 <= random.length; at += 4) {
    const value = view.getUint32(at);
    if (value < fair) return String(value % bound).padStart(OTP_DIGITS, "0");
  }
  throw new RangeError("a login code needs more random bytes");
}

/** How long the phone has to wait after the code of this row; 60 s at first, then longer and longer. */
export function resendWaitMs(sends: number): number {
  const last = RESEND_WAITS_MS.length - 1;
  return RESEND_WAITS_MS[Math.min(Math.max(sends, 1), last + 1) - 1] ?? RESEND_WAITS_MS[last] ?? 0;
}

/** The row with one more code at `now`, or the ms that are left to wait. */
export function nextSend(row: SentRow | null, now: number): SentRow | { readonly waitMs: number } {
  if (row === null) return { sentAt: now, sends: 1 };
  const age = now - row.sentAt;
  const waitMs = resendWaitMs(row.sends) - age;
  if (waitMs > 0) return { waitMs };
  return { sentAt: now, sends: age >= ROW_FORGOTTEN_AFTER_MS ? 1 : row.sends + 1 };
}
