import { join } from "node:path";
import { commandOptions } from "./command-options.ts";
import { GENERATED_FILES, GENERATED_FOLDERS, writeFiles } from "./generated-files.ts";

// `npm run generate`: writes every generated file. Run it after changes in `lib/contract` or `web/pay`, and after tests were renamed.
commandOptions(import.meta.filename, {});
await writeFiles(join(import.meta.dirname, ".."), GENERATED_FILES, GENERATED_FOLDERS);
