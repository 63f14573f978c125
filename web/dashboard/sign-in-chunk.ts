import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The part of the bundler's context that this file uses. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const ENTRY = join(import.meta.dirname, "src", "start-sign-in.ts");
const found = new WeakMap<object, ReadonlySet<string>>();

/** Names the chunk of the sign-in page for each module that it imports; null for other modules. */
export function signInChunk(id: string, modules: Modules): string | null {
  const known = found.get(modules) ?? importedBy(ENTRY, modules);
  found.set(modules, known);
  return known.has(id) ? "sign-in" : null;
}

/** The module and its static imports, direct and indirect. */
function importedBy(entry: string, modules: Modules): ReadonlySet<string> {
  const seen = new Set([entry]);
  for (const id of seen) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) seen.add(imported);
  }
  return seen;
}

const SOURCES = join(import.meta.dirname, "src");
const NAME = /^virtual:sign-in-texts\/(en|am)$/;

/**
 * `virtual:sign-in-texts/{language}`: the texts that the sign-in page names, taken out of the language's
 * file. All texts are ten times as large.
 */
export function signInTexts(): Plugin {
  return {
    name: "sign-in-texts",
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    load(id) {
      const language = NAME.exec(id.slice(1))?.[1];
      return language === undefined ? null : `export default ${JSON.stringify(textsOf(language))};`;
    },
  };
}

function textsOf(language: string): Readonly<Record<string, string>> {
  const all = JSON.parse(
    readFileSync(join(SOURCES, "texts", `${language}.json`), "utf8"),
  ) as object;
  const files = [...globSync("sign-in/*.ts", { cwd: SOURCES }), "problem-text.ts"];
  const code = files.map((file) => readFileSync(join(SOURCES, file), "utf8")).join();
  return Object.fromEntries(Object.entries(all).filter(([key]) => code.includes(`"${key}"`)));
}
