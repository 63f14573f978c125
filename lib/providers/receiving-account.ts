import { canonicalAccount } from "../domain/account-number.ts";
import type { ProviderId } from "../domain/provider.ts";

/** What an account at a provider looks like, in the canonical spelling, and how to say so. */
interface AccountShape {
  readonly pattern: RegExp;
  readonly hint: string;
}

const MOBILE = /^251[79]\d{8}$/;
const BANK: AccountShape = {
  pattern: /^\d{8,16}$/,
  hint: "must be an account number of 8 to 16 digits",
};

const SHAPES: Readonly<Record<Exclude<ProviderId, "sandbox">, AccountShape>> = {
  // A shop is paid on its phone number or on its short code.
  telebirr: {
    pattern: /^(?:251[79]\d{8}|\d{4,8})$/,
    hint: "must be a mobile number or a short code of 4 to 8 digits",
  },
  cbe_birr: { pattern: MOBILE, hint: "must be a mobile number" },
  mpesa: {
    pattern: /^(?:251[79]\d{8}|\d{4,8})$/,
    hint: "must be a mobile number or a till of 4 to 8 digits",
  },
  cbe: { pattern: /^1\d{12}$/, hint: "must be an account number of 13 digits that begins with 1" },
  boa: BANK,
  dashen: BANK,
  awash: BANK,
  manual: { pattern: /^[0-9A-Z]{4,34}$/, hint: "must be 4 to 34 letters and digits" },
  http: { pattern: /^[0-9A-Z]{4,34}$/, hint: "must be 4 to 34 letters and digits" },
};

/** Why this cannot be a receiving account at that provider, or null where it can. */
export function accountFault(provider: ProviderId, accountNumber: string): string | null {
  if (provider === "sandbox") return "needs no account: every app has the sandbox in test mode";
  const { pattern, hint } = SHAPES[provider];
  return pattern.test(canonicalAccount(provider, accountNumber)) ? null : hint;
}
