import { Unreadable } from "../reading/unreadable.ts";

/** The half of `-{half}-{counter}` that encodes the Transaction ID. */
function halfOf(token: string): string {
  return token.replace(/^-/, "").split("-")[0] ?? "";
}

/**
 * Throws `Unreadable` unless the page belongs to the token: its first half is the Transaction ID in base
 * 36, or the id itself where that has letters.
 */
export function requireOwnToken(token: string, transactionId: string): void {
  const half = halfOf(token).replace(/^0+/, "");
  const own = /^[0-9]+$/.test(transactionId)
    ? BigInt(transactionId).toString(36).toUpperCase()
    : transactionId.replace(/^0+/, "");
  if (own !== half) throw new Unreadable("transaction id: does not fit the token");
}

/** The token that belongs to a numeric Transaction ID. */
export function awashToken(transactionId: string, counter: string): string {
  return `-${BigInt(transactionId).toString(36).toUpperCase()}-${counter}`;
}

/** What the Transaction ID of a token's page may be: the number that it encodes, or its first half itself. */
export function transactionIdsOf(token: string): readonly string[] {
  const half = halfOf(token);
  const number = transactionIdOf(token);
  return number === "0" ? [half] : [number, half];
}

/** The numeric Transaction ID that a token encodes; `0` for a half that is not base 36. */
export function transactionIdOf(token: string): string {
  let id = 0n;
  for (const digit of halfOf(token)) {
    const value = Number.parseInt(digit, 36);
    if (Number.isNaN(value)) return "0";
    id = id * 36n + BigInt(value);
  }
  return id.toString();
}
