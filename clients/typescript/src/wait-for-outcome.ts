import { ApiProblem, unexpected } from "./problem.ts";

/** Waits `ms`. Rejects with the signal's reason when it is aborted first. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

export interface WaitOptions {
  /** Milliseconds until it rejects with the code `timeout`. Default 10 minutes. */
  readonly timeoutMs?: number;
  /** Milliseconds between two reads. Default 2 000. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
}

/** An unlisted status, such as one of a later API version, is not an outcome. */
const OUTCOMES: ReadonlySet<string> = new Set([
  "verified",
  "review",
  "expired",
  "canceled",
  "rejected",
]);

/**
 * Reads a checkout until it has an outcome, and resolves with the checkout. It counts `expired` as an outcome,
 * although a payment made in time can still be verified for 24 hours: only the webhook reports that.
 */
export async function waitForOutcome<C extends { readonly id: string; readonly status: string }>(
  read: (signal: AbortSignal | undefined) => Promise<C>,
  { timeoutMs = 600_000, intervalMs = 2_000, signal }: WaitOptions,
  isOutcome: (status: string) => boolean = (status) => OUTCOMES.has(status),
): Promise<C> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const checkout = await read(signal);
    if (isOutcome(checkout.status)) return checkout;
    if (Date.now() + intervalMs > deadline) {
      throw new ApiProblem(`${checkout.id} is still ${checkout.status}.`, { code: "timeout" });
    }
    await pause(intervalMs, signal);
  }
}

/** One page of a list, newest first. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/**
 * Iterates over all items of a list, and requests each page only when the loop reaches it.
 *
 * @throws ApiProblem for a response that is no list, and if the service names the page that it just sent as the next one
 */
export async function* everyItem<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    const { data, has_more: isMore, next_cursor: next } = page;
    // Read as a list, it would be an empty one that is complete.
    if (!Array.isArray(data) || typeof isMore !== "boolean")
      throw unexpected(200, "it is not a list");
    yield* data;
    if (isMore && next && next === cursor) throw unexpected(200, "its next page is the same");
    cursor = (isMore && next) || undefined;
  } while (cursor);
}
