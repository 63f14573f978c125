import { readdirSync, readFileSync } from "node:fs";
import { type BurstReceiver, closedLoop, startBurstReceiver } from "./burst-load.ts";
import type { BurstService } from "./burst-service.ts";
import { type BenchOptions, type Figure, round } from "./figure.ts";
import { startService, untilIdle } from "./service-process.ts";

const AT_ONCE = 8;
const WARM_UP_MS = 20_000;
const MEASURED_MS = { reduced: 20_000, full: 120_000 };
const DELIVERY_TIMEOUT_MS = 60_000;
/** Linux counts processor time in ticks of 10 ms, and memory in pages of 4 KB. */
const TICK_MS = 10;
const PAGES_PER_MEGABYTE = 256;

/** P14: what `npm start` needs for each payment. */
export async function localStack({ full, say }: BenchOptions): Promise<Figure> {
  const receiver = await startBurstReceiver();
  const startedAt = performance.now();
  const child = await startService(receiver.url);
  const readySeconds = (performance.now() - startedAt) / 1000;
  try {
    say("P14: warming up");
    await pay(child.service, receiver, WARM_UP_MS, "warm");
    const before = usage(child.pid);
    const began = performance.now();
    const paid = await pay(
      child.service,
      receiver,
      full ? MEASURED_MS.full : MEASURED_MS.reduced,
      "paid",
    );
    const seconds = (performance.now() - began) / 1000;
    const after = usage(child.pid);
    const engineMs = after.childMs - before.childMs;
    const stackMs = after.ownMs - before.ownMs;
    return {
      id: "P14",
      title: "the service on one machine, as `npm start` and the tests run it",
      how: `${paid} payments (create, pay at the simulated bank, submit, webhook delivered), ${AT_ONCE} at once, after ${WARM_UP_MS / 1000} s of warming up. The load and the receiver run in another process of the same machine.`,
      rows: [
        { what: "payments a second", count: round(paid / seconds) },
        { what: "processor time a payment, ms: stack and functions", count: round(stackMs / paid) },
        { what: "processor time a payment, ms: table engine", count: round(engineMs / paid) },
        { what: "memory at the end, MB: stack and functions", count: round(after.ownMegabytes, 0) },
        { what: "memory at the end, MB: table engine", count: round(after.childMegabytes, 0) },
        { what: "from start to a shop that can sell, s", count: round(readySeconds) },
      ],
    };
  } finally {
    child.close();
    await receiver.close();
  }
}

/** Runs payments for so long and waits for their webhooks. Returns how many were delivered. */
async function pay(
  service: BurstService,
  receiver: BurstReceiver,
  ms: number,
  name: string,
): Promise<number> {
  const known = receiver.arrivals.size;
  const payments = await closedLoop(service, { atOnce: AT_ONCE, ms, name });
  const due = payments.filter(({ submitted }) => submitted === "accepted").length;
  await receiver.waitFor(known + due, DELIVERY_TIMEOUT_MS);
  await untilIdle(service);
  return due;
}

/** Processor time and memory of a process, and of all processes below it. */
function usage(pid: number) {
  const all = readdirSync("/proc").flatMap((name) => statOf(Number(name)) ?? []);
  const own = all.find((one) => one.pid === pid);
  if (own === undefined) throw new Error("P14 reads /proc, which only Linux has");
  const below = new Set([pid]);
  // Parents have smaller numbers than their children, save for the rare wrap.
  for (const one of all.toSorted((a, b) => a.pid - b.pid))
    if (below.has(one.parent)) below.add(one.pid);
  const children = all.filter((one) => one.pid !== pid && below.has(one.pid));
  const sum = (pick: (one: (typeof all)[number]) => number) =>
    children.reduce((total, one) => total + pick(one), 0);
  return {
    ownMs: own.ms,
    ownMegabytes: own.megabytes,
    childMs: sum(({ ms }) => ms),
    childMegabytes: sum(({ megabytes }) => megabytes),
  };
}

function statOf(pid: number) {
  if (!Number.isInteger(pid)) return null;
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const ms = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    const megabytes = Number(fields[21]) / PAGES_PER_MEGABYTE;
    return { pid, parent: Number(fields[1]), ms, megabytes };
  } catch {
    return null;
  }
}
