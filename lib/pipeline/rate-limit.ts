import type { ServiceConfig } from "../contract/service-config.ts";
import type { Checkout } from "../domain/checkout.ts";
import { type ErrorCode, ServiceError } from "../domain/errors.ts";
import { type RatePolicy, type RateState, takeRate } from "../store/rate-limits.ts";
import { table } from "./deps.ts";
import { environment } from "./environment.ts";
import type { Reply } from "./http.ts";

/** Number of failed attempts after which a checkout's verifications also count against their address. */
const FAILS_OFTEN = 3;

/**
 * Counts a public verification against its checkout, exactly, and against the caller's address where the checkout has
 * failed often: a mobile network puts thousands of customers behind one address, and customers rarely fail three times.
 *
 * @returns the `RateLimit` headers of the response
 * @throws ServiceError `rate_limited` with the same headers and `Retry-After`
 */
export async function limitVerification(
  address: string,
  { id, failedAttempts }: Pick<Checkout, "id" | "failedAttempts">,
  now: number,
): Promise<Readonly<Record<string, string>>> {
  const { config } = environment();
  const counted = [await takeRate(table(), perMinute("checkout", config), id, now)];
  if (counted[0]?.allowed && failedAttempts >= FAILS_OFTEN) {
    counted.push(await takeRate(table(), perMinute("address", config), address, now));
  }
  if (!counted.every(({ allowed }) => allowed)) throw tooMany(counted);
  return rateHeaders(counted);
}

function perMinute(of: "address" | "checkout", config: ServiceConfig): RatePolicy {
  const limit =
    of === "address" ? config.verifyPerAddressPerMinute : config.verifyPerCheckoutPerMinute;
  return { name: `verify-${of}`, limit, windowSeconds: 60, isUsuallyFirst: true };
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

/** Errors that callers retry: these responses have the headers of the limit that a retry counts against. */
const REPEATED: ReadonlySet<ErrorCode> = new Set(["unauthenticated", "rate_limited"]);

/**
 * Adds the headers of a limit that was counted before `answer` to its reply, or to its 401 or 429. The headers of
 * another limit that a 429 reports follow them.
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
