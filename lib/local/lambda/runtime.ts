// Runs functions on demand: sandboxes are made when all are busy, up to a bound, reused, and closed
// when nobody needed them for a while, so that memory stays flat.
import { randomUUID } from "node:crypto";
import type { Activity } from "../activity.ts";
import type { DeployedFunction } from "../assembly/functions.ts";
import type { LogSink } from "../log-sink.ts";
import { type InvocationResult, openSandbox, type Sandbox } from "./sandbox.ts";

export type LambdaRuntime = {
  /** `event` is JSON text. Waits for a free sandbox; never rejects. */
  invoke(deployed: DeployedFunction, event: string, requestId?: string): Promise<InvocationResult>;
  close(): Promise<void>;
};
export type LambdaOptions = {
  readonly clock: SharedArrayBuffer;
  readonly activity: Activity;
  readonly logs: LogSink;
  readonly environment: (deployed: DeployedFunction) => Record<string, string>;
  /** Sandboxes of one function at the same time. */
  readonly maxPerFunction?: number;
  /** Sandboxes of all functions together; the longest idle one makes room. */
  readonly maxTotal?: number;
  /** Real milliseconds after which an idle sandbox is closed. */
  readonly idleMilliseconds?: number;
};

const CLOSED: InvocationResult = {
  ok: false,
  error: { errorType: "ServiceException", errorMessage: "the local stack is closing" },
};

type Pool = {
  readonly all: Set<Sandbox>;
  readonly idle: Sandbox[];
  readonly waiting: (() => void)[];
};

export function createLambdaRuntime(options: LambdaOptions): LambdaRuntime {
  const { maxPerFunction = 4, maxTotal = 24, idleMilliseconds = 60_000 } = options;
  const pools = new Map<string, Pool>();
  let closed = false;

  const drop = (pool: Pool, sandbox: Sandbox) => {
    pool.all.delete(sandbox);
    const index = pool.idle.indexOf(sandbox);
    if (index >= 0) pool.idle.splice(index, 1);
    void sandbox.close();
  };
  const idleSandboxes = () =>
    [...pools.values()]
      .flatMap((pool) => pool.idle.map((sandbox) => ({ pool, sandbox })))
      .sort((a, b) => a.sandbox.usedAt - b.sandbox.usedAt);
  const reaper = setInterval(
    () => {
      for (const { pool, sandbox } of idleSandboxes()) {
        if (performance.now() - sandbox.usedAt > idleMilliseconds) drop(pool, sandbox);
      }
    },
    Math.min(5_000, idleMilliseconds),
  );
  reaper.unref();

  /** Null once the runtime is closed. */
  const acquire = async (deployed: DeployedFunction, pool: Pool): Promise<Sandbox | null> => {
    while (!closed) {
      const free = pool.idle.pop();
      if (free?.alive) return free;
      if (free !== undefined) {
        drop(pool, free);
        continue;
      }
      if (pool.all.size < maxPerFunction) {
        const total = [...pools.values()].reduce((sum, one) => sum + one.all.size, 0);
        const oldest = total >= maxTotal ? idleSandboxes()[0] : undefined;
        if (oldest !== undefined) drop(oldest.pool, oldest.sandbox);
        const sandbox = openSandbox(deployed, {
          clock: options.clock,
          environment: options.environment(deployed),
          log: (chunk) => options.logs.write(deployed.id, chunk),
        });
        pool.all.add(sandbox);
        return sandbox;
      }
      await new Promise<void>((resolve) => pool.waiting.push(resolve));
    }
    return null;
  };
  const release = (pool: Pool, sandbox: Sandbox) => {
    if (closed || !sandbox.alive) drop(pool, sandbox);
    else pool.idle.push(sandbox);
    pool.waiting.shift()?.();
  };

  return {
    async invoke(deployed, event, requestId = randomUUID()) {
      const end = options.activity.begin();
      try {
        const pool = pools.get(deployed.name) ?? { all: new Set(), idle: [], waiting: [] };
        pools.set(deployed.name, pool);
        const sandbox = await acquire(deployed, pool);
        if (sandbox === null) return CLOSED;
        try {
          return await sandbox.invoke(event, requestId);
        } finally {
          release(pool, sandbox);
        }
      } finally {
        // Whoever waits for the result goes on first, and may begin what follows from it.
        setImmediate(end);
      }
    },
    async close() {
      closed = true;
      clearInterval(reaper);
      for (const pool of pools.values()) for (const wake of pool.waiting.splice(0)) wake();
      await Promise.all(
        [...pools.values()].flatMap((pool) => [...pool.all].map((one) => one.close())),
      );
    },
  };
}
