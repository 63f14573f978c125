// Builds the dashboard when its inputs changed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withFileLock } from "./file-lock.ts";
import { hashInputs } from "./inputs-hash.ts";
import { runNode } from "./run-node.ts";

/** The contract gives it the endpoints' methods and paths. */
const INPUTS = [
  "web/dashboard",
  "web/tokens.css",
  "web/tsconfig.json",
  "lib/contract",
  "clients/typescript/src",
  "package-lock.json",
];

/**
 * The folder of the built dashboard, `dist/web/dashboard`.
 * @throws Error with the output of the build where it fails
 */
export async function ensureSite(
  root: string,
  say: (line: string) => void = () => {},
): Promise<string> {
  const folder = join(root, "dist", "web", "dashboard");
  // Beside the folder, because everything in it becomes public.
  const stamp = join(root, "dist", "web", "dashboard.inputs");
  const hash = hashInputs(root, [process.version], INPUTS);
  const isBuilt = () =>
    existsSync(join(folder, "index.html")) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === hash;
  if (isBuilt()) return folder;
  mkdirSync(join(root, "dist", "web"), { recursive: true });
  return withFileLock(join(root, "dist", "web", "lock"), async () => {
    if (isBuilt()) return folder;
    say("building the dashboard …");
    await runNode(root, ["node_modules/vite/bin/vite.js", "build", "web/dashboard"], {});
    writeFileSync(stamp, hash);
    return folder;
  });
}
