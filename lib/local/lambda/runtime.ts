// Runs functions on demand in a small pool of threads. An invocation gets the thread with room that runs the fewest others,
// or else a new one.
import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import type { DeployedFunction } from "../assembly/functions.ts";
import type { FrontDoor } from "../aws/front-door.ts";
import type { Activity, LogSink } from "../log-sink.ts";
import type { DirectTableData } from "./direct-table.ts";
import {
  type FunctionThread,
  type InvocationResult,
  openThread,
  type SpareThread,
} from "./function-thread.ts";

export type LambdaRuntime = {
  /** `event` is JSON text. Waits for a free thread; never rejects. */
  invoke(deployed: DeployedFunction, event: string, requestId?: string): Promise<InvocationResult>;
  /** Loads functions anew when they run next. */
  reload(): void;
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
  readonly askFrontDoor: FrontDoor["answer"];
  /** Invocations of one function at the same time. */
  readonly maxPerFunction?: number;
  /** More start only if all of them wait, e.g. for a receiver that itself calls the API. */
  readonly usualThreads?: number;
  /** Threads of earlier stacks, which this one takes and gives back; without it, each stack has its own. */
  readonly spareThreads?: SpareThread[];
};

/**
 * The main thread and the table engine need as much as one processor. Each further thread loads and warms up the functions
 * again, in about 45 MB, without saving processor time.
 */
const USUAL_THREADS = Math.max(1, availableParallelism() - 1);
/** Most of an invocation is waiting. With four, a payment took a tenth more processor time. */
const AT_ONCE_PER_THREAD = 8;
/** How long no thread has been able to take an invocation before there is another thread, in ms. */
const STUCK_MILLISECONDS = 1_000;
/** How often an invocation without a thread looks whether all are stuck, in ms. */
const LOOK_MILLISECONDS = 250;
const IDLE_MILLISECONDS = 30_000;
const CLOSED: InvocationResult = {
  ok: false,
  error: { errorType: "ServiceException", errorMessage: "the local stack is closing" },
};

export function createLambdaRuntime(options: LambdaOptions): LambdaRuntime {
  const { maxPerFunction = 4, clock, codeCache, environment, directTable, tableChanged } = options;
  const { askFrontDoor, usualThreads = USUAL_THREADS, spareThreads } = options;
  /** When each invocation of a thread began, in ms of `performance.now()`. */
  const threads = new Map<FunctionThread, Map<symbol, number>>();
  const usedAt = new WeakMap<FunctionThread, number>();
  const waitingForThread: (() => void)[] = [];
  const turns = new Turns(maxPerFunction);
  let closed = false;

  const drop = (thread: FunctionThread) => {
    threads.delete(thread);
    void thread.close();
  };
  const spared = (thread: FunctionThread): boolean => {
    if (spareThreads === undefined || spareThreads.length >= usualThreads) return false;
    const spare = thread.leave();
    if (spare !== null) spareThreads.push(spare);
    return spare !== null;
  };
  const isIdle = (thread: FunctionThread) => threads.get(thread)?.size === 0;
  const living = () => [...threads].filter(([thread]) => thread.alive);
  const reaper = setInterval(() => {
    const before = performance.now() - IDLE_MILLISECONDS;
    const isUnused = (thread: FunctionThread) =>
      !thread.alive || (usedAt.get(thread) ?? 0) < before;
    for (const thread of threads.keys()) if (isIdle(thread) && isUnused(thread)) drop(thread);
  }, 5_000);
  reaper.unref();

  const open = (spare?: SpareThread): FunctionThread => {
    const log = options.logs.write;
    const answers = { log, directTable, tableChanged, askFrontDoor };
    const thread = openThread({ clock, codeCache, environment, ...answers }, spare);
    threads.set(thread, new Map());
    return thread;
  };
  for (const spare of spareThreads?.splice(0, usualThreads) ?? []) {
    if (spare.codeCache === codeCache && spare.worker.threadId > 0) open(spare);
    else void spare.worker.terminate();
  }
  /** A busy machine's threads are slow, not stuck: each further one would make the others slower. */
  const areStuck = (): boolean => {
    const before = performance.now() - STUCK_MILLISECONDS;
    return living().every(([, runs]) => Math.max(...runs.values()) < before);
  };
  /** A thread in which the function is loaded and free, and of equal ones the one with the fewest runs. */
  const find = (deployed: DeployedFunction): FunctionThread | null => {
    const all = living();
    const cost = ([thread, runs]: (typeof all)[number]) =>
      runs.size + (thread.has(deployed) ? 0 : AT_ONCE_PER_THREAD);
    const [best] = all
      .filter(([, runs]) => runs.size < AT_ONCE_PER_THREAD)
      .toSorted((a, b) => cost(a) - cost(b));
    if (best !== undefined) return best[0];
    return all.length < usualThreads || areStuck() || closed ? open() : null;
  };
  const acquire = async (deployed: DeployedFunction, invocation: symbol) => {
    while (true) {
      const found = find(deployed);
      if (found !== null) {
        threads.get(found)?.set(invocation, performance.now());
        return found;
      }
      await wakened(waitingForThread, LOOK_MILLISECONDS);
    }
  };
  const release = (thread: FunctionThread, invocation: symbol) => {
    threads.get(thread)?.delete(invocation);
    usedAt.set(thread, performance.now());
    if (closed) drop(thread);
    for (const wake of waitingForThread.splice(0)) wake();
  };

  return {
    async invoke(deployed, event, requestId = randomUUID()) {
      const end = options.activity.begin();
      try {
        await turns.take(deployed.name);
        try {
          if (closed) return CLOSED;
          const invocation = Symbol(deployed.id);
          const thread = await acquire(deployed, invocation);
          try {
            return await thread.invoke(deployed, event, requestId);
          } finally {
            release(thread, invocation);
          }
        } finally {
          turns.end(deployed.name);
        }
      } finally {
        // The caller continues first, and may begin further work before this ends.
        setImmediate(end);
      }
    },
    reload() {
      for (const thread of threads.keys()) thread.forget();
    },
    async close() {
      closed = true;
      clearInterval(reaper);
      turns.close();
      for (const wake of waitingForThread.splice(0)) wake();
      const left = [...threads.keys()].filter((thread) => !spared(thread));
      await Promise.all(left.map((thread) => thread.close()));
    },
  };
}

/** Lets at most `most` invocations of each function run at the same time. */
class Turns {
  readonly #most: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();
  #isClosed = false;
  constructor(most: number) {
    this.#most = most;
  }
  taken(name: string): number {
    return this.#running.get(name) ?? 0;
  }
  /** Waits until fewer run, or until `close`. */
  async take(name: string): Promise<void> {
    while (!this.#isClosed && this.taken(name) >= this.#most) {
      const queue = this.#waiting.get(name) ?? [];
      this.#waiting.set(name, queue);
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    this.#running.set(name, this.taken(name) + 1);
  }
  end(name: string): void {
    this.#running.set(name, this.taken(name) - 1);
    this.#waiting.get(name)?.shift()?.();
  }
  close(): void {
    this.#isClosed = true;
    for (const queue of this.#waiting.values()) for (const wake of queue.splice(0)) wake();
  }
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
