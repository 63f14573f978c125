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
  const groups = canonical.match(/\d{1,4}/g) ?? [];
  // A single digit alone is easy to miss.
  const last = groups.at(-1)?.length === 1 ? groups.pop() : undefined;
  return last === undefined ? groups.join(" ") : groups.join(" ") + last;
}
