// `npm run bench`: measures, prints a table and writes `results.json` beside this file.
//   --only P1,P3   these figures; the others keep what was measured before
//   --times        the figures that depend on how fast and busy the machine is
//   --full         the counts that the figures are defined with (half an hour), not the reduced ones
//   --items 1000,100000,1000000   how full P4 makes the table, rising; a million takes about 20 minutes
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { commandOptions, namesOf } from "../bin/command-options.ts";
import { startMeteredService } from "../test/support/metered-service.ts";
import { measureApart } from "./apart.ts";
import { buildBoth, bundleSize } from "./bundle-size.ts";
import { burst } from "./burst.ts";
import { coldStart, firstRequest } from "./cold-start.ts";
import { cost } from "./cost.ts";
import { busyPart, type Figure, machineLoad, printFigure } from "./figure.ts";
import { databaseWork, fullTable } from "./fill-table.ts";
import { hotPartitions } from "./hot-partitions.ts";
import { localStack } from "./local-stack.ts";
import { memory } from "./memory.ts";
import { pageSizes } from "./page-sizes.ts";
import { passedFiles } from "./passed-files.ts";
import { logBytes, paidLatency, walkPayment, warmUp } from "./payment-path.ts";
import { statement } from "./statement.ts";
import { throughput } from "./throughput.ts";
import { warmCpu } from "./warm-cpu.ts";
import { isolation } from "./webhooks.ts";

/** Part of the processors in use by other programs above which times say little. */
const BUSY_PART = 0.1;
const RESULTS = join(import.meta.dirname, "results.json");
const values = commandOptions(import.meta.filename, {
  only: { type: "string" },
  times: { type: "boolean", default: false },
  full: { type: "boolean", default: false },
  items: { type: "string" },
});
const TIMES = ["P1", "P1b", "P5", "P6", "P7", "P7b", "P8", "P12", "P14", "P15", "P17", "P19"];
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
    ["P13", () => hotPartitions(service)],
    ["P11", () => pageSizes(service)],
    ["P18", () => passedFiles(service)],
    ["P5", () => warmCpu(service, options)],
    ["P6", () => throughput(service, options)],
    ["P7", () => isolation("known", options)],
    ["P7b", () => isolation("died", options)],
    ["P8", () => burst(options)],
    ["P14", () => localStack(options)],
    ["P15", () => paidLatency(options)],
    ["P16", () => measureApart("P16", options)],
    ["P17", () => statement(options)],
    ["P19", () => measureApart("P19", options)],
    ["P1", async () => coldStart(await bundles(), service, folder, options)],
    ["P1b", async () => firstRequest(await bundles(), service, folder, options)],
    ["P12", async () => memory(await bundles(), service, folder, options)],
    // Last, because it leaves the table full.
    ["P4", () => fullTable(service, options)],
  ];
  const known = figures.map(([id]) => id);
  const wanted = values.times ? TIMES : namesOf(values.only, known);
  for (const [id, measure] of figures) {
    if (!wanted.includes(id)) continue;
    const busyBefore = await busyPart();
    const figure = await measure();
    printFigure(figure);
    keep(figure, busyBefore);
  }
} finally {
  // The engine ends with this process. `close` would hold the made-up events of P6 against the contract.
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** Written after each figure, so that a run that is stopped has not been for nothing. */
function keep(figure: Figure, busyBefore: number): void {
  const known = existsSync(RESULTS)
    ? (JSON.parse(readFileSync(RESULTS, "utf8")) as { figures?: Record<string, unknown> })
    : {};
  const { id, ...rest } = figure;
  const entry = {
    ...rest,
    measuredAt: new Date().toISOString(),
    counts: values.full ? "full" : "reduced",
    machine: `Node ${process.version}, ${process.platform}-${process.arch}, ${cpus().length} cores`,
    busyBefore,
    load: machineLoad(),
  };
  if (TIMES.includes(id) && busyBefore > BUSY_PART)
    console.log(
      `    The machine was busy (${Math.round(busyBefore * 100)} % before it began): do not compare these times.`,
    );
  const all = Object.entries({ ...known.figures, [id]: entry });
  const sorted = all.toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  writeFileSync(RESULTS, `${JSON.stringify({ figures: Object.fromEntries(sorted) }, null, 2)}\n`);
}
