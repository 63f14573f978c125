// The headers of a mock integration: fixed ones, and the preflight form of the gateway document,
// which names the request's origin only if it is one of a list.
import { type Exchange, headerOf } from "./exchange.ts";

export type MockHeaders = (exchange: Exchange) => readonly (readonly [string, string])[];

const OVERRIDE = /#set\(\$context\.responseOverride\.header\["([^"]+)"\] = "([^"]*)"\)/g;

/** `origins` null: there is no list, and the template is ignored. */
export function mockHeaders(
  fixed: Readonly<Record<string, string>>,
  template: string,
  origins: readonly string[] | null,
): MockHeaders {
  const overrides = [...template.matchAll(OVERRIDE)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
  return (exchange) => {
    const origin = headerOf(exchange, "origin");
    const known = origin !== undefined && (origins ?? []).includes(origin);
    const set = overrides
      .filter(([name]) => name === "Vary" || known)
      .map(([name, value]) => [name, value === "$origin" ? (origin ?? "") : value] as const);
    return [...Object.entries(fixed), ...(origins === null ? [] : set)];
  };
}
