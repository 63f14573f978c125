import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { GENERATED_FILES, GENERATED_FOLDERS } from "./generated-files.ts";

/** Writes every generated file. Run it after changes in `lib/contract` or `web/pay`. */
const root = join(import.meta.dirname, "..");
for (const folder of GENERATED_FOLDERS)
  await rm(join(root, folder), { recursive: true, force: true });
for (const { path, make } of GENERATED_FILES) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), await make(root));
}
