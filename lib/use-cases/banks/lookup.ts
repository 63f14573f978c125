import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { VerifyBody } from "../../contract/schemas/verification.ts";
import type { Attempt, Lookup } from "../../domain/attempt.ts";
import { amountDue, type Checkout } from "../../domain/checkout.ts";
import { invalidField, type ServiceError } from "../../domain/errors.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { now, randomBytes, table } from "../../pipeline/deps.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import type { LookupContext, LookupResult } from "../../providers/adapter.ts";
import { FACTS } from "../../providers/facts.ts";
import type { RecognizedInput } from "../../providers/input/recognize-input.ts";
import { MOST_WITHIN, referencesWithin } from "../../providers/references-within.ts";
import { recognizeInput } from "../../providers/registry.ts";
import {
  type Flight,
  joinFlight,
  type LookupKey,
  landFlight,
  watchFlight,
} from "../../store/banks.ts";
import {
  GIVEN_UP,
  type Inquiry,
  inquire,
  isOutOfPatience,
  noteAnswer,
  OUT_OF_PATIENCE,
  refusalOf,
  SWITCHED_OFF,
} from "./inquiry.ts";
import { acceptedProviders, providerAdapters, providersOf } from "./providers.ts";

/** What a payer gave beside the reference. */
type PayerDetails = Pick<VerifyBody, "payer_phone" | "payer_account_suffix">;

/**
 * Finds out which receipt the input of a verify call means, without asking a bank.
 *
 * @throws ServiceError `invalid_request` naming `input`, `provider` or `payer_account_suffix`
 */
export async function recognizeReference(checkout: Checkout, body: VerifyBody): Promise<Lookup> {
  const found = await recognizeFor(checkout, body.input, body.provider);
  switch (found.kind) {
    case "lookup":
      return completeLookup(checkout, found.lookup, body);
    case "ambiguous":
      throw invalidField("provider", `is needed; it could be ${found.providers.join(" or ")}`);
    case "several_references":
      throw invalidField(
        "input",
        `holds several references: ${found.references.join(", ")}; send one`,
      );
    case "provider_not_enabled":
      if (found.provider === "sandbox" && body.provider !== "sandbox") {
        throw invalidField("input", "is a test reference, which only test mode accepts");
      }
      throw invalidField("provider", refusalOfProvider(found.provider, checkout));
    case "unrecognized":
      throw invalidField(
        "input",
        checkout.livemode
          ? "is not a reference, receipt link or SMS that we know"
          : `is not ${TEST_REFERENCE}`,
      );
  }
}

/** What test mode takes in place of a bank's reference. */
const TEST_REFERENCE = "a test reference such as TESTOK1";

function refusalOfProvider(provider: ProviderId, { livemode }: Checkout): string {
  if (livemode) return `${provider} is not accepted for this checkout`;
  return `${provider} is only for live mode; in test mode, send ${TEST_REFERENCE}`;
}

/**
 * Recognizes an input without asking a bank. If several banks issue references of this form, the bank at which the
 * shop has an account is meant. If the shop has accounts at several of them, the result lists these; if at none,
 * it lists all of them. Nothing is guessed where the text itself names several banks: its receipt may be at either.
 *
 * @param named the provider that the payer or the shop's page chose
 */
export async function recognizeFor(
  checkout: Checkout,
  input: string,
  named: ProviderId | undefined,
): Promise<RecognizedInput> {
  const accepted = providersOf(checkout);
  const adapters = await providerAdapters();
  const found = recognizeInput(input, accepted, named, adapters);
  if (found.kind === "lookup" && found.lookup.provider === "manual") return asOnePayment(found);
  if (found.kind !== "ambiguous" || found.isNamed) return found;
  const held = found.providers.filter((id) => checkout.methods.some((m) => m.provider === id));
  const [only, ...others] = held;
  if (only === undefined) return found;
  if (others.length > 0) return { ...found, providers: held };
  return recognizeInput(input, accepted, only, adapters);
}

/** A manual reference is one payment: a text that holds many references is none. */
function asOnePayment(found: RecognizedInput & { readonly kind: "lookup" }): RecognizedInput {
  const references = referencesWithin(found.lookup.reference).map(({ reference }) => reference);
  if (references.length <= MOST_WITHIN) return found;
  return { kind: "several_references", references: [...new Set(references)] };
}

/** Adds the payer's details. @throws ServiceError `invalid_request` naming the field, if the bank needs more than that */
export async function completeLookup(
  checkout: Checkout,
  recognized: Lookup,
  { payer_phone, payer_account_suffix }: PayerDetails,
): Promise<Lookup> {
  const lookup = withPayerDigits(recognized, payer_account_suffix);
  if (await isAskable(lookup, checkout, payer_phone ?? null)) return lookup;
  throw notEnough(lookup);
}

/** Adds the digits of the payer's account unless the link or text had them. */
function withPayerDigits(lookup: Lookup, suffix: string | undefined): Lookup {
  const isAsked = FACTS[lookup.provider].inputs.some(({ id }) => id === "payer_account_suffix");
  if (suffix === undefined || !isAsked || lookup.parts.suffix !== undefined) return lookup;
  return { ...lookup, parts: { ...lookup.parts, suffix } };
}

function notEnough({ provider }: Lookup): ServiceError {
  const inputs = FACTS[provider].inputs.map(({ id }) => id);
  return inputs.includes("payer_account_suffix")
    ? invalidField(
        "payer_account_suffix",
        "is needed with a bare reference: the last 5 digits of the account that paid, or send the receipt's link",
      )
    : invalidField("input", "is not enough by itself; send the receipt's link or its SMS");
}

/** A completed receipt does not change; the claim of its reference decides between checkouts. */
const RECEIPT_FRESH_MS = 60_000;
/** The receipt may appear at any moment. */
const NOT_FOUND_FRESH_MS = 4_000;
/** How long an unreadable page is remembered, so that it is not evidence twice. */
const UNREADABLE_KEPT_MS = 7 * 86_400_000;
const KEPT_MS = 3_600_000;
/** Time for everything but the network. */
const LEASE_MARGIN_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 800;

type Ask = (signal: AbortSignal, wasUnreadable: boolean) => Promise<LookupResult>;

/** An answer, and a promise that resolves when other callers can read it. */
export interface SharedAnswer {
  readonly answer: LookupResult;
  /** Never rejects. Await it before the invocation ends, or the others wait for the end of the lease. */
  readonly shared: Promise<void>;
}

const SHARED = Promise.resolve();
/** Another caller is asking the same and takes longer than this one can wait. */
const ASKED_BY_ANOTHER: SharedAnswer = { answer: OUT_OF_PATIENCE, shared: SHARED };

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

/** Whether two attempts of one reference ask the bank for the same, or the first one asks another host. */
export async function comparedRequests(one: Attempt, other: Attempt, checkout: Checkout) {
  const adapter = (await providerAdapters())[one.lookup.provider];
  const requestsOf = ({ lookup, payerPhone }: Attempt) =>
    adapter.requests(lookup, contextOf({ payerPhone, tries: 1 }, checkout));
  const [own, others] = [requestsOf(one), requestsOf(other)];
  return {
    areSame: JSON.stringify(own) === JSON.stringify(others),
    asksAnotherHost: own.some(({ host }) => !others.some((request) => request.host === host)),
  };
}

async function ask(
  inquiry: Inquiry,
  accountId: string,
  { patienceMs, isTrial = false }: LookupOptions,
): Promise<SharedAnswer> {
  const { provider } = inquiry.lookup;
  const refusal = isTrial ? null : await refusalOf(provider);
  if (refusal !== null) return ownAnswer(refusal);
  return askOnce(inquiry, patienceMs, async (signal, wasUnreadable) => {
    // A reference that was unreadable before is useless as a trial and as evidence.
    if (isTrial && wasUnreadable) return GIVEN_UP;
    const refusal = isTrial ? null : await refusalOf(provider);
    if (refusal !== null) return refusal;
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

/**
 * Asks the bank unless another caller is asking it for the same or has just received a definite answer; callers that arrive
 * in the meantime wait for that answer. Takes two table calls for the caller that asks, the second of them while the
 * caller works with the answer; else one plus polling.
 *
 * @param patienceMs how long this caller can wait
 * @param ask receives whether the last answer to the same requests was unreadable
 */
export async function askOnce(
  inquiry: Inquiry,
  patienceMs: number,
  ask: Ask,
): Promise<SharedAnswer> {
  const deadline = now() + patienceMs;
  const key = keyOf(inquiry);
  const own = Buffer.from(randomBytes(12)).toString("base64url");
  const join = () =>
    joinFlight<LookupResult>(table(), key, own, now(), patienceMs + LEASE_MARGIN_MS);
  let watched: string | null = null;
  let wait = FIRST_PAUSE_MS;
  let state: Flight<LookupResult> = await join();
  for (;;) {
    if (state.kind === "ours") return askAndShare(key, state, deadline, ask);
    if (state.kind === "answered" && isUsable(state, watched)) {
      return { answer: state.answer, shared: SHARED };
    }
    const isWaiting = state.kind === "theirs" && state.leaseUntil > now();
    if (now() + wait >= deadline) return ASKED_BY_ANOTHER;
    if (!isWaiting) {
      watched = null;
      state = await join();
      continue;
    }
    watched = state.flight;
    await pause(wait);
    wait = Math.min(LONGEST_PAUSE_MS, wait * 2);
    state = (await watchFlight<LookupResult>(table(), key, now())) ?? (await join());
  }
}

/** A fresh answer serves all callers; an expired one only those who waited for it. */
function isUsable(
  { flight, fresh, answer }: Extract<Flight<LookupResult>, { kind: "answered" }>,
  watched: string | null,
): boolean {
  return fresh || (flight === watched && !isOutOfPatience(answer));
}

async function askAndShare(
  key: LookupKey,
  { flight, memory }: Extract<Flight<LookupResult>, { kind: "ours" }>,
  deadline: number,
  ask: Ask,
): Promise<SharedAnswer> {
  const share = (answer: LookupResult): Promise<void> => {
    const landed = { answer, freshMs: freshMs(answer), ...memoryOf(answer, memory) };
    // If this fails, the answer still counts here; the others wait for the lease to end and ask.
    return landFlight(table(), key, flight, landed, now()).catch((error: unknown) =>
      log("warn", "lookup not shared", errorFields(error)),
    );
  };
  try {
    const signal = AbortSignal.timeout(Math.max(1, deadline - now()));
    const answer = await ask(signal, memory !== null);
    return { answer, shared: share(answer) };
  } catch (error) {
    // Other callers must not wait for the end of the lease.
    await share(OUT_OF_PATIENCE);
    throw error;
  }
}

/** Only a readable page replaces the memory of an unreadable one; an outage does not. */
function memoryOf(answer: LookupResult, memory: LookupResult | null) {
  const isPage = answer.kind === "receipt" || answer.kind === "not_found";
  const unreadable = answer.kind === "unreadable" ? answer : isPage ? null : memory;
  return { memory: unreadable, keptMs: unreadable === null ? KEPT_MS : UNREADABLE_KEPT_MS };
}

function freshMs(answer: LookupResult): number {
  if (answer.kind === "not_found") return NOT_FOUND_FRESH_MS;
  const isDefinite = answer.kind === "receipt" && answer.receipt.status === "completed";
  return isDefinite ? RECEIPT_FRESH_MS : 0;
}

/** Identical requests are one lookup; other account digits make another one. */
function keyOf({ lookup, requests, adapter }: Inquiry): LookupKey {
  const sent = requests.map(({ host, path }) => [host, path]);
  const digest = createHash("sha256")
    .update(JSON.stringify([adapter.parserVersion, sent]))
    .digest("base64url");
  return { provider: lookup.provider, reference: lookup.reference, digest };
}
