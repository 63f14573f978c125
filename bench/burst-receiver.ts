import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 20;

/** The merchant's server: remembers when each event came first, and how often. */
export interface BurstReceiver {
  readonly url: string;
  /** By `webhook-id`, which is the event's id; `firstAt` as `performance.now()` counts. */
  readonly arrivals: ReadonlyMap<string, { readonly firstAt: number; readonly count: number }>;
  /** Waits until so many events have come; false when they have not within the time. */
  waitFor(count: number, timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

export async function startBurstReceiver(): Promise<BurstReceiver> {
  const arrivals = new Map<string, { readonly firstAt: number; readonly count: number }>();
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const id = String(request.headers["webhook-id"]);
      const { firstAt = performance.now(), count = 0 } = arrivals.get(id) ?? {};
      arrivals.set(id, { firstAt, count: count + 1 });
      response.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrivals,
    async waitFor(count, timeoutMs) {
      const endsAt = performance.now() + timeoutMs;
      while (arrivals.size < count && performance.now() < endsAt) await pause(POLL_MS);
      return arrivals.size >= count;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
