import { PROVIDERS, type ProviderId } from "../domain/provider.ts";
import { FACTS, writtenAccount } from "../providers/facts.ts";

/** What interfaces show of a provider. */
export interface ProviderView {
  readonly id: ProviderId;
  readonly name: { readonly en: string; readonly am: string };
  /** An account number to type, as people write it; null where no account can be saved. */
  readonly accountExample: string | null;
}

/** Every provider, in the order in which lists show them. */
export const PROVIDER_VIEWS: readonly ProviderView[] = PROVIDERS.map((id) => ({
  id,
  name: FACTS[id].name,
  accountExample: FACTS[id].account?.example ?? null,
}));

/** An account number as people write it: `0922 000 000`. */
export function accountNumberText(provider: ProviderId, accountNumber: string): string {
  return writtenAccount(provider, accountNumber);
}
