import { vi } from "vitest";

const DAY_MS = 86_400_000;

/** Never back. Also ends the leases of other workers; a holder may still act until another worker takes the lease. */
export function moveClockTo(at: number): void {
  if (at > Date.now() + DAY_MS) throw new Error("the clock would jump over a day");
  if (at > Date.now()) vi.setSystemTime(at);
}
