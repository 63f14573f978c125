import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

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
