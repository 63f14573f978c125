import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Loader, Plugin } from "esbuild";
import { type Node, type Program, parseSync, visitorKeys } from "oxc-parser";
import type { FunctionHandler } from "../contract/functions.ts";

/**
 * Marks every call that a module makes while it is loaded as free of side effects, so that esbuild can
 * drop definitions that nothing uses. Only for modules that define values and do nothing else.
 *
 * @param dropProperty property that object literals at module level lose, or null
 */
export function annotatePure(
  source: string,
  { dropProperty }: { readonly dropProperty: string | null },
): string {
  const { program } = parseSync("module.ts", source);
  const edits: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  const visit = (node: Node): void => {
    // What a function does when it is called stays as it is.
    if (/Function/.test(node.type)) return;
    const { start: from, end: to } = node;
    if (node.type === "Property" && source.slice(node.key.start, node.key.end) === dropProperty) {
      edits.push({ from, to, text: `${dropProperty}: undefined` });
      return;
    }
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      edits.push({ from, to: from, text: "/* @__PURE__ */ " });
    }
    for (const child of childrenOf(node)) visit(child);
  };
  for (const statement of program.body) {
    const made = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (made?.type !== "VariableDeclaration") continue;
    visit(made);
    for (const { init } of made.declarations) {
      if (init === null || !seemsEffectful(init)) continue;
      edits.push({ from: init.end, to: init.end, text: "))()" });
      edits.push({ from: init.start, to: init.start, text: "/* @__PURE__ */ (() => (" });
    }
  }
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce(
      (text, { from, to, text: insert }) => text.slice(0, from) + insert + text.slice(to),
      source,
    );
}

/**
 * Whether a value has parts that esbuild takes for effects however they are annotated: spreads, templates with values, which
 * may have a `toString`, and properties, which may be getters. What a call names is part of the annotated call.
 */
function seemsEffectful(node: Node): boolean {
  if (/Function/.test(node.type)) return false;
  if (/Spread|TaggedTemplate|MemberExpression/.test(node.type)) return true;
  if (node.type === "TemplateLiteral") return node.expressions.length > 0;
  const isCall = node.type === "CallExpression" || node.type === "NewExpression";
  if (!isCall || node.callee.type !== "MemberExpression")
    return childrenOf(node).some(seemsEffectful);
  return [node.callee.object, ...node.arguments].some(seemsEffectful);
}

/** The nodes right below a node. */
function childrenOf(node: Node): Node[] {
  const fields = node as unknown as Record<string, Node | (Node | null)[] | null>;
  return (visitorKeys[node.type] ?? [])
    .flatMap((key) => fields[key] ?? [])
    .filter((child) => child !== null);
}

// Code that a bundle leaves out. Each plugin says which code it drops and what happens if that is used after all.

const require = createRequire(import.meta.url);

/** Replaces modules by others. `sideEffects: false`: an unused import of one disappears. */
function replace(
  name: string,
  modules: Readonly<Record<string, { readonly contents: string; readonly resolveDir?: string }>>,
): Plugin {
  const pattern = new RegExp(`^(?:${Object.keys(modules).join("|").replaceAll("/", "\\/")})$`);
  return {
    name,
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: pattern }, ({ path, pluginData }) =>
        pluginData === "original" ? null : { path, namespace: name, sideEffects: false },
      );
      onLoad({ filter: /.*/, namespace: name }, ({ path }) => ({
        loader: "js" as Loader,
        resolveDir: import.meta.dirname,
        ...modules[path],
      }));
    },
  };
}

/**
 * Lambda provides credentials only in the environment. The SDK's own chain would add clients
 * of STS and of single sign-on: 150 KB in every bundle with a client.
 */
export const environmentCredentials = replace("environment-credentials", {
  "@aws-sdk/credential-provider-node": {
    contents: `
      export const defaultProvider = () => async () => {
        const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
        if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
          throw new Error("The environment has no AWS credentials.");
        }
        return {
          accessKeyId: AWS_ACCESS_KEY_ID,
          secretAccessKey: AWS_SECRET_ACCESS_KEY,
          ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
        };
      };`,
  },
});

/**
 * Lambda has no files with settings of AWS: all that functions need is in the environment. The SDK would read and parse
 * `~/.aws/config` and `~/.aws/credentials` before its first request.
 */
export const withoutSettingsFiles = replace("without-settings-files", {
  "../shared-ini-file-loader/loadSharedConfigFiles": {
    contents:
      "export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });",
  },
});

/** Idempotency tokens by Node's own function: the global `crypto` loads all of Web Crypto. */
export const withoutWebCrypto = replace("without-web-crypto", {
  "./uuid/v4": {
    contents: `
      import { randomUUID } from "node:crypto";
      export const bindV4 = () => () => randomUUID();`,
  },
});

/** No operation that we call streams events. The SDK loads this module when one does, and then fails. */
export const withoutEventStreams = replace("without-event-streams", {
  "@smithy/core/event-streams": {
    contents: `
      export class EventStreamSerde {
        constructor() { throw new Error("Bundles have no event streams: see lib/infra/lean-bundles.ts."); }
      }`,
  },
});

/** `undici` exports everything from one file: a bundle with its client has its `fetch` and WebSockets too. */
export const undiciByParts = replace("undici-by-parts", {
  undici: {
    resolveDir: dirname(require.resolve("undici")),
    contents: `
      import Dispatcher from "./lib/dispatcher/dispatcher.js";
      import api from "./lib/api/index.js";
      // As undici's own entry does: \`request\` and the like are added to every dispatcher.
      Object.assign(Dispatcher.prototype, api);
      export { default as Agent } from "./lib/dispatcher/agent.js";
      export { default as Client } from "./lib/dispatcher/client.js";
      export { default as Pool } from "./lib/dispatcher/pool.js";`,
  },
});

/** Modules that few invocations need, with the functions and classes that are used of them. */
const RARELY_USED: readonly { readonly path: RegExp; readonly names: readonly string[] }[] = [
  // The deployment has parsed the configuration already.
  { path: /\/parse-service-config\.ts$/, names: ["parseServiceConfig"] },
  // Few stages have a provider by configuration.
  { path: /\/http\/config\.ts$/, names: ["parseHttpProvider"] },
];
/** Modules that read receipts, which most functions rarely do. */
const READERS: typeof RARELY_USED = [
  { path: /^htmlparser2$/, names: ["Parser"] },
  { path: /\/registry\.ts$/, names: ["createAdapters", "recognizeInput"] },
];

/**
 * Evaluates a module when one of its functions is first called, instead of while the function loads. esbuild wraps it with all
 * that it imports, drops less of that, and V8 reads it twice: `readers` are imported as usual where a start needs them.
 */
export const onDemand = ({ readers }: { readonly readers: boolean }): Plugin => ({
  name: "on-demand",
  setup: ({ onResolve, onLoad, resolve }) => {
    for (const { path: filter, names } of [...RARELY_USED, ...(readers ? READERS : [])]) {
      onResolve({ filter }, async ({ path, pluginData, ...args }) => {
        // The stub's own import and the lookup below resolve to the module itself.
        if (pluginData === "original" || args.namespace === "on-demand") return null;
        const { path: original } = await resolve(path, { ...args, pluginData: "original" });
        return { path: original, namespace: "on-demand", sideEffects: false, pluginData: names };
      });
    }
    onLoad({ filter: /.*/, namespace: "on-demand" }, ({ path, pluginData }) => ({
      resolveDir: dirname(path),
      contents: (pluginData as readonly string[])
        .map((name) => `export function ${name}(...args) { ${forward(path, name)} }`)
        .join("\n"),
    }));
  },
});

/** `new.target` tells a class from a function. */
function forward(path: string, name: string): string {
  const original = `require(${JSON.stringify(path)}).${name}`;
  return `return new.target ? new (${original})(...args) : ${original}(...args);`;
}

/**
 * Says of our own modules that none is imported for what it does when it is loaded: a handler's bundle is without the
 * modules that only its neighbors use.
 */
export const ourModulesArePure: Plugin = {
  name: "our-modules-are-pure",
  setup: ({ onResolve }) => {
    // Not through esbuild's own resolver, which would be asked for every import of every batch.
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, pluginData, resolveDir }) =>
      pluginData === undefined ? { path: join(resolveDir, path), sideEffects: false } : null,
    );
  },
};

/** Every zod schema refers to zod's JSON Schema code (17 KB), which only documents need. A call names this file. */
export const withoutJsonSchema: Plugin = {
  name: "without-json-schema",
  setup: ({ onLoad }) => {
    const filter = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;
    onLoad({ filter }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name = ""]) => name,
      );
      return { contents: [UNAVAILABLE, ...names.map(withoutFunction)].join("\n") };
    });
  },
};

const UNAVAILABLE = `
  function unavailable() { throw new Error("Bundles have no JSON Schema: see lib/infra/lean-bundles.ts."); }
  export { unavailable as process };`;

/** The `create…Method` functions run for each schema, so only the methods that they return may throw. */
function withoutFunction(name: string): string {
  return `export const ${name} = ${name.startsWith("create") ? "() => unavailable" : "unavailable"};`;
}

/**
 * Drops definitions that a function does not use, above all schemas: building them is a quarter of a cold start. Our
 * modules only define values when they are loaded, so esbuild may drop each definition that nothing uses. Of a route it
 * also drops `responses`, which serve types and documents: code that reads them in a function fails at once.
 */
export function definitionsOnDemand(): Plugin {
  // Each batch of bundles asks for the same modules.
  const annotated = new Map<string, Promise<string>>();
  const annotate = async (path: string) =>
    annotatePure(await readFile(path, "utf8"), {
      dropProperty: path.includes(join("lib", "contract", "routes")) ? "responses" : null,
    });
  return {
    name: "definitions-on-demand",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\/lib\/.*\.ts$/ }, async ({ path }) => {
        const contents = annotated.get(path) ?? annotate(path);
        annotated.set(path, contents);
        return { loader: "ts", resolveDir: dirname(path), contents: await contents };
      });
    },
  };
}

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
 * @param more code at the end of the entry of a function
 */
export function handlerEntries(
  files: readonly HandlerFile[],
  root: string,
  more: (id: string) => string = () => "",
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
        const contents = handlerAlone(await readFile(path, "utf8"), name);
        return { loader: "ts", resolveDir: dirname(path), contents: contents + more(id) };
      });
    },
  };
  const entryPoints = files.map(({ id }) => ({ in: `handler:${id}`, out: `${id}/index` }));
  return { entryPoints, plugin };
}

/** Most handlers are asked for right after another of their file. */
let lastModule: {
  readonly source: string;
  readonly names: ReadonlyMap<Program["body"][number], ReturnType<typeof namesOf>>;
} = { source: "", names: new Map() };

/**
 * A module reduced to one handler: with the definitions and imports that it uses, and with the statements that stand
 * by themselves. To leave the rest to esbuild is not enough: a module that only a neighbor loads on demand would be
 * wrapped in this bundle too, and what is wrapped cannot be shaken.
 */
export function handlerAlone(source: string, name: string): string {
  if (lastModule.source !== source) {
    const { body } = parseSync("module.ts", source).program;
    lastModule = { source, names: new Map(body.map((node) => [node, namesOf(node)])) };
  }
  const left = new Map(lastModule.names);
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
  const statements = [...lastModule.names.keys()]
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
