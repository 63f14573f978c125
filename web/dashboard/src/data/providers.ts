import type { PaymentMethod } from "./apps.tsx";

export type Provider = PaymentMethod["provider"];

/** What people call them, in the order in which they are offered. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  telebirr: "telebirr",
  cbe: "Commercial Bank of Ethiopia",
  cbe_birr: "CBE Birr",
  boa: "Bank of Abyssinia",
  dashen: "Dashen Bank",
  awash: "Awash Bank",
  mpesa: "M-PESA",
  http: "Other bank, configured",
  manual: "Checked by hand",
  sandbox: "Sandbox",
};

/** The name, also of a provider that this version does not know yet. */
export function providerName(provider: string): string {
  return (PROVIDER_NAMES as Readonly<Record<string, string>>)[provider] ?? provider;
}
