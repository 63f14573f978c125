import { compareAccount } from "../domain/account-number.ts";
import type { ProviderId } from "../domain/provider.ts";

/** Whether a number that a statement shows, perhaps masked, is that of another account than the known one. */
export function isOtherAccount(provider: ProviderId, shown: string, known: string): boolean {
  return compareAccount(provider, shown, known).kind === "differs";
}
