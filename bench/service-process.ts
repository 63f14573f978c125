// The whole service as `npm start` runs it, in a process of its own.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { request } from "undici";
import type { BurstService, ServiceSample } from "./burst-service.ts";

const IDLE_TRIES = 6;
/** As in the script `start` of `package.json`. */
const START_FLAGS = ["--max-semi-space-size=4", "--max-old-space-size=512"];
const START_VARIABLES = { NODE_COMPILE_CACHE: "dist/compile-cache", MALLOC_ARENA_MAX: "2" };

/** Waits until nothing runs; a busy machine may need more than one call's time limit. */
export async function untilIdle({ url }: BurstService): Promise<void> {
  for (let tries = 0; tries < IDLE_TRIES; tries += 1) {
    const answer = await request(`${url}/_local/idle/`, { method: "POST", body: "{}" });
    await answer.body.dump();
    if (answer.statusCode === 200) return;
  }
}

/** With an environment of its own: this process has that of the other figures' functions. */
export async function startService(receiverUrl: string) {
  const { PATH, HOME } = process.env;
  const child = fork(join(import.meta.dirname, "burst-service.ts"), {
    env: { PATH, HOME, ...START_VARIABLES },
    execArgv: START_FLAGS,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new AbortController();
  child.once("exit", () => waiting.abort(new Error("the service ended")));
  const answer = async (message: object | string) => {
    const answered = once(child, "message", { signal: waiting.signal });
    child.send(message);
    const [said] = await answered;
    return said as unknown;
  };
  return {
    service: (await answer({ receiverUrl })) as BurstService,
    pid: child.pid ?? 0,
    brokenInvariants: async () => (await answer("audit")) as readonly string[],
    sample: async () => (await answer("sample")) as ServiceSample,
    close: () => child.disconnect(),
  };
}
