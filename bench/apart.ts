import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BenchOptions, Figure } from "./figure.ts";

const run = promisify(execFile);
/** As the bench was started: the functions that it runs in its own process change the variables of that process. */
const ENVIRONMENT = { ...process.env };

/** Measures a figure that starts a whole stack in a process of its own. */
export async function measureApart(id: "P16" | "P19", { full }: BenchOptions): Promise<Figure> {
  const child = join(import.meta.dirname, "apart-child.ts");
  const { stdout } = await run(process.execPath, [child, id, full ? "full" : "reduced"], {
    env: ENVIRONMENT,
  });
  return JSON.parse(stdout);
}
