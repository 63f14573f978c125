import type { Plugin } from "vite";
import { ENDPOINT_GROUPS } from "./endpoints.ts";

const NAME = "virtual:endpoints";

/** `virtual:endpoints`: method, path and credential of each route, without its schemas. */
export function endpointsPlugin(): Plugin {
  return {
    name: "endpoints",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? source() : null),
  };
}

function source(): string {
  return Object.entries(ENDPOINT_GROUPS)
    .map(([group, entries]) => `export const ${group} = ${JSON.stringify(slim(entries))};`)
    .join("\n");
}

function slim(entries: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, { method, path, auth }]) => [name, { method, path, auth }]),
  );
}
