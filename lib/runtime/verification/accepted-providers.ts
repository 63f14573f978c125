import { enabledBanks } from "../../contract/service-config.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { environment } from "../environment.ts";

/** Providers whose receipts may be submitted: the sandbox in test mode, every enabled bank in live mode. */
export function acceptedProviders(livemode: boolean): readonly ProviderId[] {
  if (!livemode) return ["sandbox"];
  const { providers } = environment().config;
  const byHand: readonly ProviderId[] = providers.manual?.enabled === false ? [] : ["manual"];
  return [...enabledBanks(providers), ...byHand];
}

/**
 * Providers whose receipts may be submitted for this checkout: any bank's, but a reference that only a
 * person can look up where the merchant offers that. Anybody could send checkouts to review otherwise.
 */
export function providersOf({
  livemode,
  methods,
}: Pick<Checkout, "livemode" | "methods">): readonly ProviderId[] {
  const isByHand = methods.some(({ provider }) => provider === "manual");
  return acceptedProviders(livemode).filter((provider) => provider !== "manual" || isByHand);
}
