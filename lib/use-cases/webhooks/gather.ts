/** Time to wait for another item, ms … */
const WINDOW_MS = 10;
/** … and the longest time that an item waits. */
const LONGEST_WAIT_MS = 40;

/**
 * Handles items in batches if they arrive within a few milliseconds of each other. A late item does not delay the
 * others.
 */
export class Gather<T, R> {
  readonly #handle: (items: readonly T[]) => readonly Promise<R>[];
  #waiting: { readonly item: T; readonly settle: (result: Promise<R>) => void }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  /** @param handle returns one promise per item, in their order */
  constructor(handle: (items: readonly T[]) => readonly Promise<R>[]) {
    this.#handle = handle;
  }

  /** Settles as the item's own promise does. */
  add(item: T): Promise<R> {
    const now = performance.now();
    if (this.#waiting.length === 0) this.#since = now;
    clearTimeout(this.#timer);
    const left = this.#since + LONGEST_WAIT_MS - now;
    this.#timer = setTimeout(() => this.flush(), Math.min(WINDOW_MS, Math.max(0, left)));
    return new Promise((settle) => this.#waiting.push({ item, settle }));
  }

  /** Handles waiting items now, e.g. because no more are expected. */
  flush(): void {
    clearTimeout(this.#timer);
    const arrived = this.#waiting;
    this.#waiting = [];
    if (arrived.length === 0) return;
    const results = this.#handle(arrived.map(({ item }) => item));
    for (const [index, { settle }] of arrived.entries()) {
      settle(results[index] ?? Promise.reject(new Error("An item has no result.")));
    }
  }
}
