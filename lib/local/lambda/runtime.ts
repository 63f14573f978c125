// Runs functions on demand in a small pool of threads. An invocation gets an idle thread that has loaded the
// function, or else any idle thread with room, or a new one; so few threads serve many functions.
import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import type { Activity } from "../activity.ts";
import type { DeployedFunction } from "../assembly/functions.ts";
import type { LogSink } from "../log-sink.ts";
import type { DirectTableData } from "./direct-table.ts";
import { type FunctionThread, type InvocationResult, openThread } from "./function-thread.ts";

export type LambdaRuntime = {
  /** `event` is JSON text. Waits for a free thread; never rejects. */
  invoke(deployed: DeployedFunction, event: string, requestId?: string): Promise<InvocationResult>;
  close(): Promise<void>;
};
export type LambdaOptions = {
  readonly clock: SharedArrayBuffer;
  readonly activity: Activity;
  readonly logs: LogSink;
  readonly codeCache: string;
  readonly environment: (deployed: DeployedFunction) => Record<string, string>;
  /** Null: table requests go to the front door, as all others do. */
  readonly directTable: DirectTableData | null;
  readonly tableChanged: (table: string) => void;
  /** Invocations of one function at the same time. */
  readonly maxPerFunction?: number;
};

/**
 * More only where all of them wait, e.g. for a receiver that itself calls the API. Each loads and warms up the
 * functions anew: two for each processor took 80 MB more each, and no less processor time.
 */
const USUAL_THREADS = Math.max(2, availableParallelism());
/** How long each of the usual threads has been busy with one invocation before there is another, in ms. */
const STUCK_MILLISECONDS = 1_000;
/** How often an invocation without a thread looks whether all are stuck, in ms. */
const LOOK_MILLISECONDS = 250;
/**
 * How long it waits while the threads that have loaded its function run others, in ms. Loading takes less, but the
 * function would then be cold in two threads and take its memory twice.
 */
const LOADED_PATIENCE_MILLISECONDS = 300;
const MAX_FUNCTIONS_PER_THREAD = 48;
/** So many functions are worth another one of the usual threads. */
const FUNCTIONS_FOR_A_THREAD = 4;
const IDLE_MILLISECONDS = 30_000;
const CLOSED: InvocationResult = {
  ok: false,
  error: { errorType: "ServiceException", errorMessage: "the local stack is closing" },
};

export function createLambdaRuntime(options: LambdaOptions): LambdaRuntime {
  const { maxPerFunction = 4, clock, codeCache, environment, directTable, tableChanged } = options;
  const threads = new Set<FunctionThread>();
  /** The most recently used one is last. */
  const idle: FunctionThread[] = [];
  const waitingForThread: (() => void)[] = [];
  const running = new Map<string, number>();
  const waitingForTurn = new Map<string, (() => void)[]>();
  let closed = false;

  const drop = (thread: FunctionThread) => {
    threads.delete(thread);
    const index = idle.indexOf(thread);
    if (index >= 0) idle.splice(index, 1);
    void thread.close();
  };
  const reaper = setInterval(() => {
    const before = performance.now() - IDLE_MILLISECONDS;
    for (const thread of idle.filter(({ usedAt }) => usedAt < before)) drop(thread);
  }, 5_000);
  reaper.unref();

  const open = (): FunctionThread => {
    const log = options.logs.write;
    const thread = openThread({ clock, codeCache, environment, log, directTable, tableChanged });
    threads.add(thread);
    return thread;
  };
  const take = (thread: FunctionThread | undefined): FunctionThread | null => {
    if (thread === undefined) return null;
    idle.splice(idle.indexOf(thread), 1);
    return thread;
  };
  const dropDead = () => {
    for (const thread of idle.filter(({ alive }) => !alive)) drop(thread);
  };
  /** A busy machine's threads are slow, not stuck: each further one would make the others slower. */
  const isStuck = (): boolean => {
    const before = performance.now() - STUCK_MILLISECONDS;
    return [...threads].every(({ usedAt }) => usedAt < before);
  };
  /**
   * A free thread, which may not have loaded the function yet; null if all are busy. Functions spread evenly over the
   * usual threads: then they run side by side, and few are loaded twice.
   */
  const takeAnother = (): FunctionThread | null => {
    dropDead();
    const [emptiest] = idle.toSorted((a, b) => a.size - b.size);
    const isFull = (emptiest?.size ?? 0) >= MAX_FUNCTIONS_PER_THREAD;
    const isEnough = threads.size >= USUAL_THREADS;
    if (emptiest !== undefined && !isFull && (isEnough || emptiest.size < FUNCTIONS_FOR_A_THREAD)) {
      return take(emptiest);
    }
    if (isFull && isEnough && emptiest !== undefined) drop(emptiest);
    return threads.size < USUAL_THREADS || isStuck() || closed ? open() : null;
  };
  /** How much longer an invocation waits for a thread that has loaded its function, in ms. */
  const patienceLeft = (deployed: DeployedFunction, waited: number): number => {
    const isLoaded = [...threads].some((thread) => thread.alive && thread.has(deployed));
    // Invocations of one function must be able to meet, as they do on Lambda.
    const isAlone = (running.get(deployed.name) ?? 0) < 2;
    return isLoaded && isAlone && !closed ? LOADED_PATIENCE_MILLISECONDS - waited : 0;
  };
  const acquire = async (deployed: DeployedFunction): Promise<FunctionThread> => {
    const started = performance.now();
    while (true) {
      dropDead();
      const found = take(idle.findLast((thread) => thread.has(deployed)));
      if (found !== null) return found;
      const patience = patienceLeft(deployed, performance.now() - started);
      const another = patience > 0 ? null : takeAnother();
      if (another !== null) return another;
      await wakened(waitingForThread, patience > 0 ? Math.max(1, patience) : LOOK_MILLISECONDS);
    }
  };
  const release = (thread: FunctionThread) => {
    if (closed || !thread.alive) drop(thread);
    else idle.push(thread);
    for (const wake of waitingForThread.splice(0)) wake();
  };

  /** Waits until fewer than `maxPerFunction` invocations of the function run. */
  const takeTurn = async (name: string): Promise<void> => {
    while (!closed && (running.get(name) ?? 0) >= maxPerFunction) {
      const queue = waitingForTurn.get(name) ?? [];
      waitingForTurn.set(name, queue);
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    running.set(name, (running.get(name) ?? 0) + 1);
  };
  const endTurn = (name: string) => {
    running.set(name, (running.get(name) ?? 1) - 1);
    waitingForTurn.get(name)?.shift()?.();
  };

  return {
    async invoke(deployed, event, requestId = randomUUID()) {
      const end = options.activity.begin();
      try {
        await takeTurn(deployed.name);
        try {
          if (closed) return CLOSED;
          const thread = await acquire(deployed);
          try {
            return await thread.invoke(deployed, event, requestId);
          } finally {
            release(thread);
          }
        } finally {
          endTurn(deployed.name);
        }
      } finally {
        // The caller continues first, and may begin further work before this ends.
        setImmediate(end);
      }
    },
    async close() {
      closed = true;
      clearInterval(reaper);
      for (const queue of waitingForTurn.values()) for (const wake of queue.splice(0)) wake();
      for (const wake of waitingForThread.splice(0)) wake();
      await Promise.all([...threads].map((thread) => thread.close()));
    },
  };
}

/** Resolves when it is woken through `waiting`, or after the milliseconds. */
function wakened(waiting: (() => void)[], milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      const index = waiting.indexOf(wake);
      if (index >= 0) waiting.splice(index, 1);
      resolve();
    }, milliseconds);
    waiting.push(wake);
  });
}
