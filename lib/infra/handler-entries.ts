import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import { type Node, parseSync } from "oxc-parser";
import type { FunctionHandler } from "../contract/functions.ts";
import { childrenOf } from "./lean-bundles.ts";

/** A handler with the file that exports it, relative to the root. */
export type HandlerFile = FunctionHandler & { readonly file: string };

/**
 * Finds the file of each handler: the one in its folder that exports its name.
 *
 * @throws Error naming the handlers that no file, or more than one, exports
 */
export function handlerFiles(
  handlers: readonly FunctionHandler[],
  root: string,
): readonly HandlerFile[] {
  const files = new Map<string, string[]>();
  for (const file of globSync("functions/{*,*/*}.ts", { cwd: root })) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, name] of text.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)) {
      const key = `${dirname(file)}: ${name}`;
      files.set(key, [...(files.get(key) ?? []), file]);
    }
  }
  const found = handlers.map((handler) => {
    const key = `${handler.folder}: ${handler.name}`;
    return { ...handler, key, of: files.get(key) ?? [] };
  });
  const wrong = found.filter(({ of }) => of.length !== 1).map(({ key }) => `  ${key}`);
  if (wrong.length > 0) {
    throw new Error(`These handlers need one file that exports them:\n${wrong.join("\n")}`);
  }
  return found.map(({ id, folder, name, of: [file = ""] }) => ({ id, folder, name, file }));
}

/**
 * The entries of functions. A file has the handlers of one noun; an entry is what one of them needs of its file, and
 * exports it as the `handler` that the deployment calls.
 *
 * @param files relative to `root`
 * @param renewable exports a function `renew` too, which forgets what the handler has kept and reads its variables anew
 */
export function handlerEntries(
  files: readonly HandlerFile[],
  root: string,
  renewable = false,
): {
  readonly entryPoints: { readonly in: string; readonly out: string }[];
  readonly plugin: Plugin;
} {
  const entries = new Map(files.map((entry) => [entry.id, entry]));
  const plugin: Plugin = {
    name: "handler-entries",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^handler:/ }, ({ path }) => ({
        path: path.slice("handler:".length),
        namespace: "handler",
      }));
      onLoad({ filter: /.*/, namespace: "handler" }, async ({ path: id }) => {
        const { name = "", file = "" } = entries.get(id) ?? {};
        const path = join(root, file);
        const handler = handlerAlone(await readFile(path, "utf8"), name);
        const contents = renewable ? handler + renewOf(root) : handler;
        return { loader: "ts", resolveDir: dirname(path), contents };
      });
    },
  };
  const entryPoints = files.map(({ id }) => ({ in: `handler:${id}`, out: `${id}/index` }));
  return { entryPoints, plugin };
}

/** As a new container, it refuses variables that are not usable. */
function renewOf(root: string): string {
  const from = (file: string) => JSON.stringify(join(root, "lib/pipeline", file));
  return `import { forgetAll as forgetKept } from ${from("once.ts")};
import { environment as readVariables } from ${from("environment.ts")};
export function renew() { forgetKept(); readVariables(); }
`;
}

/**
 * A module reduced to one handler: with the definitions and imports that it uses, and with the statements that stand
 * by themselves. To leave the rest to esbuild is not enough: a module that only a neighbor loads on demand would be
 * wrapped in this bundle too, and what is wrapped cannot be shaken.
 */
export function handlerAlone(source: string, name: string): string {
  const { program } = parseSync("module.ts", source);
  const left = new Map(program.body.map((node) => [node, namesOf(node)]));
  const used = new Set([name]);
  const kept = new Set<Node>();
  for (let again = true; again; ) {
    again = false;
    for (const [node, { defined, mentioned }] of left) {
      if (defined !== null && !defined.some((each) => used.has(each))) continue;
      left.delete(node);
      kept.add(node);
      for (const each of mentioned) used.add(each);
      again = true;
    }
  }
  const statements = program.body
    .filter((node) => kept.has(node))
    .map((node) => (node.type === "ExportNamedDeclaration" ? (node.declaration ?? node) : node))
    .map(({ start, end }) => source.slice(start, end));
  return [...statements, `export { ${name} as handler };`, ""].join("\n");
}

function identifiersIn(node: Node): readonly string[] {
  const own = node.type === "Identifier" ? [node.name] : [];
  return [...own, ...childrenOf(node).flatMap(identifiersIn)];
}

/** The names that a statement of a module defines, null if it only does something, and those that it mentions. */
function namesOf(statement: Node): {
  readonly defined: readonly string[] | null;
  readonly mentioned: readonly string[];
} {
  if (statement.type === "ImportDeclaration") {
    const { specifiers } = statement;
    const defined = specifiers.length === 0 ? null : specifiers.map(({ local }) => local.name);
    return { defined, mentioned: [] };
  }
  const made =
    (statement.type === "ExportNamedDeclaration" ? statement.declaration : null) ?? statement;
  const mentioned = identifiersIn(made);
  if (made.type === "VariableDeclaration") {
    return { defined: made.declarations.flatMap(({ id }) => identifiersIn(id)), mentioned };
  }
  if (made.type === "FunctionDeclaration" || made.type === "ClassDeclaration") {
    return { defined: [made.id?.name ?? ""], mentioned };
  }
  // Types are erased.
  const isType = made.type === "TSInterfaceDeclaration" || made.type === "TSTypeAliasDeclaration";
  return { defined: isType ? [] : null, mentioned };
}
