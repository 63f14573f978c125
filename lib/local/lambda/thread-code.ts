import { join } from "node:path";
import { buildSync } from "esbuild";

let code: string | undefined;

/**
 * The program of a function's thread as plain JavaScript. Started from its source, every thread would
 * load a compiler of its own to strip the types: 25 MB and 30 ms each.
 */
export function threadCode(): string {
  code ??= buildSync({
    entryPoints: [join(import.meta.dirname, "thread.ts")],
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "node24",
  }).outputFiles[0]?.text;
  if (code === undefined) throw new Error("the program of a function's thread cannot be built");
  return code;
}
