import type { HostTrust } from "./guarded-connection.ts";
import { type FetchErrorCode, FetchProblem, networkErrorCode, race } from "./outbound.ts";
import { type ExchangeAnswer, exchange, type Relay, TooLargeError } from "./relay-exchange.ts";

/** One GET to a bank, as an adapter asks for it. */
export interface FetchRequest {
  /** From the configuration, with scheme and optional path. Input never chooses it. */
  readonly baseUrl: string;
  /** Absolute path with query, every input percent-encoded by the adapter. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Covers everything, redirects and all rounds included. */
  readonly timeoutMs: number;
  /** `eachMs` bounds each connection with its handshake. */
  readonly race?: { readonly parallel: number; readonly rounds: number; readonly eachMs: number };
  readonly trust?: HostTrust;
  readonly relay?: Relay;
}

export type FetchResult =
  | {
      readonly kind: "response";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** At most 1 MB. */
      readonly body: Uint8Array<ArrayBuffer>;
      readonly urlHost: string;
      /** Unix ms. */
      readonly fetchedAt: number;
    }
  | { readonly kind: "error"; readonly code: FetchErrorCode };

const MAX_REDIRECTS = 3;
const SETTLED: readonly FetchErrorCode[] = ["bad_address", "redirect", "relay_error", "too_large"];
const ONE_TRY = { parallel: 1, rounds: 1 };

/**
 * Fetches from a receipt provider. Never throws for network errors. TLS is always verified, redirects must
 * stay on the same origin, and `signal` (the caller's deadline) ends the fetch as `aborted`.
 *
 * @param now unix ms, for `fetchedAt` and the relay's timestamp
 */
export async function fetchFromProvider(
  request: FetchRequest,
  signal: AbortSignal,
  now: () => number,
): Promise<FetchResult> {
  try {
    const start = addressOf(request);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(request.timeoutMs)]);
    const answer = await race(
      request.race ?? ONE_TRY,
      (tried) => follow(start, request, tried, now).catch(settleProblem),
      (candidate) => !(candidate instanceof FetchProblem) && candidate.status < 500,
      limit,
    );
    if (answer instanceof FetchProblem) throw answer;
    return { kind: "response", ...answer, urlHost: start.host, fetchedAt: now() };
  } catch (error) {
    return { kind: "error", code: signal.aborted ? "aborted" : codeOf(error) };
  }
}

/** A problem that another connection would not change ends the rounds, as a response does. */
function settleProblem(error: unknown): FetchProblem {
  if (error instanceof FetchProblem && SETTLED.includes(error.code)) return error;
  if (error instanceof TooLargeError) return new FetchProblem("too_large");
  throw error;
}

async function follow(
  start: URL,
  request: FetchRequest,
  signal: AbortSignal,
  now: () => number,
): Promise<ExchangeAnswer> {
  let url = start;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const answer = await get(url, request, signal, now());
    const target = redirectTarget(answer, url);
    if (target === null) return answer;
    if (target.origin !== start.origin) throw new FetchProblem("redirect");
    url = target;
  }
  throw new FetchProblem("redirect");
}

async function get(
  url: URL,
  request: FetchRequest,
  signal: AbortSignal,
  now: number,
): Promise<ExchangeAnswer> {
  const connectTimeoutMs = request.race?.eachMs ?? request.timeoutMs;
  const headers = request.headers ?? {};
  const relay = request.relay === undefined ? null : { relay: request.relay, now };
  return exchange({ url, headers, trust: request.trust, relay, connectTimeoutMs, signal });
}

function redirectTarget(answer: ExchangeAnswer, base: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(answer.status)) return null;
  const location = answer.headers.location ?? "";
  if (!URL.canParse(location, base.href)) throw new FetchProblem("redirect");
  return new URL(location, base);
}

/** The path contains input. It must begin with a slash, so that it cannot extend the host name. */
function addressOf(request: FetchRequest): URL {
  const text = request.baseUrl.replace(/\/+$/, "") + request.path;
  if (!request.path.startsWith("/") || !URL.canParse(text)) throw new FetchProblem("bad_address");
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw new FetchProblem("bad_address");
  return url;
}

function codeOf(error: unknown): FetchErrorCode {
  return error instanceof FetchProblem ? error.code : networkErrorCode(error);
}
