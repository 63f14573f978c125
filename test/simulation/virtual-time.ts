import crypto from "node:crypto";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { Prng } from "./prng.ts";

/**
 * Replaces the clock, the timers and every source of randomness of this process by ones that the
 * simulation decides. Installed once, before a function of the service is loaded.
 */
interface Timer {
  readonly at: number;
  readonly number: number;
  readonly fire: () => void;
}

/** 09:00 UTC on a Friday. */
export const START = Date.UTC(2026, 10, 20, 9);

export const realNow = performance.now.bind(performance);
export const realSetImmediate = setImmediate;

class VirtualTime {
  /** ms since the epoch. */
  now = START;
  random = new Prng(1);
  /** ms that the current task's clock is off by. */
  skewMs: () => number = () => 0;
  /** Wraps a callback so that it runs as the task that asked for it. */
  bind: (run: () => void) => () => void = (run) => run;
  #timers: Timer[] = [];
  #immediates: (() => void)[] = [];
  #number = 0;

  reset(random: Prng): void {
    this.now = START;
    this.random = random;
    this.#timers = [];
    this.#immediates = [];
  }

  after(ms: number, fire: () => void): Timer {
    this.#number += 1;
    const at = this.now + Math.max(0, Number.isFinite(ms) ? ms : 0);
    const timer = { at, number: this.#number, fire: this.bind(fire) };
    let index = this.#timers.length;
    while (index > 0 && (this.#timers[index - 1] as Timer).at > timer.at) index -= 1;
    this.#timers.splice(index, 0, timer);
    return timer;
  }

  cancel(timer: unknown): void {
    const index = this.#timers.indexOf(timer as Timer);
    if (index >= 0) this.#timers.splice(index, 1);
  }

  soon(run: () => void): void {
    this.#immediates.push(this.bind(run));
  }

  /** Runs what was asked for with `setImmediate`; false if nothing was. */
  runImmediates(): boolean {
    const due = this.#immediates;
    if (due.length === 0) return false;
    this.#immediates = [];
    for (const run of due) run();
    return true;
  }

  /** Moves the clock to the next timer and fires it; false if there is none. */
  fireNext(): boolean {
    const timer = this.#timers.shift();
    if (timer === undefined) return false;
    this.now = Math.max(this.now, timer.at);
    timer.fire();
    return true;
  }

  /** Forgets timers that no promise waits for. */
  clear(): void {
    this.#timers = [];
    this.#immediates = [];
  }
}

export const time = new VirtualTime();

const RealDate = Date;
const dateNow = () => Math.floor(time.now + time.skewMs());

function fill<T extends ArrayBufferView>(view: T): T {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let index = 0; index < bytes.length; index++) bytes[index] = time.random.bits() >>> 24;
  return view;
}

function uuid(): string {
  const hex = Buffer.from(fill(new Uint8Array(16))).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Takes over this process for good. */
function install(): void {
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [dateNow()] : args, newTarget),
    get: (target, property, receiver) =>
      property === "now" ? dateNow : Reflect.get(target, property, receiver),
  });
  performance.now = () => time.now;
  Math.random = () => time.random.unit();
  Object.defineProperty(globalThis.crypto, "getRandomValues", { value: fill });
  Object.defineProperty(globalThis.crypto, "randomUUID", { value: uuid });
  const require = createRequire(import.meta.url);
  const pause = (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve));
  require("node:timers/promises").setTimeout = pause;
  // Middy takes its own `setTimeout` from there, and the global `clearTimeout`.
  require("node:timers").setTimeout = (run: () => void, ms = 0) => time.after(ms, run);
  crypto.randomBytes = ((size: number) => fill(Buffer.alloc(size))) as typeof crypto.randomBytes;
  Object.assign(crypto, { randomFillSync: fill, randomUUID: uuid });
  syncBuiltinESMExports();
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => time.after(ms, run),
    clearTimeout: (timer: unknown) => time.cancel(timer),
    setImmediate: (run: () => void) => time.soon(run),
  });
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    time.after(ms, () => controller.abort(new DOMException("Timed out", "TimeoutError")));
    return controller.signal;
  };
}

install();
