import { existsSync } from "node:fs";
import { copyFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import type { Access } from "../contract/access.ts";
import {
  AUTHORIZER_ACCESS,
  AUTHORIZER_ID,
  type FunctionHandler,
  routeFunctionId,
  workerFunctionId,
} from "../contract/functions.ts";
import type { Route } from "../contract/route.ts";
import { REQUEST_MEGABYTES, type Worker, type WorkerSource } from "../contract/worker.ts";
import {
  definitionsOnDemand,
  environmentCredentials,
  handlerEntries,
  handlerFiles,
  onDemand,
  ourModulesArePure,
  undiciByParts,
  withoutEventStreams,
  withoutJsonSchema,
  withoutSettingsFiles,
  withoutWebCrypto,
} from "./lean-bundles.ts";
import { madeAtBuild } from "./made-at-build.ts";

interface BuildFunctionsInput {
  readonly handlers: readonly FunctionHandler[];
  /** Root of the repository, which their folders are relative to. */
  readonly root: string;
  /**
   * Gets one folder per function id with an `index.cjs` in it, and beside it what that loads later on
   * (`pdf.cjs`) and what warms it up at its start (`index.mjs`); others in there are removed.
   */
  readonly outputFolder: string;
  /** Source maps cost cold start and are for hunting a fault only. Default false. */
  readonly sourceMaps?: boolean;
}

export interface BuiltFunction {
  readonly id: string;
  /** Of `index.cjs`: what every cold start reads. */
  readonly bytes: number;
  /** Packages in `index.cjs` with the bytes that each takes, the largest first. */
  readonly packages: readonly { readonly name: string; readonly bytes: number }[];
}

/**
 * Bundles every function as AWS gets it. The local stack usually takes `functions-together.ts`.
 *
 * CommonJS, although the sources are modules: a typical function loads in 57 ms against 79 ms, since
 * `require` of Node's own modules is far cheaper than `import` of them. The packages themselves are
 * taken in their module form, which is the one that can be shaken (480 KB against 1.1 MB, 112 ms).
 *
 * @throws Error naming the handlers that the tables ask for and that no file exports.
 */
export async function buildFunctions(
  input: BuildFunctionsInput,
): Promise<readonly BuiltFunction[]> {
  const { handlers, root, outputFolder, sourceMaps = false } = input;
  const files = handlerFiles(handlers, root);
  const ids = handlers.map(({ id }) => id);
  await removeOthers(outputFolder, ids);
  const common = settings(root, sourceMaps, "utf8");
  const { entryPoints, plugin } = handlerEntries(files, root, (id) => warmUpOf(id, root));
  const outputs: Metafile["outputs"] = {};
  const lean = leanPlugins();
  const batchOf = ({ out }: { readonly out: string }, at: number) =>
    readsAtStart(out) ? "readers" : Math.floor(at / AT_ONCE);
  for (const [key, batch] of Map.groupBy(entryPoints, batchOf)) {
    const { metafile } = await build({
      ...common,
      entryPoints: batch,
      outdir: outputFolder,
      outExtension: { ".js": ".cjs" },
      plugins: [plugin, onDemand({ readers: key !== "readers" }), ...lean],
      metafile: true,
    });
    Object.assign(outputs, metafile.outputs);
  }
  await addLaterLoaded(outputs, common, outputFolder);
  await addStarts(ids, outputFolder);
  return Object.entries(outputs)
    .filter(([path]) => path.endsWith(".cjs"))
    .map(([path, output]) => ({
      id: idOf(path),
      bytes: output.bytes,
      packages: packagesOf(output.inputs),
    }));
}

/** Whole bundles that esbuild makes in one call: it holds all of them in memory, 4.5 GB for every function. */
const AT_ONCE = 36;

/** For esbuild, written in Go: to free nothing before it has taken 1 GB saves a quarter to a third of its processor time. */
const BUNDLER_MEMORY = { GOGC: "off", GOMEMLIMIT: "1GiB" };

/** Functions that payers wait for, each with the module and its function that runs while it starts. */
const WARM_UPS: ReadonlyMap<string, readonly [file: string, name: string]> = new Map([
  ["public-show-pay-page", ["lib/pages/pay-page/warm-up.ts", "warmUpPayPage"]],
  ["public-submit-pay-page", ["lib/use-cases/verification/warm-up.ts", "warmUpSubmission"]],
  ["public-verify-checkout", ["lib/use-cases/verification/warm-up.ts", "warmUpSubmission"]],
  ["v1-verify-checkout", ["lib/use-cases/verification/warm-up.ts", "warmUpLookup"]],
]);

/** Whether the warm-up reads a receipt, so that loading its reader on demand would save nothing. */
const readsAtStart = (out: string) => /verification/.test(WARM_UPS.get(idOf(out))?.[0] ?? "");

function warmUpOf(id: string, root: string): string {
  const [file, name] = WARM_UPS.get(id) ?? [];
  if (file === undefined) return "";
  return `export { ${name} as warmUp } from ${JSON.stringify(join(root, file))};\n`;
}

/**
 * Lambda takes `index.mjs` where there is one, and waits for a module before it hands over requests. It alone sets the
 * variable: nothing is warmed up elsewhere.
 */
const START = `import { createRequire } from "node:module";
const { handler, warmUp } = createRequire(import.meta.url)("./index.cjs");
if (process.env.AWS_LAMBDA_INITIALIZATION_TYPE) await warmUp();
export { handler };
`;

async function addStarts(ids: readonly string[], folder: string): Promise<void> {
  const warmed = ids.filter((id) => WARM_UPS.has(id));
  await Promise.all(warmed.map((id) => writeFile(join(folder, id, "index.mjs"), START)));
}

/** `charset`: V8 takes half of the memory for ASCII. On AWS that shows no effect, and UTF-8 is shorter. */
export function settings(
  root: string,
  sourceMaps: boolean,
  charset: "ascii" | "utf8",
): BuildOptions {
  Object.assign(process.env, BUNDLER_MEMORY);
  return {
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    mainFields: ["module", "main"],
    treeShaking: true,
    // Names of classes and functions are shortened too: to keep them costs a fifth of the load time, and
    // our errors name themselves.
    minify: true,
    sourcemap: sourceMaps ? "linked" : false,
    legalComments: "none",
    charset,
    logLevel: "warning",
    // Else `import()` of a CommonJS file starts Node's module loader first.
    supported: { "dynamic-import": false },
  };
}

/** `dist/functions/{id}/index.cjs` → id. */
function idOf(path: string): string {
  return path.split("/").at(-2) ?? path;
}

/** The PDF reader is two thirds of a bundle, and most receipts are none: it has a file of its own. */
export const LATER_PACKAGE = "unpdf";
export const LATER_FILE = "pdf.cjs";

const laterLoaded: Plugin = {
  name: "later-loaded",
  setup: ({ onResolve }) => {
    onResolve({ filter: new RegExp(`^${LATER_PACKAGE}$`) }, ({ kind }) =>
      kind === "dynamic-import" ? { path: `./${LATER_FILE}`, external: true } : null,
    );
  },
};

/** For one build, or several of the same code: what they read once is not read again. */
export const leanPlugins = () => [
  ourModulesArePure,
  environmentCredentials,
  withoutEventStreams,
  withoutSettingsFiles,
  withoutWebCrypto,
  withoutJsonSchema,
  undiciByParts,
  // Before the next one, which would read the same modules.
  madeAtBuild,
  definitionsOnDemand(),
  laterLoaded,
];

/** Bundles it once, for all functions that ask for it. */
async function addLaterLoaded(
  outputs: Metafile["outputs"],
  common: BuildOptions,
  outputFolder: string,
): Promise<void> {
  const users = Object.entries(outputs)
    .filter(([, { imports }]) => imports.some(({ path }) => path === `./${LATER_FILE}`))
    .map(([path]) => join(outputFolder, idOf(path)));
  const [first, ...others] = users.map((folder) => join(folder, LATER_FILE));
  if (first === undefined) return;
  await build({ ...common, entryPoints: [LATER_PACKAGE], outfile: first });
  await Promise.all(others.map((other) => copyFile(first, other)));
}

/** A function that left the tables must not be deployed from an old bundle. */
export async function removeOthers(folder: string, kept: readonly string[]): Promise<void> {
  if (!existsSync(folder)) return;
  const others = (await readdir(folder)).filter((name) => !kept.includes(name));
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

function packagesOf(inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>) {
  const bytes = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? "(ours)";
    bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput);
  }
  return [...bytes]
    .map(([name, size]) => ({ name, bytes: size }))
    .filter((entry) => entry.bytes > 0)
    .sort((a, b) => b.bytes - a.bytes);
}

/** A function's settings, from the route table or the worker table. */
export interface FunctionEntry {
  readonly id: string;
  readonly access: Access;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly summary: string;
  /** Event source; absent for functions that API Gateway invokes. */
  readonly source?: WorkerSource;
}

/** What runs for every checkout that is created, paid and delivered. */
export const RUNS_FOR_EVERY_CHECKOUT: ReadonlySet<string> = new Set([
  AUTHORIZER_ID,
  "v1-create-checkout",
  "v1-read-checkout",
  "v1-verify-checkout",
  "public-show-pay-page",
  "public-submit-pay-page",
  "public-read-checkout",
  "public-verify-checkout",
  "workers-notify-low-credits",
  "workers-relay-events",
  "workers-fan-out-webhooks",
  "workers-follow-events",
  "workers-deliver-webhook",
  "workers-deliver-webhook-slow",
]);

/**
 * Whether Lambda may send traces. It samples the first request of every second and 5 % of the others, which
 * cannot be changed. At less than one checkout a second that is every request: up to 16 traces a checkout, 80 dollars
 * a million. A function that runs once a minute would send 43,200 traces a month that say nothing.
 */
export function isTraced({ id, source }: FunctionEntry): boolean {
  const runsEveryMinute = source?.kind === "schedule" && source.rate === "rate(1 minute)";
  return !runsEveryMinute && !RUNS_FOR_EVERY_CHECKOUT.has(id);
}

/** The authorizer is in neither table: it serves no operation. */
const AUTHORIZER: FunctionEntry = {
  id: AUTHORIZER_ID,
  access: AUTHORIZER_ACCESS,
  timeoutSeconds: 10,
  memoryMegabytes: REQUEST_MEGABYTES,
  summary: "Checks access tokens and API keys for the gateway",
};

/** @throws Error where two entries share an id */
export function functionEntries(
  routes: readonly Route[],
  workers: readonly Worker[],
): readonly FunctionEntry[] {
  const entries: FunctionEntry[] = [
    AUTHORIZER,
    ...routes.map((route) => ({
      id: routeFunctionId(route),
      access: route.access,
      timeoutSeconds: route.timeoutSeconds,
      memoryMegabytes: route.memoryMegabytes,
      summary: route.summary,
    })),
    ...workers.map((worker) => ({ ...worker, id: workerFunctionId(worker) })),
  ];
  const ids = entries.map((entry) => entry.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`Two entries of the tables make the function ${twice}.`);
  return entries;
}
