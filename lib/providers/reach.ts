import { PROVIDERS, type ProviderId } from "../domain/provider.ts";
import type { Adapter } from "./adapter.ts";
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

/** Environment-style settings; only names that start with `PROVIDER_` are looked at. */
export type HostOverrides = Readonly<Record<string, string | undefined>>;

/**
 * The base URL of one of an adapter's hosts, without a trailing slash.
 *
 * `PROVIDER_<ID>_<HOST>_BASE_URL` wins over `PROVIDER_<ID>_BASE_URL` (all hosts of the adapter), which
 * wins over the adapter's own. Throws for a host the adapter does not have (so no input can choose
 * one) and for an override that is not a plain http or https URL.
 */
export function resolveHost(
  adapter: Pick<Adapter, "id" | "hosts">,
  host: string,
  overrides: HostOverrides = {},
): string {
  const own = Object.hasOwn(adapter.hosts, host) ? adapter.hosts[host] : undefined;
  if (own === undefined) throw new Error(`provider ${adapter.id} has no host ${host}`);
  const id = adapter.id.toUpperCase();
  const names = [`PROVIDER_${id}_${host.toUpperCase()}_BASE_URL`, `PROVIDER_${id}_BASE_URL`];
  for (const name of names) {
    const value = overrides[name];
    if (value) return plainBaseUrl(value, name);
  }
  return plainBaseUrl(own.baseUrl, `the host ${host} of ${adapter.id}`);
}

function plainBaseUrl(value: string, what: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isHttp = url?.protocol === "https:" || url?.protocol === "http:";
  if (!isHttp || url.username || url.password || url.search || url.hash) {
    throw new Error(`${what} is not a plain base URL`);
  }
  return value.replace(/\/$/, "");
}

/**
 * What a browser sends. Awash and telebirr are behind firewalls that refuse clients without these
 * headers; the configuration can replace them for one provider.
 */
export const BROWSER_HEADERS: Readonly<Record<string, string>> = {
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,application/pdf,*/*;q=0.8",
  "accept-language": "en-US,en;q=0.9,am;q=0.8",
};
