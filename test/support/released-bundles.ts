import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

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

/** Whether a program runs here. Says in one line what is left out where it does not. */
export function isInstalled(
  [command = "", ...args]: readonly string[],
  { leftOut, cwd }: { readonly leftOut: string; readonly cwd?: string },
): boolean {
  const { status } = spawnSync(command, args, { stdio: "ignore", ...(cwd && { cwd }) });
  if (status !== 0) console.log(`Not run: ${leftOut} (${command} or its library is not installed)`);
  return status === 0;
}
