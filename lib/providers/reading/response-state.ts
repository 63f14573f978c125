import type { LookupResult, ProviderResponse } from "../adapter.ts";
import { Unreadable } from "./unreadable.ts";

const BUSY = new Set([408, 425, 429]);

/** `unavailable` where the status alone says that the provider cannot answer now, else null. */
export function busyResult(response: ProviderResponse): LookupResult | null {
  if (response.status >= 500 || BUSY.has(response.status)) {
    return { kind: "unavailable", why: `the provider answered ${response.status}` };
  }
  return null;
}

/** Throws `Unreadable` unless the status is 200. */
export function requireOk(response: ProviderResponse): void {
  if (response.status !== 200) throw new Unreadable(`unexpected status ${response.status}`);
}
