import type { Attempt, Lookup } from "../../domain/attempt.ts";
import { amountDue, type Checkout } from "../../domain/checkout.ts";
import { now } from "../../pipeline/deps.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import type { LookupContext, LookupResult } from "../../providers/adapter.ts";
import { acceptedProviders } from "./accepted-providers.ts";
import { providerAdapters } from "./adapters.ts";
import { isRefused, noteAnswer } from "./breaker-guard.ts";
import { type Inquiry, inquire } from "./inquiry.ts";
import { askOnce, type SharedAnswer } from "./single-flight.ts";

/** The provider's breaker is open: no request was sent. */
const GIVEN_UP: LookupResult = { kind: "unavailable", why: "the provider is down" };
/** The operator has switched the provider off: it may be switched on again before the payment is given up. */
const SWITCHED_OFF: LookupResult = { kind: "unavailable", why: "the provider is switched off" };

/** Who asks for which receipt. */
type Asking = Pick<Attempt, "id" | "lookup" | "accountId" | "livemode" | "payerPhone" | "tries">;

interface LookupOptions {
  readonly patienceMs: number;
  readonly isTrial?: boolean;
}

/**
 * Looks up a receipt at the provider, or takes the result of the same lookup by another request, and hands it to `use`
 * while that result becomes visible to other requests. The lookup never throws: anything but a clear answer is
 * `unavailable` or `unreadable`.
 *
 * @param patienceMs how long the caller can wait; without an answer by then the result is `unavailable`
 * @param isTrial sends requests although the breaker is open, to test whether the provider is back
 */
export async function lookUpReceipt<T>(
  attempt: Asking,
  checkout: Checkout,
  options: LookupOptions,
  use: (result: LookupResult) => Promise<T>,
): Promise<T> {
  const { answer, shared } = await findReceipt(attempt, checkout, options);
  try {
    return await use(answer);
  } finally {
    await shared;
  }
}

async function findReceipt(
  attempt: Asking,
  checkout: Checkout,
  options: LookupOptions,
): Promise<SharedAnswer> {
  const { lookup } = attempt;
  try {
    const adapter = (await providerAdapters())[lookup.provider];
    const context = contextOf(attempt, checkout);
    const answer = adapter.answer?.(lookup, context) ?? null;
    if (answer !== null) return ownAnswer(answer);
    if (!acceptedProviders(attempt.livemode).includes(lookup.provider)) {
      return ownAnswer(SWITCHED_OFF);
    }
    const requests = adapter.requests(lookup, context);
    const inquiry = { adapter, lookup, requests };
    return await ask(inquiry, attempt.accountId, options);
  } catch (error) {
    log("error", "receipt lookup failed", {
      attempt_id: attempt.id,
      provider: lookup.provider,
      ...errorFields(error),
    });
    return ownAnswer({ kind: "unavailable", why: "lookup failed" });
  }
}

/** An answer that no other request waits for. */
function ownAnswer(answer: LookupResult): SharedAnswer {
  return { answer, shared: Promise.resolve() };
}

/** Whether the lookup has all data that the bank needs; some need digits of an account. */
export async function isAskable(
  lookup: Lookup,
  checkout: Checkout,
  payerPhone: string | null,
): Promise<boolean> {
  const adapter = (await providerAdapters())[lookup.provider];
  const context = contextOf({ payerPhone, tries: 1 }, checkout);
  if (adapter.answer?.(lookup, context)) return true;
  return adapter.requests(lookup, context).length > 0;
}

/** Whether two attempts of one reference ask the bank for the same. */
export async function asksTheSame(
  one: Attempt,
  other: Attempt,
  checkout: Checkout,
): Promise<boolean> {
  const adapter = (await providerAdapters())[one.lookup.provider];
  const [own, others] = [one, other].map(({ lookup, payerPhone }) =>
    JSON.stringify(adapter.requests(lookup, contextOf({ payerPhone, tries: 1 }, checkout))),
  );
  return own === others;
}

async function ask(
  inquiry: Inquiry,
  accountId: string,
  { patienceMs, isTrial = false }: LookupOptions,
): Promise<SharedAnswer> {
  const { provider } = inquiry.lookup;
  if (!isTrial && (await isRefused(provider))) return ownAnswer(GIVEN_UP);
  return askOnce(inquiry, patienceMs, async (signal, wasUnreadable) => {
    // A reference that was unreadable before is useless as a trial and as evidence.
    if (isTrial ? wasUnreadable : await isRefused(provider)) return GIVEN_UP;
    const { result, evidence } = await inquire(inquiry, signal);
    const isRepeated = wasUnreadable && evidence === "unreadable";
    if (evidence !== null && !isRepeated) await noteAnswer(inquiry.lookup, accountId, evidence);
    return result;
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
      dueMinor: amountDue(checkout),
      currency: checkout.currency,
      createdAt: checkout.createdAt,
      expiresAt: checkout.expiresAt,
    },
    now: now(),
  };
}
