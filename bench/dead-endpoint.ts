import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "../lib/domain/ids.ts";
import { setFunctionEnvironment } from "../test/support/function-calls.ts";
import { startTable } from "../test/support/table.ts";
import { type Delays, Lanes } from "./lanes.ts";

/**
 * How long a quiet endpoint's deliveries take while another endpoint is dead: it accepts connections and
 * never answers. P7: the service knows that it is dead. P7b: it has just died, and the whole first minute
 * counts. The engine's own code, table engine and HTTP.
 *
 * `node bench/dead-endpoint.ts [waiting] [known | died]`
 */

export type Death = "known" | "died";

export interface IsolationResult {
  readonly idle: Delays;
  /** While the dead endpoint's deliveries wait. */
  readonly during: Delays;
}

const SAMPLES = {
  known: { count: 200, gapMs: 25 },
  died: { count: 600, gapMs: 100 },
} as const;

export async function measureIsolation(waiting: number, death: Death): Promise<IsolationResult> {
  setFunctionEnvironment({ tableName: "unused", dynamoDbEndpoint: "http://127.0.0.1:1" });
  const engine = await startTable();
  const arrivals = new Map<string, () => void>();
  const quiet = await listen((request, response) => {
    request.resume().on("end", () => {
      response.end();
      arrivals.get(String(request.headers["webhook-id"]))?.();
    });
  });
  const dead = await listen(() => undefined);
  const lanes = new Lanes(engine.table);
  const unsilence = silence();
  try {
    const [a, b] = [newAccount(), newAccount()];
    await lanes.addEndpoint(a, urlOf(quiet), false);
    await lanes.addEndpoint(b, urlOf(dead), death === "known");
    lanes.start();
    await lanes.sample(a, { count: 20, gapMs: 25 }, arrivals);
    const idle = await lanes.sample(a, SAMPLES.known, arrivals);
    // An endpoint dies while its events come in; one that is known has them waiting already.
    const filled = lanes.fill(b, waiting);
    if (death === "known") await filled;
    const during = await lanes.sample(a, SAMPLES[death], arrivals);
    await filled;
    return { idle, during };
  } finally {
    for (const server of [quiet, dead]) {
      server.closeAllConnections();
      server.close();
    }
    await lanes.stop();
    // The engine ends with this process. `stop` would hold the made-up events against the contract.
    unsilence();
  }
}

function listen(onRequest: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(onRequest);
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function newAccount(): string {
  return newId("acc_", Date.now(), randomBytes(10));
}

/** Keeps the engine's log lines out of the printed table. Returns the way back. */
function silence(): () => void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (() => true) as typeof process.stdout.write;
  return () => {
    process.stdout.write = write;
  };
}

if (import.meta.main) {
  const [waiting = "1000", death = "died"] = process.argv.slice(2);
  const { idle, during } = await measureIsolation(Number(waiting), death as Death);
  console.log(`a quiet endpoint's delay in ms, ${waiting} deliveries to an endpoint that is dead`);
  console.table({ idle, during });
}
