import { pause } from "./pause.ts";
import { ApiProblem } from "./problem.ts";

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
): Promise<C> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const checkout = await read(signal);
    if (OUTCOMES.has(checkout.status)) return checkout;
    if (Date.now() + intervalMs > deadline) {
      throw new ApiProblem(`${checkout.id} is still ${checkout.status}.`, { code: "timeout" });
    }
    await pause(intervalMs, signal);
  }
}
