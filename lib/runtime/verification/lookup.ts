import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { Lookup } from "../../domain/lookup.ts";
import type { LookupContext, Reading } from "../../providers/adapter.ts";
import { now } from "../deps.ts";
import { errorFields, log } from "../log.ts";
import { providerAdapters } from "./adapters.ts";
import { admit, isRefused, noteEvidence } from "./breaker-guard.ts";
import { type Inquiry, inquire } from "./inquiry.ts";
import { askOnce } from "./single-flight.ts";

/** The provider's breaker is open: nobody was asked. */
const GIVEN_UP: Reading = { kind: "unavailable", why: "the provider is down" };

/**
 * Finds one receipt: from the provider, or from whoever is asking the same. Total: whatever happens
 * becomes a Reading, and what is not plainly an answer is `unavailable` or `unreadable`.
 *
 * @param patienceMs how long the caller can wait; what was not answered by then is `unavailable`
 */
export async function lookUpReceipt(
  attempt: Attempt,
  checkout: Checkout,
  patienceMs: number,
): Promise<Reading> {
  const { lookup } = attempt;
  try {
    const adapter = (await providerAdapters())[lookup.provider];
    const context = contextOf(attempt, checkout);
    if (adapter.answer) return adapter.answer(lookup, context);
    const requests = adapter.requests(lookup, context);
    return await find({ adapter, lookup, requests }, checkout.id, patienceMs);
  } catch (error) {
    log("error", "receipt lookup failed", {
      attempt_id: attempt.id,
      provider: lookup.provider,
      ...errorFields(error),
    });
    return { kind: "unavailable", why: "lookup failed" };
  }
}

/** Whether the input is enough to ask with: some banks want digits of an account, too. */
export async function isAskable(
  lookup: Lookup,
  checkout: Checkout,
  payerPhone: string | null,
): Promise<boolean> {
  const adapter = (await providerAdapters())[lookup.provider];
  if (adapter.answer) return true;
  return adapter.requests(lookup, contextOf({ payerPhone, tries: 1 }, checkout)).length > 0;
}

async function find(inquiry: Inquiry, checkoutId: string, patienceMs: number): Promise<Reading> {
  const { provider } = inquiry.lookup;
  if (await isRefused(provider)) return GIVEN_UP;
  return askOnce(inquiry, patienceMs, async (signal) => {
    if (!(await admit(provider))) return GIVEN_UP;
    const { reading, evidence } = await inquire(inquiry, checkoutId, signal);
    if (evidence) await noteEvidence(provider, evidence);
    return reading;
  });
}

function contextOf(
  attempt: Pick<Attempt, "payerPhone" | "tries">,
  checkout: Checkout,
): LookupContext {
  return {
    accounts: checkout.methods,
    payerPhone: attempt.payerPhone,
    tries: attempt.tries - 1,
    expected: {
      amountMinor: checkout.amount,
      currency: checkout.currency,
      createdAt: checkout.createdAt,
    },
    now: now(),
  };
}
