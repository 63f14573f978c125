import type { Verdict } from "../../lib/domain/webhook-outcome.ts";

/** A new delivery, without its times. */
export const FACTS = {
  id: "dlv_1",
  accountId: "acc_1",
  appId: 1,
  endpointId: "whk_1",
  livemode: true,
  eventId: "evt_1",
  eventType: "checkout.verified",
  lane: "delivery",
} as const;

/** What an attempt can show. */
export const VERDICTS: readonly Verdict[] = [
  { verdict: "success", errorCode: null },
  { verdict: "retry", errorCode: "http_status" },
  { verdict: "fail", errorCode: "ssrf_blocked" },
  { verdict: "disable", errorCode: "http_status" },
];
