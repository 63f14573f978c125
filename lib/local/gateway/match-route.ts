// Finds the resource of a path as API Gateway does: literal segments before parameters before a
// greedy one, and a trailing slash makes no difference.
import type { DeployedRoute } from "../assembly/api.ts";

export type Match = {
  readonly route: DeployedRoute;
  /** Values as the path has them: API Gateway does not decode them. */
  readonly params: Readonly<Record<string, string>>;
};

/** Null where there is no resource for the path, or no method on it. */
export function matchRoute(
  routes: readonly DeployedRoute[],
  method: string,
  path: string,
): Match | null {
  const segments = split(path);
  let best: { match: Match; rank: string } | null = null;
  for (const route of routes) {
    if (route.method !== method && route.method !== "ANY") continue;
    const found = matchResource(split(route.resource), segments);
    if (found === null) continue;
    const rank = found.rank + (route.method === "ANY" ? "1" : "0");
    if (best === null || rank < best.rank) best = { match: { route, params: found.params }, rank };
  }
  return best?.match ?? null;
}

function matchResource(resource: readonly string[], segments: readonly string[]) {
  const params: Record<string, string> = {};
  let rank = "";
  for (const [index, part] of resource.entries()) {
    const greedy = /^\{(\w+)\+\}$/.exec(part)?.[1];
    if (greedy !== undefined) {
      const rest = segments.slice(index).join("/");
      return index < segments.length
        ? { params: { ...params, [greedy]: rest }, rank: `${rank}2` }
        : null;
    }
    const segment = segments[index];
    if (!segment) return null;
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) params[name] = segment;
    else if (part !== segment) return null;
    rank += name === undefined ? "0" : "1";
  }
  return segments.length === resource.length ? { params, rank } : null;
}

function split(path: string): readonly string[] {
  return path.replace(/^\//, "").replace(/\/$/, "").split("/");
}
