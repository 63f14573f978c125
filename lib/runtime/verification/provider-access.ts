import type { FetchRequest } from "../../cloud/provider-fetch.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { environment } from "../environment.ts";

/** How a provider's hosts are reached and believed: pinned keys where its certificate does not verify. */
export async function hostAccess(
  provider: ProviderId,
): Promise<Pick<FetchRequest, "trust" | "relay">> {
  const config = environment().config.providers[provider];
  return {
    ...(config?.pins ? { trust: { spkiSha256: config.pins } } : {}),
  };
}
