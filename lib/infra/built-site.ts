import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * The folder of the built dashboard. Throws where there is none: deployed without its files, the
 * dashboard would be taken away from those who use it.
 */
export function builtSite(folder: string): string {
  if (existsSync(join(folder, "index.html"))) return folder;
  throw new Error(`${folder} is missing: run \`npm run build:web\` before the synthesis.`);
}
