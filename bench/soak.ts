// `npm run bench:soak`: three merchants for ten minutes on the whole service, with a burst of ten times
// their rate every two minutes. Prints figures and a verdict, writes the chart `docs/soak.svg` and the
// figures `bench/soak.json`. `--minutes` and `--rate` (payments a second of all merchants) change it.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { commandOptions, numberOf } from "../bin/command-options.ts";
import { isRefused, isUnclear, openArrivals } from "./burst-load.ts";
import { machineLoad, round } from "./figure.ts";
import { lineCharts } from "./line-chart.ts";
import { startService } from "./service-process.ts";
import { type Taken, unevenness, type Wait, waitingAt } from "./soak-verdict.ts";

const options = commandOptions(import.meta.filename, {
  minutes: { type: "string", default: "10" },
  rate: { type: "string", default: "0.5" },
});

const BURST_EVERY_SECONDS = 120;
const BURST_SECONDS = 10;
const SAMPLE_MS = 10_000;
const DRAIN_MS = 180_000;
const CHART = join(import.meta.dirname, "..", "docs", "soak.svg");
const FIGURES = join(import.meta.dirname, "soak.json");

const seconds = numberOf("minutes", options.minutes) * 60;
const rate = numberOf("rate", options.rate);

/** When the webhook of each checkout came first, by the checkout's id. */
const arrivals = new Map<string, number>();
const receiver = createServer(async (request, response) => {
  const { data } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  response.end();
  if (!arrivals.has(data.object.id)) arrivals.set(data.object.id, performance.now());
});
receiver.listen(0, "127.0.0.1");
await once(receiver, "listening");
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

const child = await startService(receiverUrl);
const merchants = child.service.liveKeys.length;

const startedAt = performance.now();
const times = arrivalTimes();
const samples: Taken[] = [];
let isDone = false;
const sampling = (async () => {
  while (!isDone) {
    samples.push({
      ...(await child.sample()),
      at: performance.now() - startedAt,
      payments: arrivals.size,
    });
    await pause(SAMPLE_MS);
  }
})();

const payments = await openArrivals(child.service, times, "soak");
const accepted = payments.filter(({ submitted }) => submitted === "accepted");
const endsAt = performance.now() + DRAIN_MS;
while (
  accepted.some(({ checkoutId }) => !arrivals.has(checkoutId ?? "")) &&
  performance.now() < endsAt
) {
  await pause(100);
}
isDone = true;
await sampling;
const broken = await child.brokenInvariants();
child.close();
receiver.close();
receiver.closeAllConnections();

const waits = accepted.map(({ checkoutId, acceptedAt }): Wait => {
  const until = arrivals.get(checkoutId ?? "");
  return {
    from: (acceptedAt ?? startedAt) - startedAt,
    until: until === undefined ? null : until - startedAt,
  };
});
const lost = waits.filter(({ until }) => until === null).length;
const every = Array.from(
  { length: Math.ceil((performance.now() - startedAt) / 1000) },
  (_, at) => at,
);
const waiting = every.map((at) => ({ at, ...waitingAt(waits, at * 1000) }));
const uneven = unevenness(samples);
const isSound = lost === 0 && broken.length === 0 && uneven.length === 0;
const figures = {
  minutes: Number(options.minutes),
  merchants,
  "payments offered": payments.length,
  "payments accepted": accepted.length,
  "refused (429, 503)": payments.filter(isRefused).length,
  "without a clear answer": payments.filter(isUnclear).length,
  "webhooks lost": lost,
  "broken invariants": broken.length,
  "most payments waiting": Math.max(...waiting.map(({ depth }) => depth)),
  "oldest wait, s": round(Math.max(...waiting.map(({ ageSeconds }) => ageSeconds))),
  "resident memory, MB": fromTo(({ rssMegabytes }) => rssMegabytes),
  "heap, MB": fromTo(({ heapMegabytes }) => heapMegabytes),
  handles: fromTo(({ handles }) => handles),
  "items in the table": fromTo(({ items }) => items),
  "items per payment, at the end": round(
    ((samples.at(-1)?.items ?? 0) - (samples[0]?.items ?? 0)) / Math.max(1, accepted.length),
  ),
  "load of the machine": machineLoad(),
  verdict: isSound ? "flat, nothing lost" : [...uneven, `${lost} lost`, ...broken].join("; "),
};
for (const [what, figure] of Object.entries(figures)) console.log(`${what}: ${figure}`);
writeFileSync(FIGURES, `${JSON.stringify({ figures, samples }, null, 2)}\n`);
writeFileSync(CHART, chart());
process.exitCode = isSound ? 0 : 1;

/** ms; an even rate, and ten times as many for ten seconds of every two minutes. */
function arrivalTimes(): readonly number[] {
  const list: number[] = [];
  for (let at = 0; at < seconds; ) {
    list.push(at * 1000);
    const inPeriod = at % BURST_EVERY_SECONDS;
    const isBurst =
      inPeriod >= BURST_EVERY_SECONDS / 2 && inPeriod < BURST_EVERY_SECONDS / 2 + BURST_SECONDS;
    at += 1 / (isBurst ? rate * 10 : rate);
  }
  return list;
}

function fromTo(of: (sample: Taken) => number): string {
  const values = samples.map(of);
  return `${values[0]} at the start, ${values[Math.floor(values.length / 2)]} halfway, ${values.at(-1)} at the end`;
}

function chart(): string {
  return lineCharts(`${merchants} merchants, ${options.minutes} minutes, a burst every two`, [
    {
      label: "payments that wait for their webhook",
      color: "#b3261e",
      points: waiting.map(({ at, depth }) => [at, depth]),
    },
    {
      label: "age of the oldest of them, s",
      color: "#8a5a00",
      points: waiting.map(({ at, ageSeconds }) => [at, ageSeconds]),
    },
    {
      label: "resident memory, MB",
      color: "#1b5e20",
      points: samples.map(({ at, rssMegabytes }) => [at / 1000, rssMegabytes]),
    },
  ]);
}
