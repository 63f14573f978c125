import { status } from "virtual:endpoints";
import { PROVIDER_VIEWS } from "../../../../lib/contract/providers.ts";
import { useApi } from "../query.ts";
import { language } from "../texts/t.ts";
import type { PaymentMethod } from "./apps.tsx";

export type Provider = PaymentMethod["provider"];

/** The name of a provider; its id if this version does not know it. */
export function providerName(provider: string): string {
  return PROVIDER_VIEWS.find(({ id }) => id === provider)?.name[language()] ?? provider;
}

/** The providers that this installation can verify; none while they load. */
export function useOfferedProviders() {
  const { data, error } = useApi(status.readStatus, {});
  const banks = new Set<Provider>(data?.providers.map(({ provider }) => provider));
  if (data?.manual) banks.add("manual");
  return {
    offered: PROVIDER_VIEWS.map(({ id }) => id).filter((id) => banks.has(id)),
    error,
  };
}
