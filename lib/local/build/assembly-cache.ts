// Builds the functions and synthesizes the templates, in child processes, when their inputs changed. Each
// state of the inputs has its own folder: a running stack loads bundles lazily, so its folder must not change.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { withFileLock } from "./file-lock.ts";
import { hashInputs } from "./inputs-hash.ts";
import { runNode } from "./run-node.ts";

const KEPT = 4;

/**
 * The folder of the cloud assembly for the current code below `root`.
 * @throws Error with the output of the build or the synthesis where one of them fails.
 */
export async function ensureAssembly(
  root: string,
  stage: string,
  say: (line: string) => void = () => {},
): Promise<string> {
  const cache = join(root, "dist", "assemblies");
  const folder = join(cache, hashInputs(root, [stage, process.version]));
  if (existsSync(join(folder, "manifest.json"))) return used(folder);
  mkdirSync(cache, { recursive: true });
  return withFileLock(join(cache, "lock"), async () => {
    if (existsSync(join(folder, "manifest.json"))) return used(folder);
    say("building the functions …");
    await runNode(root, ["bin/build.ts"], {});
    say("synthesizing the templates …");
    const making = `${folder}.making`;
    rmSync(making, { recursive: true, force: true });
    await runNode(root, ["bin/app.ts"], {
      CDK_OUTDIR: making,
      STAGE: stage,
      WITHOUT_SITE: "1",
    });
    if (!existsSync(join(making, "manifest.json")))
      throw new Error(`bin/app.ts wrote nothing to ${making}`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(making, folder);
    removeOld(cache, folder);
    return folder;
  });
}

function used(folder: string): string {
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}

function removeOld(cache: string, current: string): void {
  const folders = readdirSync(cache)
    .map((name) => join(cache, name))
    .filter((path) => path !== current && statSync(path).isDirectory())
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const path of folders.slice(KEPT - 1)) rmSync(path, { recursive: true, force: true });
}
