import { PROVIDERS, type ProviderId } from "../domain/provider.ts";
import { FACTS } from "./facts.ts";

/** The part of a provider's configuration that decides whether its hosts can be reached. */
interface ReachConfig {
  readonly enabled?: boolean | undefined;
  readonly baseUrl?: string | undefined;
  readonly relayUrl?: string | undefined;
  readonly pins?: readonly string[] | undefined;
  readonly hasSecret?: boolean | undefined;
  readonly app?: object | undefined;
}

/**
 * What the configuration lacks to reach every enabled provider, one line each. A `baseUrl` of the
 * operator's own, or a secret that may hold a CA, counts as enough.
 */
export function reachGaps(
  config: Readonly<Partial<Record<ProviderId, ReachConfig | undefined>>>,
): readonly string[] {
  return PROVIDERS.flatMap((id) => {
    const own = config[id] ?? {};
    const { needsRelay, needsPins, needsApp } = FACTS[id].reach;
    if (own.enabled === false || own.baseUrl !== undefined) return [];
    const missing = [
      needsRelay && own.relayUrl === undefined
        ? "`relayUrl`, because it answers Ethiopian addresses only"
        : null,
      needsPins && !own.pins?.length && !own.hasSecret
        ? "`pins` or a CA in its secret, because its certificate does not verify"
        : null,
      needsApp && own.app === undefined ? "`app`, because its receipt link refuses others" : null,
    ].filter((need) => need !== null);
    return missing.length === 0 ? [] : [`${id} needs ${missing.join(" and ")}.`];
  });
}
