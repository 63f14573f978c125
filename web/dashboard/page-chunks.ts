import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The part of the bundler's context that this file uses. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Pages that open without the dashboard, and the counter's second screen. A module belongs to the first that imports it. */
const ENTRIES = {
  "sign-in": "start-sign-in.ts",
  counter: "counter/counter.ts",
  sale: "counter/sale.ts",
} as const;
const found = new WeakMap<object, ReadonlyMap<string, string>>();

/** Names the chunk of such a page for each module that it imports; null for other modules. */
export function pageChunk(id: string, modules: Modules): string | null {
  const known = found.get(modules) ?? chunksOf(modules);
  found.set(modules, known);
  return known.get(id) ?? null;
}

function chunksOf(modules: Modules): ReadonlyMap<string, string> {
  const chunks = new Map<string, string>();
  for (const [chunk, entry] of Object.entries(ENTRIES)) {
    for (const id of importedBy(join(import.meta.dirname, "src", entry), modules)) {
      // The dashboard needs none of the counter's own files, and QR codes only later.
      if (/[\\/]src[\\/]counter[\\/]/.test(id)) continue;
      if (!chunks.has(id))
        chunks.set(id, /node_modules[\\/]qr[\\/]|[\\/]qr-svg\.ts$/.test(id) ? "qr" : chunk);
    }
  }
  return chunks;
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
const NAME =
  /^virtual:(sign-in|counter|dashboard|audit|books|console|customers|evidence|logs|notifications|phones|requests)-texts\/(en|am)$/;
/** The files whose texts a page needs, beside `problem-text.ts`. */
const FILES = {
  "sign-in": ["sign-in/*.ts"],
  counter: ["counter/*.ts", "sign-in/{controls,page-parts}.ts"],
} as const;
/** Texts of the dashboard that load with the views that show them: `audit.…`, `books.…`, `console.…`, and so on. */
const LATER = [
  "audit",
  "books",
  "console",
  "customers",
  "evidence",
  "logs",
  "notifications",
  "phones",
  "requests",
];

/**
 * `virtual:{page}-texts/{language}`: the texts that a page names, taken out of the language's file. `sign-in` and
 * `counter` are pages without the dashboard, which need a tenth of all; the dashboard loads those of some views with them, and
 * none that begin with `counter.`.
 */
export function pageTexts(): Plugin {
  return {
    name: "page-texts",
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    load(id) {
      const [, page, language] = NAME.exec(id.slice(1)) ?? [];
      if (page === undefined || language === undefined) return null;
      const file = join(SOURCES, "texts", `${language}.json`);
      const all = Object.entries(JSON.parse(readFileSync(file, "utf8")) as object);
      const isNamed = namedBy(page);
      return `export default ${JSON.stringify(Object.fromEntries(all.filter(([key]) => isNamed(key))))};`;
    },
  };
}

function namedBy(page: string): (key: string) => boolean {
  const viewOf = (key: string) => LATER.find((view) => key.startsWith(`${view}.`));
  if (LATER.includes(page)) return (key) => viewOf(key) === page;
  if (page === "dashboard")
    return (key) => viewOf(key) === undefined && !key.startsWith("counter.");
  const files = [
    ...FILES[page as keyof typeof FILES].flatMap((pattern) => globSync(pattern, { cwd: SOURCES })),
    "problem-text.ts",
  ];
  const code = files.map((file) => readFileSync(join(SOURCES, file), "utf8")).join();
  return (key) => code.includes(`"${key}"`);
}
