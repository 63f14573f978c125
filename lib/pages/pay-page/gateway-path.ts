import { gatewayUrl } from "../../pipeline/environment.ts";

/** Path of the public surface; the service may live below a path of its host. */
export function gatewayPath(): string {
  return new URL(gatewayUrl()).pathname;
}

/** `path` with those of the parameters that are set. */
export function withQuery(path: string, query: Readonly<Record<string, string | null>>): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null);
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}
