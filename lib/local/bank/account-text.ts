/** `251900000042` → `2519****0042`; a short code or an account already masked stays as it is. */
export function maskedPhone(account: string): string {
  if (account.includes("*") || account.length < 9) return account;
  return `${account.slice(0, 4)}****${account.slice(-4)}`;
}

/** `1000200300401` → `1****0401`. */
export function maskedAccount(account: string): string {
  if (account.includes("*") || account.length < 6) return account;
  return `${account.slice(0, 1)}****${account.slice(-4)}`;
}

/**
 * Hides the middle, star by star: `5200300400111` with 4 and 3 → `5200******111`.
 *
 * @param start digits shown at the start
 * @param end digits shown at the end
 */
export function maskedMiddle(account: string, start: number, end: number): string {
  if (account.includes("*") || account.length <= start + end) return account;
  const stars = "*".repeat(account.length - start - end);
  return `${account.slice(0, start)}${stars}${account.slice(-end)}`;
}

/** A wallet prints phones as `2519…`, however they were given; other accounts pass unchanged. */
export function walletNumber(account: string): string {
  const digits = account.replace(/[\s+-]/g, "");
  if (/^0[79]\d{8}$/.test(digits)) return `251${digits.slice(1)}`;
  if (/^[79]\d{8}$/.test(digits)) return `251${digits}`;
  return digits;
}

/** The last digits that open a receipt. */
export function accountSuffix(account: string, length: number): string {
  return account.replace(/[^0-9A-Za-z]/g, "").slice(-length);
}
