import type { ProviderRequest } from "../adapter.ts";
import type { ProviderFacts } from "../provider-facts.ts";
import { fillTemplate, type Parts } from "./links.ts";

/** The request to one of a provider's hosts, from the template in its facts. */
export function requestTo(
  facts: Pick<ProviderFacts, "hosts">,
  host: string,
  parts: Parts,
): ProviderRequest {
  const { path, headers } = facts.hosts[host] ?? {};
  if (path === undefined) throw new RangeError(`no host ${host}`);
  return { host, path: fillTemplate(path, parts), ...(headers ? { headers } : {}) };
}
