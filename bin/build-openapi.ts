import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openApiFile } from "../lib/contract/openapi-file.ts";

/** `node bin/build-openapi.ts`: after a change of the contract, so that its difference can be read. */
await writeFile(join(import.meta.dirname, "..", "docs", "openapi.json"), openApiFile());
