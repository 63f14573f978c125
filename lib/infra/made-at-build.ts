import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

/** Modules that make a document from the whole contract, or ask `Intl`. */
const MADE_AT_BUILD =
  /\/lib\/(?:contract\/openapi-text|domain\/number-formats|pages\/docs\/docs-text)\.ts$/;

/** The table of HTML's entities, which its package unpacks while it is loaded, by code that V8 has yet to warm up. */
const UNPACKED_AT_BUILD = /\/entities\/dist\/generated\/decode-data-html\.js$/;

/** Evaluates a module at build time. The bundle contains the values that the module exports, as JSON or base64. */
export const madeAtBuild: Plugin = {
  name: "made-at-build",
  setup: ({ onLoad }) => {
    for (const filter of [MADE_AT_BUILD, UNPACKED_AT_BUILD]) {
      onLoad({ filter }, async ({ path }) => ({ contents: await valuesOf(path) }));
    }
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
    .map(([name, value]) => `export const ${name} = ${sourceOf(value)};`)
    .join("\n");
}

function sourceOf(value: unknown): string {
  if (!(value instanceof Uint16Array)) return JSON.stringify(value);
  // Machines that build and machines that run have the same order of bytes.
  const { buffer, byteOffset, byteLength } = value;
  const bytes = `Buffer.from("${Buffer.from(buffer, byteOffset, byteLength).toString("base64")}", "base64")`;
  return `/* @__PURE__ */ (() => new Uint16Array(new Uint8Array(${bytes}).buffer))()`;
}
