import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { parseSync } from "oxc-parser";
import type { FunctionHandler } from "../contract/functions.ts";
import {
  LATER_FILE,
  LATER_PACKAGE,
  leanPlugins,
  RUNS_FOR_EVERY_CHECKOUT,
  removeOthers,
  settings,
} from "./build-functions.ts";
import { type HandlerFile, handlerAlone, handlerFiles, onDemand } from "./lean-bundles.ts";

// For the local stack: all functions in three files. A thread reads each of them once, so that it has code and packages once,
// and V8 optimizes them for all functions. A handler, and what a function keeps, are still made for each function.

const FOLDER = "together";

/**
 * Bundles every function for the local stack. `outputFolder` gets the three files, and one folder per function id, whose
 * `index.cjs` exports `together`, the file's exports, and `make`, which makes the handler as a new container does; others in
 * there are removed. `lib/local/lambda/thread.ts` prepares a file before it makes the first handler.
 *
 * @throws Error naming the handlers that the tables ask for and that no file exports
 */
export async function buildTogether(input: {
  readonly handlers: readonly FunctionHandler[];
  /** Root of the repository, which their folders are relative to. */
  readonly root: string;
  readonly outputFolder: string;
}): Promise<void> {
  const { handlers, root, outputFolder } = input;
  await removeOthers(outputFolder, [...handlers.map(({ id }) => id), FOLDER]);
  // V8 takes half of the memory for a text that is ASCII.
  const common = settings(root, false, "ascii");
  const files = Object.groupBy(handlerFiles(handlers, root), groupOf);
  const imports: string[] = [];
  const lean = leanPlugins();
  for (const [name, members] of Object.entries(files)) {
    const { metafile } = await build({
      ...common,
      entryPoints: [ENTRY],
      outfile: join(outputFolder, FOLDER, `${name}.cjs`),
      plugins: [allOf(members, root), keptByEach, onDemand({ readers: true }), ...lean],
      metafile: true,
    });
    const outputs = Object.values(metafile.outputs);
    imports.push(...outputs.flatMap((output) => output.imports.map(({ path }) => path)));
    const file = JSON.stringify(`../${FOLDER}/${name}.cjs`);
    await Promise.all(members.map(({ id }) => writeEntry(join(outputFolder, id), file, id)));
  }
  if (!imports.includes(`./${LATER_FILE}`)) return;
  const outfile = join(outputFolder, FOLDER, LATER_FILE);
  await build({ ...common, entryPoints: [LATER_PACKAGE], outfile });
}

/** A shop that sells through the API needs the first file only, half as large as the last. Few ask for the documents' long texts. */
function groupOf({ id, file }: HandlerFile): "checkouts" | "documents" | "others" {
  if (RUNS_FOR_EVERY_CHECKOUT.has(id)) return "checkouts";
  return file === "functions/service/documents.ts" ? "documents" : "others";
}

async function writeEntry(folder: string, file: string, id: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const text = `exports.together = require(${file});
exports.make = exports.together.handlers[${JSON.stringify(id)}];
`;
  await writeFile(join(folder, "index.cjs"), text);
}

const ENTRY = "functions";

/** The entry, and a module for each function that makes its handler. */
function allOf(files: readonly HandlerFile[], root: string): Plugin {
  const byId = new Map(files.map((file) => [file.id, file]));
  const exported = files.map(({ id }, at) => `${JSON.stringify(id)}: make${at}`);
  const entry = [
    ...files.map(({ id }, at) => `import { make as make${at} } from "function:${id}";`),
    `export const handlers = { ${exported.join(", ")} };`,
    // Takes the object that says which function runs, separately.
    `export { separate } from ${JSON.stringify(join(root, CELL))};`,
    // The local stack changes these two.
    'export { AwsSdkSigV4Signer } from "@aws-sdk/core/httpAuthSchemes";',
    'export { NodeHttpHandler } from "@smithy/node-http-handler";',
  ].join("\n");
  return {
    name: ENTRY,
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^(?:functions$|function:)/ }, ({ path }) => ({
        path,
        namespace: ENTRY,
      }));
      onLoad({ filter: /^functions$/, namespace: ENTRY }, () => ({
        resolveDir: root,
        contents: entry,
      }));
      onLoad({ filter: /^function:/, namespace: ENTRY }, async ({ path }) => {
        const { name = "", file = "" } = byId.get(path.slice("function:".length)) ?? {};
        const from = join(root, file);
        const source = handlerAlone(await readFile(from, "utf8"), name);
        return { loader: "ts", resolveDir: dirname(from), contents: madeBy(source, name) };
      });
    },
  };
}

/** A module whose statements run each time that its `make` is called, which returns the handler. */
function madeBy(source: string, name: string): string {
  const { body } = parseSync("module.ts", source).program;
  const textOf = ({ start, end }: (typeof body)[number]) => source.slice(start, end);
  const [imports = [], rest = []] = [true, false].map((isImport) =>
    body.filter(({ type }) => (type === "ImportDeclaration") === isImport),
  );
  const statements = rest.filter(({ type }) => type !== "ExportNamedDeclaration");
  return [
    ...imports.map(textOf),
    "export function make() {",
    ...statements.map(textOf),
    `return ${name}; }`,
  ].join("\n");
}

const CELL = "lib/pipeline/cell.ts";

/** A cell has a value for each function. What would be kept while none runs fails, as it could be another's. */
const keptByEach: Plugin = {
  name: "kept-by-each-function",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/lib\/pipeline\/cell\.ts$/ }, () => ({
      contents: `
        let current = () => undefined;
        export function separate(byNow) { current = byNow; }
        export function cell() {
          const values = new WeakMap();
          return {
            get made() { return values.get(current()); },
            set made(value) { values.set(current(), value); },
          };
        }`,
    }));
  },
};
