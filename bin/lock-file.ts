import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes from `package-lock.json` the addresses of the registry at hand, and the Node versions that packages ask for.
 * npm compares those with the Node that runs npm, but everything here runs on the pinned package `node`;
 * `test/structure/lock-file.test.ts` compares them with that one.
 */
const path = join(import.meta.dirname, "..", "package-lock.json");
const lock = JSON.parse(readFileSync(path, "utf8")) as {
  packages: Record<string, { resolved?: string; engines?: unknown }>;
};
for (const [name, entry] of Object.entries(lock.packages)) {
  delete entry.resolved;
  if (name !== "") delete entry.engines;
}
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
