// Runs in a worker thread: SQS with its own `Date`, moved by the shared clock. Being a thread, it
// ends with the process.
import { Server } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { patchDate } from "../clock.ts";
import { type QueueCounts, type QueueEngineData, releaseInflight } from "./queue-engine.ts";

const { clock, dataFolder, region } = workerData as QueueEngineData;
patchDate(clock);

// The engine binds every interface and gives no choice; nothing here may be reachable from outside.
const listen = Server.prototype.listen;
Server.prototype.listen = function (this: Server, ...args: unknown[]) {
  const [options] = args;
  if (typeof options === "object" && options !== null)
    Object.assign(options, { host: "127.0.0.1" });
  return Reflect.apply(listen, this, args);
} as typeof listen;

if (dataFolder !== null) releaseInflight(dataFolder);
const { startFauxqs } = await import("fauxqs");
const server = await startFauxqs({
  port: 0,
  logger: false,
  defaultRegion: region,
  ...(dataFolder !== null && { dataDir: dataFolder }),
});

parentPort?.on("message", (message: { id: number; queues: readonly string[] } | "close") => {
  if (message === "close") {
    void server.stop().finally(() => parentPort?.close());
    return;
  }
  parentPort?.postMessage({ id: message.id, counts: message.queues.map(count) });
});
parentPort?.postMessage({ port: server.port });

function count(name: string): QueueCounts {
  const now = Date.now();
  const inspected = server.inspectQueue(name);
  const delayed = inspected?.messages.delayed ?? [];
  const inflight = inspected?.messages.inflight ?? [];
  const times = [
    ...delayed.map((message) => message.delayUntil ?? 0),
    ...inflight.map((entry) => entry.visibilityDeadline),
  ];
  const later = times.filter((time) => time > now);
  return {
    visible: (inspected?.messages.ready.length ?? 0) + times.length - later.length,
    nextVisibleAt: later.length === 0 ? null : Math.min(...later),
  };
}
