import { canonicalAccount } from "../domain/account-number.ts";
import type { ProviderId } from "../domain/provider.ts";
import { FACTS } from "./facts.ts";

/** Why this cannot be a receiving account at that provider; null where it can. */
export function accountFault(provider: ProviderId, accountNumber: string): string | null {
  const rule = FACTS[provider].account;
  if (rule === null) return "must stay empty: every app has the sandbox in test mode";
  return rule.pattern.test(canonicalAccount(provider, accountNumber)) ? null : rule.hint;
}

/** An account number as people write it: `0922 000 000`, `1000 2003 00401`. Short codes stay whole. */
export function writtenAccount(provider: ProviderId, accountNumber: string): string {
  const canonical = canonicalAccount(provider, accountNumber);
  const mobile = /^251([79]\d{2})(\d{3})(\d{3})$/.exec(canonical);
  if (FACTS[provider].kind === "wallet" && mobile) return `0${mobile.slice(1).join(" ")}`;
  if (!/^\d{8,}$/.test(canonical)) return accountNumber;
  // At least two digits stay behind each space: a single one alone is easy to miss.
  return canonical.replace(/\d{4}(?=\d{2})/g, "$& ");
}
