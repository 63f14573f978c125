// Moves `Date` in a worker thread by the shared offset. Timers still run in real time. The machine's own
// time stays readable, because the servers that take our webhooks check signatures by it.
import { MACHINE_TIME } from "../pipeline/machine-time.ts";

/** Replaces the global `Date`, for good, in the thread that calls it. */
export function patchDate(shared: SharedArrayBuffer): void {
  const offset = new BigInt64Array(shared);
  const RealDate = Date;
  const realNow = RealDate.now.bind(RealDate);
  const now = () => realNow() + Number(Atomics.load(offset, 0));
  const Moved = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, property, receiver) =>
      property === "now" ? now : Reflect.get(target, property, receiver),
  });
  RealDate.prototype.constructor = Moved;
  globalThis.Date = Moved;
  Object.defineProperty(globalThis, MACHINE_TIME, { value: realNow });
}
