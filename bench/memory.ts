import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { WORKERS } from "../lib/contract/functions.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { createCheckout, readCheckout, verifyCheckout } from "../lib/contract/routes/v1.ts";
import { functionEntries } from "../lib/infra/build-functions.ts";
import { proxyEvent } from "../test/support/function-calls.ts";
import type { MeteredService } from "../test/support/metered-service.ts";
import type { BundlePair } from "./bundle-size.ts";
import { PRICES } from "./cost.ts";
import { type BenchOptions, type Figure, machineLoad, median, round } from "./figure.ts";
import { captureLog } from "./payment-path.ts";
import { processorShare } from "./process-cpu.ts";
import { sampleEvent } from "./replay.ts";
import { newDelivery } from "./webhooks.ts";

/** MB at which Lambda gives one whole processor; less memory is that much less of it (AWS's figure). */
export const WHOLE_PROCESSOR = 1769;
const SIZES = [256, 512, 1024, 1769];
/** Answers of one process: its memory is at its height long before the last. */
const ANSWERS = 20;
const RUNS_REDUCED = 5;
const RUNS_FULL = 21;
/** Of one MB for one ms. */
export const DOLLARS_PER_MB_MS = PRICES.lambdaGigabyteSecond.high / 1024 / 1000;

const run = promisify(execFile);
const taken = z.object({
  totalMs: z.number(),
  cpuMs: z.number(),
  warmMs: z.number(),
  warmCpuMs: z.number(),
  peakMegabytes: z.number(),
});
type Taken = z.output<typeof taken>;

/**
 * P12: how much memory each function uses at its height, and how fast those of the payment's path are at each size, on
 * the part of a processor that Lambda gives with it. What `memoryMegabytes` in the tables is chosen by.
 */
export async function memory(
  bundles: readonly BundlePair[],
  service: MeteredService,
  folder: string,
  { full, say }: BenchOptions,
): Promise<Figure> {
  const child = join(import.meta.dirname, "cold-child.cjs");
  await mkdir(join(folder, "batches"), { recursive: true });
  const sizes = new Map(
    functionEntries(ROUTES, WORKERS).map(({ id, memoryMegabytes }) => [id, memoryMegabytes]),
  );
  const start = async (id: string, megabytes: number, enter = ":"): Promise<Taken> => {
    const bundle = bundles.find((pair) => pair.id === id)?.ours ?? "";
    const events = join(folder, "batches", `${id}.json`);
    const own = MAIN[id];
    const batch = own
      ? await own(service)
      : Array.from({ length: ANSWERS }, () => sampleEvent(id, service.merchant));
    await writeFile(events, JSON.stringify(batch));
    const { stdout } = await run(
      "sh",
      [
        "-c",
        `${enter}; exec "$@"`,
        "-",
        process.execPath,
        ...heapOf(megabytes),
        child,
        bundle,
        events,
      ],
      { env: { ...process.env, NODE_OPTIONS: "" }, timeout: 120_000 },
    );
    return taken.parse(JSON.parse(stdout));
  };

  const measureHeights = async (): Promise<Height[]> => {
    const heights: Height[] = [];
    for (const [index, { id }] of bundles.entries()) {
      if (index % 10 === 0) say(`P12: ${index} of ${bundles.length} functions`);
      const megabytes = sizes.get(id) ?? 512;
      const { peakMegabytes, cpuMs, warmCpuMs } = await start(id, megabytes);
      heights.push({
        id,
        megabytes,
        peakMegabytes: round(peakMegabytes, 0),
        coldCpuMs: round(cpuMs, 0),
        warmCpuMs: round(warmCpuMs, 1),
      });
    }
    return heights;
  };

  const log = captureLog();
  const share = processorShare();
  const runs = full ? RUNS_FULL : RUNS_REDUCED;
  const measureSpeeds = async (): Promise<Speed[]> => {
    const speeds: Speed[] = [];
    for (const id of share === null ? [] : Object.keys(MAIN)) {
      say(`P12: ${id} at ${SIZES.join(", ")} MB`);
      const of = new Map<number, Taken[]>(SIZES.map((size) => [size, []]));
      for (let count = 0; count < runs; count += 1) {
        for (const [size, list] of of) {
          share?.set(Math.min(1, size / WHOLE_PROCESSOR));
          list.push(await start(id, size, share?.enter));
        }
      }
      for (const [size, list] of of) {
        const coldMs = median(list.map(({ totalMs }) => totalMs));
        const warmMs = median(list.map((one) => one.warmMs));
        speeds.push({ id, size, coldMs: round(coldMs, 0), warmMs: round(warmMs, 1) });
      }
    }
    return speeds;
  };

  try {
    const heights = await measureHeights();
    const speeds = await measureSpeeds();
    return {
      id: "P12",
      title: "memory: the height of each function, and the time of the payment's path by size",
      how: `Each function answers ${ANSWERS} events in a fresh process (peak resident set, plain Node ${await bareMegabytes()} MB). Times: ${share === null ? "not measured (no control groups here)" : `medians of ${runs} processes, interleaved, held to the part of a processor that Lambda gives with the size; the first answer includes the load, which Lambda itself does faster`}; load of the machine ${machineLoad()}.`,
      rows: [
        ...Object.keys(MAIN).map((id) => rowOf(id, heights, speeds)),
        tallest(heights.filter(({ id }) => MAIN[id] === undefined)),
      ],
      details: { heights, speeds },
    };
  } finally {
    log.restore();
    share?.remove();
  }
}

interface Height {
  readonly id: string;
  readonly megabytes: number;
  readonly peakMegabytes: number;
  readonly coldCpuMs: number;
  readonly warmCpuMs: number;
}
interface Speed {
  readonly id: string;
  readonly size: number;
  readonly coldMs: number;
  readonly warmMs: number;
}

function rowOf(id: string, heights: readonly Height[], speeds: readonly Speed[]) {
  const height = heights.find((entry) => entry.id === id);
  const own = speeds.filter((entry) => entry.id === id);
  return {
    function: id,
    "set to MB": height?.megabytes ?? 0,
    "peak MB": height?.peakMegabytes ?? 0,
    ...Object.fromEntries(own.map(({ size, coldMs }) => [`cold ${size}`, coldMs])),
    ...Object.fromEntries(own.map(({ size, warmMs }) => [`warm ${size}`, warmMs])),
    ...Object.fromEntries(
      own.map(({ size, warmMs }) => [
        `$/10⁶ ${size}`,
        round(warmMs * size * DOLLARS_PER_MB_MS * 1_000_000, 2),
      ]),
    ),
  };
}

function tallest(others: readonly Height[]) {
  const [top] = others.toSorted((a, b) => b.peakMegabytes - a.peakMegabytes);
  return {
    function: `the others (${others.length}): ${top?.id} is the tallest`,
    "set to MB": top?.megabytes ?? 0,
    "peak MB": top?.peakMegabytes ?? 0,
  };
}

/** As Lambda's runtime for Node.js starts it. */
function heapOf(megabytes: number): string[] {
  return [
    `--max-old-space-size=${Math.floor(megabytes * 0.9)}`,
    `--max-semi-space-size=${Math.floor(megabytes * 0.05)}`,
  ];
}

async function bareMegabytes(): Promise<number> {
  const { stdout } = await run(process.execPath, ["-p", "process.resourceUsage().maxRSS / 1024"]);
  return round(Number(stdout), 0);
}

/** Events that do the whole of the work, where a sample event would end in a refusal. */
const MAIN: Readonly<Record<string, (service: MeteredService) => Promise<readonly unknown[]>>> = {
  authorizer: same("authorizer"),
  "v1-create-checkout": async ({ principal }) =>
    times(async () => proxyEvent(createCheckout, { principal, body: createCheckout.example })),
  "v1-read-checkout": async (service) => {
    const { body } = await service.create();
    const { principal } = service;
    return times(async () => proxyEvent(readCheckout, { principal, params: { id: body.id } }));
  },
  "public-show-pay-page": async (service) => {
    const { body } = await service.create();
    const token = String(body.pay_url).split("/").at(-2) ?? "";
    const event = sampleEvent("public-show-pay-page", service.merchant) as object;
    return times(async () => ({ ...event, pathParameters: { token } }));
  },
  "v1-verify-checkout": async (service) =>
    times(async (index) => {
      const { body } = await service.create();
      // Every second receipt is a PDF, which takes the most memory of all.
      const provider = index % 2 === 0 ? "cbe_birr" : "telebirr";
      const { link } = await service.transfer(provider, 150_000);
      return proxyEvent(verifyCheckout, {
        principal: service.principal,
        params: { id: body.id },
        body: { input: link },
      });
    }),
  "workers-relay-events": same("workers-relay-events"),
  "workers-fan-out-webhooks": same("workers-fan-out-webhooks"),
  // Batches of ten, as the queue hands them over when there is much to send.
  "workers-deliver-webhook": async (service) =>
    times(async () => ({
      Records: await Promise.all(
        Array.from({ length: 10 }, async (_, index) => ({
          messageId: String(index),
          body: JSON.stringify(await newDelivery(service)),
        })),
      ),
    })),
};

function same(id: string) {
  return ({ merchant }: MeteredService) => times(async () => sampleEvent(id, merchant));
}

async function times<T>(make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < ANSWERS; index += 1) made.push(await make(index));
  return made;
}
