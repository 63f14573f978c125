// A thread that stops the main thread at the start of two functions, and hands back what ran between them.
import { Session } from "node:inspector/promises";
import { parentPort, workerData } from "node:worker_threads";

/** Where the main thread stops: the URL of a file, and the line of a function, from 0. */
export interface Stop {
  readonly url: string;
  readonly lineNumber: number;
}

// A session alone keeps no thread alive.
parentPort?.ref();
const session = new Session();
session.connectToMainThread();
let stops = 0;
session.on("Debugger.paused", async () => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  stops += 1;
  // The first one only sets the counts back.
  if (stops === 2) {
    await session.post("Profiler.stopPreciseCoverage");
    parentPort?.postMessage(result);
  }
  await session.post("Debugger.resume");
});
await session.post("Debugger.enable");
for (const stop of workerData as readonly Stop[])
  await session.post("Debugger.setBreakpointByUrl", stop);
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
parentPort?.postMessage("ready");
