import type { FetchRequest } from "../../cloud/provider-fetch.ts";
import { type ProviderSecrets, providerSecrets } from "../../contract/secrets.ts";
import type { ProviderConfig } from "../../contract/service-config.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { secrets } from "../../pipeline/deps.ts";
import { EnvironmentError, environment, variableOf } from "../../pipeline/environment.ts";
import { once } from "../../pipeline/once.ts";
import { type HttpProviderConfig, httpProviderSchema } from "../../providers/http/config.ts";
import { type Adapters, createAdapters } from "../../providers/registry.ts";

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
  const result = httpProviderSchema.safeParse({ ...settings, baseUrl: UNUSED_ADDRESS });
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new EnvironmentError(`The settings of provider http are not usable. ${wrong.join("; ")}`);
}

export type Access = Pick<FetchRequest, "trust" | "relay" | "headers">;
type OwnSecrets = NonNullable<ProviderSecrets[ProviderId]>;

/**
 * Settings for requests to a provider's hosts: CA certificates or pinned keys instead of the public roots, a relay,
 * secret headers. Reads the secret only if the provider's configuration needs it.
 *
 * @throws EnvironmentError if a needed secret is missing, so that no request is sent without it
 */
export async function hostAccess(provider: ProviderId): Promise<Access> {
  const config = environment().config.providers[provider];
  if (config === undefined) return {};
  const needsSecret = config.relayUrl !== undefined || config.hasSecret === true;
  return accessOf(provider, config, needsSecret ? await ownSecrets(provider) : {});
}

function accessOf(provider: ProviderId, config: ProviderConfig, own: OwnSecrets): Access {
  const { relaySecret, relayCa, relayClient, ca, headers } = own;
  if (config.relayUrl !== undefined && relaySecret === undefined) {
    throw new EnvironmentError(`The secret of the relay of provider ${provider} is missing.`);
  }
  const trust = { ...(ca ? { ca } : {}), ...(config.pins ? { spkiSha256: config.pins } : {}) };
  return {
    ...(Object.keys(trust).length > 0 ? { trust } : {}),
    ...(config.relayUrl !== undefined && relaySecret !== undefined
      ? {
          relay: {
            urls: [config.relayUrl, ...(config.secondRelayUrl ? [config.secondRelayUrl] : [])],
            secret: relaySecret,
            ...(relayCa && { ca: relayCa }),
            ...(relayClient && { client: relayClient }),
          },
        }
      : {}),
    ...(headers ? { headers } : {}),
  };
}

async function ownSecrets(provider: ProviderId): Promise<OwnSecrets> {
  const all = await secrets().read(variableOf("SECRET", "providers"), providerSecrets);
  return all[provider] ?? {};
}
