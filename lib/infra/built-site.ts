import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * The folder of the built dashboard.
 * @throws Error where it is missing: a deployment without it would delete the dashboard's files
 */
export function builtSite(folder: string): string {
  if (existsSync(join(folder, "index.html"))) return folder;
  throw new Error(`${folder} is missing: run \`npm run build:web\` before the synthesis.`);
}
