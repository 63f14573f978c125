import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import type { MeteredService } from "../test/support/metered-service.ts";
import { type BenchOptions, type Figure, machineLoad, median, round } from "./figure.ts";
import type { BundlePair } from "./plain-bundles.ts";
import { sampleEvent } from "./sample-event.ts";

/** What payers and merchants wait for; measured with the full count of pairs always. */
const MAIN = [
  "authorizer",
  // Without a table: what remains when no client is loaded.
  "service-health",
  "v1-create-checkout",
  "v1-read-checkout",
  "public-show-pay-page",
  "public-verify-checkout",
  "workers-deliver-webhook",
];
const MAIN_PAIRS = 21;
const OTHER_PAIRS_REDUCED = 3;
/** The flags that Lambda's bootstrap gives to Node.js. */
const LAMBDA_FLAGS = ["--expose-gc", "--max-http-header-size", "81920"];
const BARE = "exports.handler = async () => ({ statusCode: 200, body: '' });\n";

const run = promisify(execFile);
const taken = z.object({ loadMs: z.number(), totalMs: z.number(), cpuMs: z.number() });
type Taken = z.output<typeof taken>;

/**
 * P1: a fresh process loads the bundle and answers its first event, with the first call to a real table
 * engine. Ours and the plain bundle take turns, so that whatever else the machine does meets both.
 */
export async function coldStart(
  bundles: readonly BundlePair[],
  service: MeteredService,
  folder: string,
  { full, say }: BenchOptions,
): Promise<Figure> {
  const child = join(import.meta.dirname, "cold-child.cjs");
  await mkdir(join(folder, "events"), { recursive: true });
  const bareBundle = join(folder, "bare.cjs");
  await writeFile(bareBundle, BARE);
  const start = async (bundle: string, event: string): Promise<Taken> => {
    const { stdout } = await run(process.execPath, [...LAMBDA_FLAGS, child, bundle, event], {
      env: { ...process.env, NODE_OPTIONS: "" },
      timeout: 60_000,
    });
    return taken.parse(JSON.parse(stdout));
  };

  const measured = [];
  for (const [index, { id, ours, plain }] of bundles.entries()) {
    if (index % 10 === 0) say(`P1: ${index} of ${bundles.length} functions`);
    const event = join(folder, "events", `${id}.json`);
    await writeFile(event, JSON.stringify(sampleEvent(id, service.merchant)));
    service.meter.take();
    await start(ours, event);
    const databaseCalls = service.meter.take().filter((call) => call.service === "dynamodb").length;
    await start(plain, event);
    const pairs = full || MAIN.includes(id) ? MAIN_PAIRS : OTHER_PAIRS_REDUCED;
    const { own, other } = await alternate(
      pairs,
      () => start(ours, event),
      () => start(plain, event),
    );
    const bare: Taken[] = [];
    for (let count = 0; MAIN.includes(id) && count < pairs; count += 1) {
      bare.push(await start(bareBundle, event));
    }
    measured.push({ id, pairs, databaseCalls, ...compared(own, other, bare) });
  }
  const shown = measured.filter(({ id }) => MAIN.includes(id));
  const rest = measured.filter(({ id }) => !MAIN.includes(id));
  return {
    id: "P1",
    title: "cold start: load, first invocation, first database call (ms; medians)",
    how: `Interleaved pairs, ${MAIN_PAIRS} for the functions named, ${full ? MAIN_PAIRS : OTHER_PAIRS_REDUCED} for the ${rest.length} others; Node with Lambda's own flags; load of the machine ${machineLoad()}. Ratios count, not milliseconds.`,
    rows: [
      ...shown.map(({ id, ...values }) => ({ function: id, ...shortened(values) })),
      {
        function: `median of the others (${rest.length})`,
        ...shortened({
          pairs: rest[0]?.pairs ?? 0,
          ours: medianOf(rest.map(({ ours }) => ours)),
          plain: medianOf(rest.map(({ plain }) => plain)),
          bare: null,
          loadRatio: median(rest.map(({ loadRatio }) => loadRatio)),
          ratio: median(rest.map(({ ratio }) => ratio)),
          cpuRatio: median(rest.map(({ cpuRatio }) => cpuRatio)),
        }),
      },
    ],
    details: Object.fromEntries(measured.map(({ id, ...values }) => [id, values])),
  };
}

/** Alternates which of the two starts first: the second one finds the disk cache warmer. */
async function alternate(
  pairs: number,
  startOwn: () => Promise<Taken>,
  startOther: () => Promise<Taken>,
): Promise<{ readonly own: Taken[]; readonly other: Taken[] }> {
  const own: Taken[] = [];
  const other: Taken[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) own.push(await startOwn());
    other.push(await startOther());
    if (pair % 2 === 1) own.push(await startOwn());
  }
  return { own, other };
}

function compared(ours: readonly Taken[], plain: readonly Taken[], bare: readonly Taken[]) {
  const ratios = (pick: (taken: Taken) => number) =>
    ours.map((one, index) => pick(one) / pick(plain[index] ?? one));
  return {
    ours: medianOf(ours),
    plain: medianOf(plain),
    bare: bare.length > 0 ? medianOf(bare) : null,
    loadRatio: round(median(ratios(({ loadMs }) => loadMs)), 2),
    ratio: round(median(ratios(({ totalMs }) => totalMs)), 2),
    cpuRatio: round(median(ratios(({ cpuMs }) => cpuMs)), 2),
  };
}

function medianOf(values: readonly Taken[]): Taken {
  const of = (pick: (taken: Taken) => number) => round(median(values.map(pick)), 1);
  return {
    loadMs: of(({ loadMs }) => loadMs),
    totalMs: of(({ totalMs }) => totalMs),
    cpuMs: of(({ cpuMs }) => cpuMs),
  };
}

function shortened(values: {
  readonly pairs: number;
  readonly ours: Taken;
  readonly plain: Taken;
  readonly bare: Taken | null;
  readonly loadRatio: number;
  readonly ratio: number;
  readonly cpuRatio: number;
}) {
  const { pairs, ours, plain, bare, loadRatio, ratio, cpuRatio } = values;
  return {
    pairs,
    "ours load": ours.loadMs,
    "load/plain": round(loadRatio, 2),
    "ours all": ours.totalMs,
    "plain all": plain.totalMs,
    bare: bare?.totalMs ?? "",
    "all/plain": round(ratio, 2),
    "of CPU": round(cpuRatio, 2),
  };
}
