import type { ProviderResponse, Reading } from "./adapter.ts";

const BUSY = new Set([408, 425, 429]);

/** `unavailable` where the status alone says that the bank cannot answer now, else null. */
export function busyReading(response: ProviderResponse): Reading | null {
  if (response.status >= 500 || BUSY.has(response.status)) {
    return { kind: "unavailable", why: `the provider answered ${response.status}` };
  }
  return null;
}
