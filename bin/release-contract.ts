import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ApiDocument, breakingChanges } from "../lib/contract/breaking-changes.ts";
import { openApiFile } from "../lib/contract/openapi-file.ts";
import { commandOptions } from "./command-options.ts";

// `npm run contract:release`: makes the present API the released one, which later versions are compared with. Prints
// breaking changes. From version 1.0.0 on it refuses to release them.
commandOptions(import.meta.filename, {});

const FILE = join(import.meta.dirname, "..", "docs", "openapi.released.json");
const text = openApiFile();
const released = JSON.parse(readFileSync(FILE, "utf8")) as ApiDocument;
const changes = breakingChanges(released, JSON.parse(text) as ApiDocument);
for (const change of changes) console.log(change);
const isPromised = !released.info.version.startsWith("0.");
if (changes.length > 0 && isPromised) {
  console.error(
    `These changes break the promise of ${released.info.version}: docs/compatibility.md`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(FILE, text);
  console.log(`Released: ${changes.length} breaking changes since ${released.info.version}.`);
}
