import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GENERATED_FILES } from "./generated-files.ts";

/** Writes every generated file. Run it after changes in `lib/contract` or `web/pay`. */
const root = join(import.meta.dirname, "..");
for (const { path, make } of GENERATED_FILES) await writeFile(join(root, path), await make(root));
