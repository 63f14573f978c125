import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

/** Modules that make a document from the whole contract, or ask `Intl`. */
const MADE_AT_BUILD =
  /\/lib\/(?:contract\/openapi-text|domain\/number-formats|pages\/docs\/(?:markdown|topics)-text)\.ts$/;

/** Evaluates a module at build time. The bundle contains the values that the module exports, as JSON. */
export const madeAtBuild: Plugin = {
  name: "made-at-build",
  setup: ({ onLoad }) => {
    onLoad({ filter: MADE_AT_BUILD }, async ({ path }) => ({ contents: await valuesOf(path) }));
  },
};

/** The same for Vite. */
export const madeAtSiteBuild = {
  name: "made-at-build",
  load: (id: string) => (MADE_AT_BUILD.test(id) ? valuesOf(id) : null),
};

async function valuesOf(path: string): Promise<string> {
  const made = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  return Object.entries(made)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join("\n");
}
