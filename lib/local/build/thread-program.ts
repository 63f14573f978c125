import { existsSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { hashInputs } from "./build-cache.ts";

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
