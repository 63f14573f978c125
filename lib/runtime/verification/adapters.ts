import type { ProviderId } from "../../domain/provider.ts";
import { ADAPTERS, type Adapters } from "../../providers/registry.ts";
import { environment } from "../environment.ts";

/** Every adapter as this stage configures it. */
export async function providerAdapters(): Promise<Adapters> {
  return ADAPTERS;
}

/** Providers whose receipts may be submitted: the sandbox in test mode, every enabled bank in live mode. */
export function acceptedProviders(livemode: boolean): readonly ProviderId[] {
  if (!livemode) return ["sandbox"];
  const { providers } = environment().config;
  const ids = Object.keys(ADAPTERS) as ProviderId[];
  return ids.filter((id) => id !== "sandbox" && providers[id]?.enabled !== false);
}
