import type { ProviderConfig } from "../contract/service-config.ts";
import { PROVIDERS, type ProviderId } from "../domain/provider.ts";
import { FACTS } from "../providers/facts.ts";
import { httpProviderSchema } from "../providers/http/config.ts";

/** Completes `{path}: {message}`. */
export interface Problem {
  readonly path: string[];
  readonly message: string;
}

/** Fields that every provider with a host has. */
const COMMON = ["enabled", "baseUrl", "relayUrl", "secondRelayUrl", "pins", "hasSecret", "headers"];
/** Providers whose readers look at `internalTypes`. */
const READS_TYPES: readonly ProviderId[] = ["boa", "awash", "mpesa", "wegagen", "amhara"];
/** Its `baseUrl` is the entry's own field. */
const httpSettings = httpProviderSchema.omit({ baseUrl: true });

/** What is wrong with the entries of `providers` that are valid by their own schema. */
export function providerProblems(
  providers: Readonly<Partial<Record<ProviderId, ProviderConfig | undefined>>>,
): readonly Problem[] {
  return PROVIDERS.flatMap((id) => {
    const entry = providers[id];
    if (entry === undefined) return [];
    const found = [...uselessFields(id, entry), ...badAddresses(entry)];
    return [...found, ...(id === "http" ? httpProblems(entry) : [])].map(({ path, message }) => ({
      path: ["providers", id, ...path],
      message,
    }));
  });
}

/** Fields that some provider has and this one has not. The parser adds `enabled` to every entry. */
function uselessFields(id: ProviderId, entry: ProviderConfig): Problem[] {
  const known = fieldsOf(id);
  if (known.length === 0) return [{ path: [], message: "has no settings" }];
  return Object.keys(entry)
    .filter((field) => !known.includes(field))
    .map((field) => ({ path: [field], message: `has no effect; there are ${known.join(", ")}` }));
}

function fieldsOf(id: ProviderId): readonly string[] {
  if (id === "sandbox") return [];
  if (FACTS[id].reviewOnly) return ["enabled"];
  return [
    ...COMMON,
    ...(READS_TYPES.includes(id) ? ["internalTypes"] : []),
    ...(FACTS[id].senderIds === undefined ? [] : ["noticeSenders"]),
    ...(FACTS[id].reach.needsApp ? ["app"] : []),
    ...(id === "http" ? ["settings"] : []),
  ];
}

function badAddresses(entry: ProviderConfig): Problem[] {
  const local = (["baseUrl", "relayUrl", "secondRelayUrl"] as const)
    .filter((field) => entry[field] !== undefined && !/^https:/i.test(entry[field]))
    .map((field) => ({ path: [field], message: "must be https" }));
  const isAlone = entry.secondRelayUrl !== undefined && entry.relayUrl === undefined;
  return isAlone
    ? [...local, { path: ["secondRelayUrl"], message: "needs `relayUrl` beside it" }]
    : local;
}

function httpProblems({ enabled, baseUrl, settings }: ProviderConfig): Problem[] {
  const missing = (
    [
      ["baseUrl", baseUrl],
      ["settings", settings],
    ] as const
  )
    .filter(([, value]) => enabled && value === undefined)
    .map(([field]) => ({ path: [field], message: "is needed, or `enabled: false`" }));
  const wrong = settings === undefined ? [] : httpSettings.safeParse(settings).error?.issues;
  return [
    ...missing,
    ...(wrong ?? []).map(({ path, message }) => ({
      path: ["settings", ...path.map(String)],
      message,
    })),
  ];
}
