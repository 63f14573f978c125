import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { functionHandlers, WORKERS } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { type BuiltFunction, buildFunctions } from "../../lib/infra/build-functions.ts";
import { hashInputs } from "../../lib/local/build/build-cache.ts";
import { withFileLock } from "../../lib/local/data-folder.ts";

const FIXTURE = join(import.meta.dirname, "..", "fixtures", "released-bundles");

/** Fields of the last release's `SERVICE_CONFIG`. */
export function releasedConfigFields(): readonly string[] {
  return JSON.parse(readFileSync(`${FIXTURE}.json`, "utf8")).configFields;
}

/**
 * Writes the bundles of the last release (`npm run release:fixture`) to a folder: one folder for each function
 * id. The reader of PDFs, which bundles load later, is not among them.
 */
export function unpackReleased(): string {
  const text = brotliDecompressSync(readFileSync(`${FIXTURE}.br`)).toString();
  const folder = mkdtempSync(join(tmpdir(), "released-"));
  for (const [id, bundle] of Object.entries(JSON.parse(text) as Record<string, string>)) {
    mkdirSync(join(folder, id));
    writeFileSync(join(folder, id, "index.cjs"), bundle);
  }
  return folder;
}

/** Bundles as AWS gets them, in one folder for each function id, where nothing may be changed. */
interface Bundles {
  readonly folder: string;
  readonly built: readonly BuiltFunction[];
}

const ROOT = join(import.meta.dirname, "..", "..");
/** All bundles of the last code under test. */
const KEPT = join(ROOT, "dist", "tested-bundles");

function keptBundles(): { readonly folder: string; readonly kept: Bundles | null } {
  const folder = join(KEPT, hashInputs(ROOT, [process.version]));
  const list = join(folder, "built.json");
  if (!existsSync(list)) return { folder, kept: null };
  return { folder, kept: { folder, built: JSON.parse(readFileSync(list, "utf8")) } };
}

/** Bundles every function, and keeps the result for other tests. */
export async function bundleAll(): Promise<Bundles> {
  const { folder, kept } = keptBundles();
  if (kept !== null) return kept;
  rmSync(KEPT, { recursive: true, force: true });
  const making = join(KEPT, "making");
  const handlers = functionHandlers(ROUTES, WORKERS);
  const built = await buildFunctions({ handlers, root: ROOT, outputFolder: making });
  writeFileSync(join(making, "built.json"), JSON.stringify(built));
  renameSync(making, folder);
  return { folder, built };
}

/** Takes these functions from what is kept, or else bundles them into `outputFolder`. */
export async function bundlesOf(ids: readonly string[], outputFolder: string): Promise<Bundles> {
  const { folder, built } = keptBundles().kept ?? {
    folder: outputFolder,
    built: await buildFunctions({
      handlers: functionHandlers(ROUTES, WORKERS).filter(({ id }) => ids.includes(id)),
      root: ROOT,
      outputFolder,
    }),
  };
  return { folder, built: built.filter(({ id }) => ids.includes(id)) };
}

const CLIENT = "clients/typescript";
/** All that the package is made from. */
const CLIENT_INPUTS = [
  ...["src", "README.md", "build.ts", "package.json", "tsconfig.build.json", "tsconfig.json"].map(
    (name) => `${CLIENT}/${name}`,
  ),
  "package-lock.json",
  "tsconfig.json",
];

/** The client for TypeScript as npm would publish it: a file that is packed when its inputs changed. */
export function packedClient(): Promise<string> {
  const packed = join(ROOT, "dist", "packed-client");
  const folder = join(packed, hashInputs(ROOT, [process.version], CLIENT_INPUTS));
  mkdirSync(join(ROOT, "dist"), { recursive: true });
  return withFileLock(`${packed}.lock`, async () => {
    if (!existsSync(folder)) {
      rmSync(packed, { recursive: true, force: true });
      mkdirSync(packed);
      const making = mkdtempSync(join(packed, "making-"));
      const options = { cwd: join(ROOT, CLIENT) };
      await promisify(execFile)("npm", ["pack", "--pack-destination", making], options);
      renameSync(making, folder);
    }
    return join(folder, readdirSync(folder)[0] ?? "");
  });
}

/**
 * A text made of the code under test and of `parts`, which one process makes for all. What other code made goes from
 * `dist/<kind>`.
 */
export function keptFile(kind: string, parts: readonly string[], make: () => string): string {
  const kept = join(ROOT, "dist", kind);
  const folder = hashInputs(ROOT, [process.version]);
  const name = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  const file = join(kept, folder, name);
  if (existsSync(file)) return readFileSync(file, "utf8");
  const text = make();
  mkdirSync(join(kept, folder), { recursive: true });
  for (const other of readdirSync(kept))
    if (other !== folder) rmSync(join(kept, other), { recursive: true, force: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
  return text;
}

/** Whether a program runs here. Says in one line what is left out where it does not. */
export function isInstalled(
  [command = "", ...args]: readonly string[],
  { leftOut, cwd }: { readonly leftOut: string; readonly cwd?: string },
): boolean {
  const { status } = spawnSync(command, args, { stdio: "ignore", ...(cwd && { cwd }) });
  if (status !== 0) console.log(`Not run: ${leftOut} (${command} or its library is not installed)`);
  return status === 0;
}
