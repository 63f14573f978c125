import { AsyncLocalStorage } from "node:async_hooks";
import { canceled } from "./memory-table/memory-table.ts";
import { Prng } from "./prng.ts";
import { realSetImmediate, time } from "./virtual-time.ts";

/** The process that ran a task died there. */
export class Crash extends Error {
  override readonly name = "Crash";
}

/** How often calls of a task go wrong, as shares of all calls. */
export interface FaultRates {
  readonly crash: number;
  readonly error: number;
}

/** Nothing goes wrong. */
export const NO_FAULTS: FaultPlan = { faults: { crash: 0, error: 0 }, skewMs: 0 };

/** What happens to one invocation of a function. */
export interface FaultPlan {
  readonly faults: FaultRates;
  /** ms that the clock of its machine is off by. */
  readonly skewMs: number;
  /** Its process pauses for `ms` before it gets the answer of one of its calls, counted from 1, or makes its first transaction. */
  readonly stall?: { readonly at: number | "transaction"; readonly ms: number } | undefined;
}

interface Task extends FaultPlan {
  readonly name: string;
  isDead: boolean;
  hasStalled: boolean;
  /** Calls of it that failed, or whose answer was lost. */
  faulted: number;
  callsWhenDead: number;
  calls: number;
  readonly died: () => void;
}

/** What a call does to the outside, and what can go wrong with it. */
export interface Effect<T> {
  readonly name: string;
  readonly run: () => T;
  /** A read leaves nothing behind; a conflict happens to transactions only. */
  readonly kind: "read" | "write" | "transaction" | "network";
  /** ms until the answer arrives. */
  readonly takesMs?: (answer: T) => number;
}

interface Waiting {
  readonly task: Task;
  readonly effect: Effect<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const context = new AsyncLocalStorage<Task>();
/** A crashed task that goes on calling is left hanging. */
const MOST_CALLS_WHEN_DEAD = 500;
/** Promises that settle between two calls of a task, about. */
const HOPS = 30;

/**
 * Runs tasks at the same time, one call to the outside at a time, and decides by its generator whose call
 * is next and what goes wrong with it. Nothing else decides anything, so a seed replays the same run.
 */
export class Scheduler {
  random = new Prng(1);
  calls = 0;
  crashes = 0;
  faults = 0;
  #waiting: Waiting[] = [];

  constructor() {
    time.skewMs = () => context.getStore()?.skewMs ?? 0;
    time.bind = (run) => {
      const task = context.getStore();
      return task === undefined ? run : () => context.run(task, run);
    };
  }

  /** Called by the service, through the replaced clients. */
  call<T>(effect: Effect<T>): Promise<T> {
    const task = context.getStore();
    if (task === undefined) throw new Error(`${effect.name} was called outside a task.`);
    if (task.isDead) {
      task.callsWhenDead += 1;
      if (task.callsWhenDead > MOST_CALLS_WHEN_DEAD) return new Promise(() => {});
      return Promise.reject(new Crash());
    }
    return new Promise<T>((resolve, reject) => {
      const wait = () => this.#waiting.push({ task, effect, resolve, reject } as Waiting);
      const isStalled = task.stall?.at === effect.kind && !task.hasStalled;
      if (!isStalled) return void wait();
      task.hasStalled = true;
      time.after(task.stall?.ms ?? 0, wait);
    });
  }

  /**
   * Runs one invocation of a function as a task of its own.
   *
   * @throws Crash if its process dies, whatever is left of it
   */
  task<T>(name: string, plan: FaultPlan, work: () => Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const task: Task = {
      name,
      ...plan,
      isDead: false,
      hasStalled: false,
      faulted: 0,
      callsWhenDead: 0,
      calls: 0,
      died: () => reject(new Crash()),
    };
    return Promise.race([context.run(task, work), promise]);
  }

  /** Runs works at the same time, each of which starts tasks, to their ends. */
  async run<T>(works: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
    let open = works.length;
    const all = Promise.allSettled(
      works.map((work) =>
        work().finally(() => {
          open -= 1;
        }),
      ),
    );
    while (open > 0) {
      // Lets the task that was answered last come to its next call, so that it too can be the next one.
      for (let hops = 0; hops < HOPS; hops++) await Promise.resolve();
      if (open === 0 || time.runImmediates() || this.#answerNext()) continue;
      // Streams go on by ticks of the event loop, not by promises.
      await new Promise<void>((drained) => realSetImmediate(drained));
      if (open === 0 || time.runImmediates() || this.#answerNext() || time.fireNext()) continue;
      throw new Error("Nothing moves.");
    }
    this.#waiting = [];
    time.clear();
    return all;
  }

  #answerNext(): boolean {
    if (this.#waiting.length === 0) return false;
    const [next] = this.#waiting.splice(this.random.below(this.#waiting.length), 1);
    const { task, effect, resolve, reject } = next as Waiting;
    if (task.isDead) {
      reject(new Crash());
      return true;
    }
    this.calls += 1;
    try {
      this.#perform(task, effect, resolve);
    } catch (error) {
      reject(error);
    }
    return true;
  }

  #perform(task: Task, effect: Effect<unknown>, resolve: (value: unknown) => void): void {
    const dies = this.random.chance(task.faults.crash);
    const diesAfter = dies && this.random.chance(0.5);
    if (dies && !diesAfter) this.#kill(task);
    const answer = this.#withFaults(task, effect);
    if (diesAfter) this.#kill(task);
    task.calls += 1;
    const stalledMs = task.calls === task.stall?.at ? task.stall.ms : 0;
    const ms = (effect.takesMs?.(answer) ?? 0) + stalledMs;
    if (ms > 0) time.after(ms, () => resolve(answer));
    else resolve(answer);
  }

  #kill(task: Task): never {
    task.isDead = true;
    this.crashes += 1;
    task.died();
    throw new Crash();
  }

  #withFaults(task: Task, { kind, run }: Effect<unknown>): unknown {
    if (kind === "network" || !this.random.chance(task.faults.error)) return run();
    task.faulted += 1;
    this.faults += 1;
    switch (this.random.weighted(FAULTS[kind])) {
      case "throttled":
        throw named("ThrottlingException");
      case "failing":
        throw named("InternalServerError");
      case "conflict":
        throw canceled([{ Code: "TransactionConflict" }]);
      case "lost answer":
        run();
        throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
      case "asked twice":
        // The SDK repeats a call whose answer was lost: the service sees the second answer only.
        run();
        return run();
    }
  }
}

type Fault = "throttled" | "failing" | "conflict" | "lost answer" | "asked twice";

const FAULTS: Readonly<Record<"read" | "write" | "transaction", Record<Fault, number>>> = {
  read: { throttled: 1, failing: 1, conflict: 0, "lost answer": 0, "asked twice": 0 },
  write: { throttled: 1, failing: 1, conflict: 0, "lost answer": 2, "asked twice": 2 },
  transaction: { throttled: 1, failing: 1, conflict: 3, "lost answer": 3, "asked twice": 1 },
};

function named(name: string): Error {
  return Object.assign(new Error(name), { name });
}
