import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { withFileLock } from "../data-folder.ts";

/** Whether a process with this id runs, under any user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The inputs of the bundles and templates. The local stack itself is in neither. */
const INPUTS = [
  "lib",
  "functions",
  "web/pay",
  "bin/app.ts",
  "bin/build.ts",
  "package-lock.json",
  "cdk.json",
  "tsconfig.json",
];
const LEFT_OUT = new Set(["lib/local"]);

/** Hash over names and contents of all inputs below `root`, and over `more`. */
export function hashInputs(
  root: string,
  more: readonly string[],
  inputs: readonly string[] = INPUTS,
): string {
  const hash = createHash("sha256");
  for (const text of more) hash.update(`${text}\0`);
  for (const input of inputs) addFile(hash, root, input);
  return hash.digest("hex").slice(0, 16);
}

function addFile(hash: ReturnType<typeof createHash>, root: string, name: string): void {
  const path = join(root, name);
  if (LEFT_OUT.has(name) || !existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const entry of readdirSync(path).sort()) addFile(hash, root, `${name}/${entry}`);
    return;
  }
  hash.update(`${name}\0`).update(readFileSync(path)).update("\0");
}

/** Runs a script of this repository in a child process. @throws Error with its output where it fails */
export function runNode(
  root: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // CDK_CONTEXT_JSON of a surrounding CDK run would change this one.
    const env = { ...process.env, ...environment, NODE_OPTIONS: "" };
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
      cwd: root,
      env,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => {
        output += text;
      });
    }
    const stop = () => child.kill("SIGKILL");
    process.once("exit", stop);
    child.once("error", reject);
    child.once("exit", (code) => {
      process.off("exit", stop);
      if (code === 0) resolve();
      else reject(new Error(`node ${args.join(" ")} failed:\n${output.trim()}`));
    });
  });
}

// Builds the functions and synthesizes the templates, in child processes, when their inputs changed. Each
// state of the inputs has its own folder: a running stack loads bundles lazily, so its folder must not change.

/** Folders that are kept, besides those of running processes. */
const KEPT = 4;
/** A process leaves an empty file of this name and its id in each folder that it uses. */
const USER = "in-use-by.";

/**
 * The folder of the cloud assembly for the current code below `root`. `local`: only for the local stack, whose functions
 * share their code; it is made in a tenth of the time. `deployable`: exactly what AWS gets.
 * @throws Error with the output of the build or the synthesis where one of them fails.
 */
export async function ensureAssembly(
  root: string,
  stage: string,
  kind: "local" | "deployable",
  say: (line: string) => void = () => {},
): Promise<string> {
  const cache = join(root, "dist", "assemblies");
  const folder = join(cache, hashInputs(root, [stage, kind, process.version]));
  if (existsSync(join(folder, "manifest.json"))) return used(folder);
  mkdirSync(cache, { recursive: true });
  return withFileLock(join(cache, "build-lock"), async () => {
    if (existsSync(join(folder, "manifest.json"))) return used(folder);
    const making = `${folder}.making`;
    rmSync(making, { recursive: true, force: true });
    await (kind === "local" ? makeLocal : makeDeployable)(root, making, stage, say);
    if (!existsSync(join(making, "manifest.json")))
      throw new Error(`bin/app.ts wrote nothing to ${making}`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(making, folder);
    removeOld(cache, folder);
    return used(folder);
  });
}

type Make = (
  root: string,
  making: string,
  stage: string,
  say: (line: string) => void,
) => Promise<void>;

/** Side by side: the templates do not depend on the bundles. */
const makeLocal: Make = async (root, making, stage, say) => {
  say("building the functions and their templates …");
  const functions = join(making, "functions");
  const made = await Promise.allSettled([
    runNode(root, ["bin/build.ts", "--together", "--out", functions], {}),
    // `npm run synth` validates the templates, which takes three quarters of a synthesis.
    runNode(root, ["bin/app.ts"], {
      CDK_OUTDIR: making,
      CDK_VALIDATION: "false",
      STAGE: stage,
      LOCAL: "1",
    }),
  ]);
  const failed = made.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
};

const makeDeployable: Make = async (root, making, stage, say) => {
  say("building the functions …");
  await runNode(root, ["bin/build.ts"], {});
  say("synthesizing the templates …");
  await runNode(root, ["bin/app.ts"], { CDK_OUTDIR: making, STAGE: stage, WITHOUT_SITE: "1" });
};

function used(folder: string): string {
  writeFileSync(join(folder, `${USER}${process.pid}`), "");
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}

function removeOld(cache: string, current: string): void {
  const folders = readdirSync(cache)
    .map((name) => join(cache, name))
    .filter((path) => path !== current && statSync(path).isDirectory() && !isUsed(path))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const path of folders.slice(KEPT - 1)) rmSync(path, { recursive: true, force: true });
}

/** Whether a running process uses the folder. Forgets processes that have ended, without making the folder newer. */
function isUsed(folder: string): boolean {
  const { atime, mtime } = statSync(folder);
  const users = readdirSync(folder).filter((name) => name.startsWith(USER));
  const ended = users.filter((name) => !isRunning(Number(name.slice(USER.length))));
  for (const name of ended) rmSync(join(folder, name), { force: true });
  utimesSync(folder, atime, mtime);
  return users.length > ended.length;
}

// Builds the dashboard when its inputs changed. As with assemblies, each state of the inputs has its own folder.

/** The contract gives it the endpoints' methods and paths, and banks their names. */
export const SITE_INPUTS = [
  "web",
  "lib/contract",
  "lib/domain",
  "lib/providers",
  "lib/infra/made-at-build.ts",
  "clients/typescript/src",
  "package-lock.json",
];

/** Where the dashboard of the current code is built, and whether it is. */
function siteFolder(root: string): { readonly folder: string; readonly isBuilt: boolean } {
  const hash = hashInputs(root, [process.version], SITE_INPUTS);
  const folder = join(root, "dist", "sites", hash);
  return { folder, isBuilt: existsSync(join(folder, "index.html")) };
}

/** The folder of the built dashboard, or null where the current code's was not built yet. */
export function builtSiteFolder(root: string): string | null {
  const { folder, isBuilt } = siteFolder(root);
  return isBuilt ? used(folder) : null;
}

/**
 * The folder of the built dashboard.
 * @throws Error with the output of the build where it fails
 */
export async function ensureSite(
  root: string,
  say: (line: string) => void = () => {},
): Promise<string> {
  const { folder, isBuilt } = siteFolder(root);
  if (isBuilt) return used(folder);
  const cache = join(root, "dist", "sites");
  mkdirSync(cache, { recursive: true });
  return withFileLock(join(cache, "build-lock"), async () => {
    if (existsSync(join(folder, "index.html"))) return used(folder);
    say("building the dashboard …");
    const making = `${folder}.making`;
    rmSync(making, { recursive: true, force: true });
    const vite = ["node_modules/vite/bin/vite.js", "build", "web/dashboard"];
    await runNode(root, vite, { SITE_OUTDIR: making });
    rmSync(folder, { recursive: true, force: true });
    renameSync(making, folder);
    removeOld(cache, folder);
    return used(folder);
  });
}

const ROOT = join(import.meta.dirname, "..", "..", "..");
/** Some bundled packages are CommonJS and ask for Node's own modules by `require`. */
const REQUIRE =
  'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);';

const programs = new Map<string, string>();

/**
 * File with the program of a worker thread as one piece of JavaScript, built when its sources changed. A
 * thread that starts from TypeScript loads its own compiler to strip the types: 25 MB and 30 ms each.
 *
 * @param source of the program, from the root of the repository
 * @param inputs other files that it is made from
 */
export function threadProgram(source: string, inputs: readonly string[]): string {
  const program = programs.get(source) ?? build(source, inputs);
  programs.set(source, program);
  return program;
}

function build(source: string, inputs: readonly string[]): string {
  const hash = hashInputs(ROOT, [process.version], [source, ...inputs]);
  const file = join(ROOT, "dist", "threads", `${hash}.mjs`);
  if (existsSync(file)) return file;
  // Otherwise a thread and a process of esbuild stay, which take up to 100 MB.
  process.env.ESBUILD_WORKER_THREADS = "0";
  // Loaded only here: it takes 60 ms.
  const { buildSync } = createRequire(import.meta.url)("esbuild") as typeof import("esbuild");
  const unfinished = `${file}.${process.pid}`;
  buildSync({
    entryPoints: [join(ROOT, source)],
    outfile: unfinished,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    banner: { js: REQUIRE },
    logLevel: "error",
  });
  renameSync(unfinished, file);
  return file;
}
