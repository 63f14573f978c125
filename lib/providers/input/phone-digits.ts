/**
 * A phone as `2519…` / `2517…` from any of the usual spellings; null for anything else. Banks put it in
 * a query, so nothing but these twelve digits may pass.
 */
export function ethiopianPhoneDigits(text: string): string | null {
  const digits = text.replace(/[\s()+-]/g, "");
  const match = /^(?:251|0)?([79][0-9]{8})$/.exec(digits);
  return match === null ? null : `251${match[1]}`;
}
