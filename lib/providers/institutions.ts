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

const PHONE_OR_SHORT_CODE = /^(?:\+?251|0)?[79][0-9*]{8,}$|^[0-9]{3,8}$/;

/** A wallet's own account is a phone or a short code; any other number may lie at a bank: null. */
export function walletInstitution(wallet: ProviderId, account: string | null): ProviderId | null {
  return account === null || PHONE_OR_SHORT_CODE.test(account) ? wallet : null;
}

const FORMS: readonly (readonly [RegExp, readonly ProviderId[]])[] = [
  [/^[A-Z0-9]{10}$/, ["telebirr", "cbe_birr", "mpesa"]],
  [/^[A-Z0-9]{11}$/, ["cbe_birr"]],
  [/^FT[A-Z0-9]{10}$/, ["cbe", "boa"]],
  [/^TT[A-Z0-9]{10}$/, ["boa"]],
  [/^-?[A-Z0-9]{6,16}-[A-Z0-9]{4,10}$/, ["awash"]],
];

/** Which providers issue references of this form; several where it cannot be told. */
export function issuersByForm(reference: string): readonly ProviderId[] {
  return FORMS.find(([form]) => form.test(reference))?.[1] ?? [];
}
