// `npm run bench`: measures, prints a table and writes `results.json` beside this file.
//   --only P1,P3   these figures; the others keep what was measured before
//   --full         the counts that the figures are defined with (half an hour), not the reduced ones
//   --items 1000,100000,1000000   how full P4 makes the table, rising; a million takes about 20 minutes
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startMeteredService } from "../test/support/metered-service.ts";
import { bundleSize } from "./bundle-size.ts";
import { burst } from "./burst.ts";
import { coldStart } from "./cold-start.ts";
import { cost } from "./cost.ts";
import { databaseWork, fullTable } from "./database-work.ts";
import { type Figure, machineLoad, printFigure } from "./figure.ts";
import { logBytes } from "./log-bytes.ts";
import { memory } from "./memory.ts";
import { pageSizes } from "./page-sizes.ts";
import { walkPayment, warmUp } from "./payment-path.ts";
import { buildBoth } from "./plain-bundles.ts";
import { warmCpu } from "./warm-cpu.ts";
import { isolation, throughput } from "./webhooks.ts";

const RESULTS = join(import.meta.dirname, "results.json");
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    full: { type: "boolean", default: false },
    items: { type: "string" },
  },
});
const wanted = values.only?.split(",") ?? null;
const options = {
  full: values.full,
  ...(values.items !== undefined && { items: values.items.split(",").map(Number) }),
  say: (line: string) => console.error(line),
};
const folder = mkdtempSync(join(tmpdir(), "bench-"));

const service = await startMeteredService();
try {
  await warmUp(service);
  const once = <T>(make: () => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () => {
      made ??= make();
      return made;
    };
  };
  const bundles = once(() => buildBoth(folder));
  const steps = once(() => walkPayment(service));
  const figures: readonly (readonly [string, () => Promise<Figure>])[] = [
    ["P2", async () => bundleSize(await bundles())],
    ["P3", async () => databaseWork(await steps())],
    ["P9", async () => cost(await steps())],
    ["P10", async () => logBytes(await steps())],
    ["P11", () => pageSizes(service)],
    ["P5", () => warmCpu(service, options)],
    ["P6", () => throughput(service, options)],
    ["P7", () => isolation(options)],
    ["P8", () => burst(options)],
    ["P1", async () => coldStart(await bundles(), service, folder, options)],
    ["P12", async () => memory(await bundles(), service, folder, options)],
    // Last, because it leaves the table full.
    ["P4", () => fullTable(service, options)],
  ];
  for (const [id, measure] of figures) {
    if (wanted !== null && !wanted.includes(id)) continue;
    const figure = await measure();
    printFigure(figure);
    keep(figure);
  }
} finally {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** Written after each figure, so that a run that is stopped has not been for nothing. */
function keep(figure: Figure): void {
  const known = existsSync(RESULTS)
    ? (JSON.parse(readFileSync(RESULTS, "utf8")) as { figures?: Record<string, unknown> })
    : {};
  const { id, ...rest } = figure;
  const entry = {
    ...rest,
    measuredAt: new Date().toISOString(),
    counts: values.full ? "full" : "reduced",
    machine: `Node ${process.version}, ${process.platform}-${process.arch}, ${cpus().length} cores, load ${machineLoad()}`,
  };
  const all = Object.entries({ ...known.figures, [id]: entry });
  const sorted = all.toSorted(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
  writeFileSync(RESULTS, `${JSON.stringify({ figures: Object.fromEntries(sorted) }, null, 2)}\n`);
}
