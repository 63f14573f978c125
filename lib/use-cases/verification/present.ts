import { type Checkout, shownStatus } from "../../domain/checkout.ts";
import { now } from "../../pipeline/deps.ts";
import { reply } from "../../pipeline/http.ts";
import { presentAttempt, shownOutcome } from "../checkouts/present.ts";
import type { AttemptState } from "./plan-result.ts";

/** Seconds until the next request makes sense. */
const ASK_AGAIN_SECONDS = "2";

/** 200 for a settled attempt, else 202 with `Retry-After`. */
export function presentVerification<Shown>(
  { checkout, attempt }: AttemptState,
  present: (checkout: Checkout, now: number) => Shown,
) {
  const at = now();
  const body = {
    object: "verification" as const,
    status: shownStatus(checkout, at),
    outcome: shownOutcome(attempt, checkout),
    attempt: presentAttempt(attempt, checkout),
    checkout: present(checkout, at),
  };
  const isSettled = attempt.settledAt !== null;
  return isSettled
    ? reply(200, body)
    : reply(202, body, { headers: { "retry-after": ASK_AGAIN_SECONDS } });
}
