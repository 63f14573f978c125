import { join } from "node:path";

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
