import type { ProviderId } from "../domain/provider.ts";

/** Names under which institutions stand on each other's receipts, letters only, lower-case. */
const NAMES: readonly (readonly [string, ProviderId])[] = [
  ["commercialbankofethiopia", "cbe"],
  ["commercialbankofethiopiacbe", "cbe"],
  ["cbe", "cbe"],
  ["bankofabyssinia", "boa"],
  ["abyssiniabank", "boa"],
  ["bankofabyssiniaboa", "boa"],
  ["boa", "boa"],
  ["dashenbank", "dashen"],
  ["dashen", "dashen"],
  ["awashbank", "awash"],
  ["awashinternationalbank", "awash"],
  ["awash", "awash"],
  ["cbebirr", "cbe_birr"],
  ["mpesa", "mpesa"],
  ["mpesaethiopia", "mpesa"],
  ["safaricommpesa", "mpesa"],
  ["safaricommpesaethiopia", "mpesa"],
  ["telebirr", "telebirr"],
  ["ethiotelecomtelebirr", "telebirr"],
];
const BY_NAME = new Map(NAMES);
const LEGAL_FORM = /(?:sharecompany|sc)$/;

/**
 * Which provider an institution's printed name means; null for any name not listed, so that a
 * customer called like a bank is never taken for it in part.
 */
export function institutionByName(name: string | null): ProviderId | null {
  if (name === null || name.length > 80) return null;
  const letters = name.toLowerCase().replace(/[^a-z]/g, "");
  return BY_NAME.get(letters) ?? BY_NAME.get(letters.replace(LEGAL_FORM, "")) ?? null;
}
