import { shownStatus } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { presentAttempt } from "../checkouts/present.ts";
import { now } from "../deps.ts";
import { environment } from "../environment.ts";
import { reply } from "../http.ts";
import type { Standing } from "./settlement.ts";

/** Whole seconds after which asking again makes sense. */
const ASK_AGAIN_SECONDS = "2";

/** 200 when there is nothing to wait for, else 202 with `Retry-After`. */
export function presentVerification<Shown>(
  { checkout, attempt }: Standing,
  present: (checkout: Checkout, where: { publicBaseUrl: string; now: number }) => Shown,
) {
  const at = now();
  const body = {
    object: "verification" as const,
    status: shownStatus(checkout, at),
    outcome: attempt.outcome,
    attempt: presentAttempt(attempt),
    checkout: present(checkout, { publicBaseUrl: environment().publicBaseUrl, now: at }),
  };
  const isSettled = attempt.settledAt !== null;
  return isSettled
    ? reply(200, body)
    : reply(202, body, { headers: { "retry-after": ASK_AGAIN_SECONDS } });
}
