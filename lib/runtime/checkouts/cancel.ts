import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { ServiceError } from "../../domain/errors.ts";
import { transact, type Write } from "../../store/transact.ts";
import { table } from "../deps.ts";
import { environment } from "../environment.ts";
import { overIssueWrites } from "../verification/trouble.ts";
import { assertCommitted } from "./assert-committed.ts";
import { changeCheckout } from "./change.ts";

const MAX_ROUNDS = 5;

/**
 * Cancels an open checkout; its pending attempts end as superseded.
 *
 * @param load reads it afresh, once more each time somebody else was faster
 * @throws ServiceError `checkout_not_open`, also while a proved payment waits for credits
 */
export async function cancelCheckout(
  load: () => Promise<Checkout>,
  now: number,
  alongside: (after: Checkout) => readonly Write[],
): Promise<Checkout> {
  for (let round = 1; ; round++) {
    const checkout = await load();
    const decision = decide(
      checkout,
      { type: "cancel", now },
      { failedAttempts: environment().config.failedAttemptsPerCheckout },
    );
    if (!decision.ok) {
      throw new ServiceError("checkout_not_open", "Only an open checkout can be canceled.");
    }
    const change = changeCheckout(checkout, decision.events, now);
    const commit = await transact(table(), [
      ...change.writes,
      ...(checkout.attemptsCount > 0 ? overIssueWrites(checkout) : []),
      ...alongside(change.after),
    ]);
    if (commit.committed) return change.after;
    if (!commit.failed.includes("checkout") || round === MAX_ROUNDS) assertCommitted(commit);
  }
}
