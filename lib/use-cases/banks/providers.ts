import { enabledBanks } from "../../contract/service-config-text.ts";
import type { Checkout } from "../../domain/checkout.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { EnvironmentError, environment } from "../../pipeline/environment.ts";
import { once } from "../../pipeline/once.ts";
import { type HttpProviderConfig, parseHttpProvider } from "../../providers/http/config.ts";
import { type Adapters, createAdapters } from "../../providers/registry.ts";

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

/** Never requested: the configuration's `baseUrl` replaces it. */
const UNUSED_ADDRESS = "https://unset.invalid";

/** All adapters with the settings of this stage. @throws EnvironmentError for invalid settings */
export const providerAdapters = /* @__PURE__ */ once(async (): Promise<Adapters> => {
  const { cbe, http } = environment().config.providers;
  return createAdapters({
    ...(cbe?.app ? { cbe: { appId: cbe.app.id, appVersion: cbe.app.version } } : {}),
    ...(http?.settings ? { http: httpSettings(http.settings) } : {}),
  });
});

function httpSettings(settings: Readonly<Record<string, unknown>>): HttpProviderConfig {
  const result = parseHttpProvider({ ...settings, baseUrl: UNUSED_ADDRESS });
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new EnvironmentError(`The settings of provider http are not usable. ${wrong.join("; ")}`);
}
