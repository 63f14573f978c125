import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { functionFiles } from "../lib/contract/functions.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { WORKERS } from "../lib/contract/workers.ts";
import { buildFunctions } from "../lib/infra/build-functions.ts";

const ROOT = join(import.meta.dirname, "..");
const FILES = functionFiles(ROUTES, WORKERS).filter(({ file }) => existsSync(join(ROOT, file)));

export interface BundlePair {
  readonly id: string;
  /** Paths of the bundles. */
  readonly ours: string;
  readonly plain: string;
  readonly oursBytes: number;
  readonly plainBytes: number;
}

/**
 * Every function twice: as we build it, and as `NodejsFunction` does where nothing is set but `minify`
 * and `bundleAwsSDK`: esbuild's own defaults for Node, i.e. CommonJS from the packages' `main`.
 */
export async function buildBoth(folder: string): Promise<readonly BundlePair[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const ours = await buildFunctions({
    files: FILES,
    root: ROOT,
    outputFolder: join(folder, "ours"),
  });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: FILES.map(({ id, file }) => ({ in: file, out: `${id}/index` })),
    outdir: join(folder, "plain"),
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    minify: true,
    outExtension: { ".js": ".cjs" },
    metafile: true,
    logLevel: "error",
  });
  const plain = new Map(
    Object.entries(metafile.outputs).map(([path, { bytes }]) => [path.split("/").at(-2), bytes]),
  );
  return ours.map(({ id, bytes }) => ({
    id,
    ours: join(folder, "ours", id, "index.cjs"),
    plain: join(folder, "plain", id, "index.cjs"),
    oursBytes: bytes,
    plainBytes: plain.get(id) ?? 0,
  }));
}
