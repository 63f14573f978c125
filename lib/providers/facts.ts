import { canonicalAccount } from "../domain/account-number.ts";
import type { ProviderId } from "../domain/provider.ts";
import { amharaFacts } from "./amhara/facts.ts";
import { awashFacts } from "./awash/facts.ts";
import { boaFacts } from "./boa/facts.ts";
import { cbeFacts } from "./cbe/facts.ts";
import { cbeBirrFacts } from "./cbe-birr/facts.ts";
import { dashenFacts } from "./dashen/facts.ts";
import { ebirrFacts } from "./ebirr/facts.ts";
import { httpFacts } from "./http/facts.ts";
import { manualFacts } from "./manual/facts.ts";
import { mpesaFacts } from "./mpesa/facts.ts";
import type { ProviderFacts } from "./provider-facts.ts";
import { sandboxFacts } from "./sandbox/facts.ts";
import { telebirrFacts } from "./telebirr/facts.ts";
import { wegagenFacts } from "./wegagen/facts.ts";
import { zemenFacts } from "./zemen/facts.ts";

/** The facts of every provider. Small and free of imports that run: the dashboard ships it to browsers. */
export const FACTS: { readonly [Id in ProviderId]: ProviderFacts<Id> } = {
  telebirr: telebirrFacts,
  cbe: cbeFacts,
  boa: boaFacts,
  dashen: dashenFacts,
  awash: awashFacts,
  cbe_birr: cbeBirrFacts,
  mpesa: mpesaFacts,
  wegagen: wegagenFacts,
  amhara: amharaFacts,
  zemen: zemenFacts,
  ebirr: ebirrFacts,
  manual: manualFacts,
  sandbox: sandboxFacts,
  http: httpFacts,
};

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
