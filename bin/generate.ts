import { join } from "node:path";
import { GENERATED_FILES, GENERATED_FOLDERS, writeFiles } from "./generated-files.ts";

/** Writes every generated file. Run it after changes in `lib/contract` or `web/pay`. */
await writeFiles(join(import.meta.dirname, ".."), GENERATED_FILES, GENERATED_FOLDERS);
