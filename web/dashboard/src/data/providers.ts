import { status } from "virtual:endpoints";
import { useApi } from "../query.ts";
import type { PaymentMethod } from "./apps.tsx";

export type Provider = PaymentMethod["provider"];

/** What people call them, in the order in which they are offered. */
const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  telebirr: "telebirr",
  cbe: "Commercial Bank of Ethiopia",
  cbe_birr: "CBE Birr",
  boa: "Bank of Abyssinia",
  dashen: "Dashen Bank",
  awash: "Awash Bank",
  mpesa: "M-PESA",
  http: "Another bank",
  manual: "Checked by hand",
  sandbox: "Sandbox",
};

/** The name, also of a provider that this version does not know yet. */
export function providerName(provider: string): string {
  return (PROVIDER_NAMES as Readonly<Record<string, string>>)[provider] ?? provider;
}

/** Those whose payments this installation can verify; none until they are known. */
export function useOfferedProviders() {
  const { data, error } = useApi(status.readStatus, {});
  const banks = new Set<Provider>(data?.providers.map(({ provider }) => provider));
  if (data?.manual) banks.add("manual");
  return {
    offered: (Object.keys(PROVIDER_NAMES) as Provider[]).filter((id) => banks.has(id)),
    error,
  };
}
