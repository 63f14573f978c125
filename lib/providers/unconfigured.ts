import type { ProviderId } from "../domain/provider.ts";
import type { Adapter } from "./adapter.ts";

/** Stands where a provider has no configuration: recognises nothing, so nothing is ever asked. */
export function unconfigured(id: ProviderId): Adapter {
  return {
    id,
    parserVersion: `${id}/0`,
    hosts: {},
    recognise: () => null,
    requests: () => [],
    read: async () => ({ kind: "unreadable", why: "the provider is not configured" }),
    canary: null,
  };
}
