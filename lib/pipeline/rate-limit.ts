import { type ErrorCode, ServiceError } from "../domain/errors.ts";
import { type RatePolicy, type RateState, takeRate } from "../store/rate-limits.ts";
import { table } from "./deps.ts";
import { environment } from "./environment.ts";
import type { Reply } from "./http.ts";

/**
 * Counts a public verification against its address and its checkout, exactly.
 *
 * @returns the `RateLimit` headers of the response
 * @throws ServiceError `rate_limited` with the same headers and `Retry-After`
 */
export async function limitVerification(
  address: string,
  checkoutId: string,
  now: number,
): Promise<Readonly<Record<string, string>>> {
  const { config } = environment();
  const perAddress: RatePolicy = {
    name: "verify-address",
    limit: config.verifyPerAddressPerMinute,
    windowSeconds: 60,
    isUsuallyFirst: true,
  };
  const perCheckout: RatePolicy = {
    name: "verify-checkout",
    limit: config.verifyPerCheckoutPerMinute,
    windowSeconds: 60,
    isUsuallyFirst: true,
  };
  // In sequence, so that a refused address does not use up the limit of the checkout.
  const first = await takeRate(table(), perAddress, address, now);
  if (!first.allowed) throw tooMany([first]);
  const second = await takeRate(table(), perCheckout, checkoutId, now);
  if (!second.allowed) throw tooMany([first, second]);
  return rateHeaders([first, second]);
}

/**
 * Counts a change that leaves something behind, at most `limit` a day for each subject.
 *
 * @throws ServiceError `rate_limited`
 */
export async function limitDaily(
  { name, limit }: Pick<RatePolicy, "name" | "limit">,
  subject: string,
  now: number,
): Promise<void> {
  await countOrRefuse({ name, limit, windowSeconds: 86_400, isUsuallyFirst: true }, subject, now);
}

/** Counts one request of `subject`. @throws ServiceError `rate_limited` */
export async function countOrRefuse(
  policy: RatePolicy,
  subject: string,
  now: number,
): Promise<RateState> {
  const state = await takeRate(table(), policy, subject, now);
  if (!state.allowed) throw tooMany([state]);
  return state;
}

/** Refusals that callers repeat: these carry the limit that a repetition counts against. */
const REPEATED: ReadonlySet<ErrorCode> = new Set(["unauthenticated", "rate_limited"]);

/**
 * Sends the headers of a limit that was counted before `answer` with its reply, or with its 401 or 429; those of
 * another limit that a 429 names come after them.
 */
export async function withRateHeaders<R extends Reply>(
  counted: RateState,
  answer: () => Promise<R>,
): Promise<R> {
  const headers = rateHeaders([counted]);
  try {
    const given = await answer();
    return { ...given, headers: { ...given.headers, ...headers } };
  } catch (error) {
    if (!(error instanceof ServiceError && REPEATED.has(error.code))) throw error;
    const own = error.extras.headers ?? {};
    const joined = Object.entries(headers).map(([name, value]) => [
      name,
      own[name] === undefined ? value : `${value}, ${own[name]}`,
    ]);
    throw new ServiceError(error.code, error.message, {
      ...error.extras,
      headers: { ...own, ...Object.fromEntries(joined) },
    });
  }
}

/** `RateLimit` and `RateLimit-Policy` in the form of the IETF draft (structured fields). */
export function rateHeaders(states: readonly RateState[]): Readonly<Record<string, string>> {
  return {
    ratelimit: states
      .map(
        ({ policy, remaining, resetSeconds }) =>
          `"${policy.name}";r=${remaining};t=${resetSeconds}`,
      )
      .join(", "),
    "ratelimit-policy": states
      .map(({ policy }) => `"${policy.name}";q=${policy.limit};w=${policy.windowSeconds}`)
      .join(", "),
  };
}

/** The error for exceeded limits. */
export function tooMany(states: readonly RateState[]): ServiceError {
  const wait = Math.max(...states.map((state) => (state.allowed ? 1 : state.resetSeconds)));
  return new ServiceError("rate_limited", `Too many requests; try again in ${wait} s.`, {
    retryAfterSeconds: wait,
    headers: rateHeaders(states),
  });
}
