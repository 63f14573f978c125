import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BenchOptions, Figure } from "./figure.ts";

const run = promisify(execFile);
/** As the bench was started: the functions that it runs in its own process change the variables of that process. */
const ENVIRONMENT = { ...process.env };

/** Measures a figure that starts a whole stack in a process of its own. */
export async function measureApart(id: "P16" | "P19", { full }: BenchOptions): Promise<Figure> {
  const { stdout } = await run(
    process.execPath,
    [import.meta.filename, id, full ? "full" : "reduced"],
    {
      env: ENVIRONMENT,
    },
  );
  return JSON.parse(stdout);
}

// In that process: what the figure says on the way goes nowhere.
if (process.argv[1] === import.meta.filename) {
  const { notices } = await import("./notices.ts");
  const { counterPage } = await import("./counter-page.ts");
  const [, , id, counts] = process.argv;
  const measure = id === "P16" ? notices : counterPage;
  const figure = await measure({ full: counts === "full", say: () => {} });
  process.stdout.write(JSON.stringify(figure), () => process.exit(0));
}
