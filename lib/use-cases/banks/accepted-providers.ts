import { enabledBanks } from "../../contract/service-config.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { environment } from "../../pipeline/environment.ts";

/** Providers whose receipts may be submitted: the sandbox in test mode, every enabled bank in live mode. */
export function acceptedProviders(livemode: boolean): readonly ProviderId[] {
  if (!livemode) return ["sandbox"];
  const { providers } = environment().config;
  const manual: readonly ProviderId[] = providers.manual?.enabled === false ? [] : ["manual"];
  return [...enabledBanks(providers), ...manual];
}

/**
 * Providers whose receipts may be submitted for this checkout: all banks, and `manual` only if the merchant
 * offers it. Otherwise anyone could send checkouts to review.
 */
export function providersOf({
  livemode,
  methods,
}: Pick<Checkout, "livemode" | "methods">): readonly ProviderId[] {
  const offersManual = methods.some(({ provider }) => provider === "manual");
  return acceptedProviders(livemode).filter((provider) => provider !== "manual" || offersManual);
}
