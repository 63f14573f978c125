import type { FetchRequest } from "../../cloud/provider-fetch.ts";
import { type SecretReader, secretReader } from "../../cloud/secrets.ts";
import { type ProviderSecrets, providerSecrets } from "../../contract/secrets.ts";
import type { ProviderConfig } from "../../contract/service-config.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { now, secretsManager } from "../deps.ts";
import { EnvironmentError, environment, variableOf } from "../environment.ts";

type Access = Pick<FetchRequest, "trust" | "relay" | "headers">;
type OwnSecrets = NonNullable<ProviderSecrets[ProviderId]>;

let reader: SecretReader | undefined;

/**
 * How a provider's hosts are reached and believed: its certificates or pinned keys where the public
 * roots will not do, its relay, and headers that are secret. Reads the secret only for a provider that
 * is configured to have something there. Throws where that is missing, so that nothing is asked
 * without it.
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
  reader ??= secretReader(secretsManager(), now);
  const all = await reader.read(variableOf("SECRET", "providers"), providerSecrets);
  return all[provider] ?? {};
}
