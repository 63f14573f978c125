import type { FetchRequest } from "../../cloud/provider-fetch.ts";
import type { ProviderConfig } from "../../contract/provider-config.ts";
import { type ProviderSecrets, providerSecrets } from "../../contract/secrets.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { secrets } from "../../pipeline/deps.ts";
import { EnvironmentError, environment, variableOf } from "../../pipeline/environment.ts";

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
  const { relaySecret, ca, headers } = own;
  if (config.relayUrl !== undefined && relaySecret === undefined) {
    throw new EnvironmentError(`The secret of the relay of provider ${provider} is missing.`);
  }
  const trust = { ...(ca ? { ca } : {}), ...(config.pins ? { spkiSha256: config.pins } : {}) };
  return {
    ...(Object.keys(trust).length > 0 ? { trust } : {}),
    ...(config.relayUrl !== undefined && relaySecret !== undefined
      ? { relay: { url: config.relayUrl, secret: relaySecret } }
      : {}),
    ...(headers ? { headers } : {}),
  };
}

async function ownSecrets(provider: ProviderId): Promise<OwnSecrets> {
  const all = await secrets().read(variableOf("SECRET", "providers"), providerSecrets);
  return all[provider] ?? {};
}
