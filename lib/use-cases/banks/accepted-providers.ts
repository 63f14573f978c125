import { enabledBanks } from "../../contract/service-config.ts";
import type { Checkout } from "../../domain/checkout.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { environment } from "../../pipeline/environment.ts";

/** Providers that new checkouts offer: the sandbox in test mode, every enabled bank in live mode. */
export function acceptedProviders(livemode: boolean): readonly ProviderId[] {
  if (!livemode) return ["sandbox"];
  const { providers } = environment().config;
  const manual: readonly ProviderId[] = providers.manual?.enabled === false ? [] : ["manual"];
  return [...enabledBanks(providers), ...manual];
}

/** Banks of a checkout that the operator has switched off since: nobody can verify a payment to them now. */
export function switchedOffBanks({ methods }: Pick<Checkout, "methods">): readonly ProviderId[] {
  const accepted = acceptedProviders(true);
  return methods
    .map(({ provider }) => provider)
    .filter((provider) => provider !== "sandbox" && !accepted.includes(provider));
}

/**
 * Providers whose receipts may be submitted for this checkout: all enabled banks, and those that it offered its payers,
 * who may have paid before the operator switched one off. `manual` only if the merchant offers it: otherwise anyone
 * could send checkouts to review.
 */
export function providersOf({
  livemode,
  methods,
}: Pick<Checkout, "livemode" | "methods">): readonly ProviderId[] {
  const accepted = acceptedProviders(livemode).filter((provider) => provider !== "manual");
  const offered = livemode ? methods.map(({ provider }) => provider) : [];
  return [...new Set([...accepted, ...offered])];
}
