import type { DeliveryTrigger } from "./delivery.ts";
import type { DeliveryErrorCode } from "./webhook-outcome.ts";

/** One HTTP POST of a delivery. Shown for 30 days. */
export interface DeliveryAttempt {
  readonly deliveryId: string;
  /** 1 for the first. */
  readonly number: number;
  readonly trigger: DeliveryTrigger;
  readonly status: "succeeded" | "failed";
  readonly errorCode: DeliveryErrorCode | null;
  readonly responseStatus: number | null;
  /** The kept headers only, with lower-case names. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** At most 16 KiB. */
  readonly responseBody: string | null;
  readonly truncated: boolean;
  readonly durationMs: number;
  readonly remoteIp: string | null;
  /** ms since the epoch. */
  readonly startedAt: number;
}
