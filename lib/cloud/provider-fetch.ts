import type { HostTrust } from "./host-trust.ts";
import { type NetworkErrorCode, networkErrorCode } from "./network-error.ts";
import { type ExchangeAnswer, exchange, TooLargeError } from "./provider-exchange.ts";
import { race } from "./race.ts";
import { type Relay, signRelayRequest } from "./relay-signature.ts";

/** One GET to a bank, as an adapter asks for it. */
export interface FetchRequest {
  /** From configuration, with its scheme and perhaps a path: no input can choose it. */
  readonly baseUrl: string;
  /** Absolute path with query, every input percent-encoded by the adapter. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** For everything, redirects and all rounds included. */
  readonly timeoutMs: number;
  /** `eachMs` bounds each connection with its handshake. */
  readonly race?: { readonly parallel: number; readonly rounds: number; readonly eachMs: number };
  readonly trust?: HostTrust;
  readonly relay?: Relay;
}

export type FetchErrorCode =
  | NetworkErrorCode
  | "redirect"
  | "too_large"
  | "aborted"
  | "bad_address"
  | "relay_error";

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

/** A problem that is not the network's. */
class FetchProblem extends Error {
  override readonly name = "FetchProblem";
  readonly code: FetchErrorCode;

  constructor(code: FetchErrorCode) {
    super(code);
    this.code = code;
  }
}

const MAX_REDIRECTS = 3;
const ONE_TRY = { parallel: 1, rounds: 1 };

/**
 * Fetches from a receipt provider; never throws for what the network does. TLS is always verified,
 * redirects stay on the same origin, and `signal` (the caller's deadline) ends it as `aborted`.
 *
 * @param now unix ms, for `fetchedAt` and the relay's time stamp.
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
      (tried) => follow(start, request, tried, now),
      (candidate) => candidate.status < 500,
      limit,
    );
    return { kind: "response", ...answer, urlHost: start.host, fetchedAt: now() };
  } catch (error) {
    return { kind: "error", code: signal.aborted ? "aborted" : codeOf(error) };
  }
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
  if (request.relay === undefined) {
    return exchange({ url, headers, trust: request.trust, connectTimeoutMs, signal });
  }
  const asked = { method: "GET", url: url.href, headers, connectTimeoutMs } as const;
  const answer = await exchange({
    url: relayAddress(request.relay.url),
    headers: signRelayRequest(asked, request.relay.secret, now),
    trust: undefined,
    // The bank's handshake happens behind the relay; the way there is not what is raced.
    connectTimeoutMs: request.timeoutMs,
    signal,
  });
  return fromRelay(answer);
}

/** Takes the bank's answer out of the relay's: its status and headers travel in headers. */
function fromRelay(answer: ExchangeAnswer): ExchangeAnswer {
  const failed = answer.headers["x-relay-error"];
  if (failed !== undefined) throw new FetchProblem(relayedCode(failed));
  const status = Number(answer.headers["x-relay-status"]);
  if (answer.status !== 200 || !Number.isInteger(status)) throw new FetchProblem("relay_error");
  const prefix = "x-relay-header-";
  const headers = Object.entries(answer.headers)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value]);
  return { status, headers: Object.fromEntries(headers), body: answer.body };
}

/** The relay's words for what the bank did; anything else is the relay's own trouble. */
function relayedCode(word: string): FetchErrorCode {
  switch (word) {
    case "dns_error":
    case "connection_refused":
    case "connection_reset":
    case "timeout":
    case "tls_error":
    case "too_large":
      return word;
    default:
      return "relay_error";
  }
}

function redirectTarget(answer: ExchangeAnswer, base: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(answer.status)) return null;
  const location = answer.headers.location ?? "";
  if (!URL.canParse(location, base.href)) throw new FetchProblem("redirect");
  return new URL(location, base);
}

/** The path is an adapter's, but made of input: it must not be able to change the origin. */
function addressOf(request: FetchRequest): URL {
  const text = request.baseUrl.replace(/\/+$/, "") + request.path;
  if (!request.path.startsWith("/") || !URL.canParse(text)) throw new FetchProblem("bad_address");
  const url = new URL(text);
  const sameOrigin = url.origin === new URL(request.baseUrl).origin;
  if (!sameOrigin || !/^https?:$/.test(url.protocol)) throw new FetchProblem("bad_address");
  return url;
}

function relayAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const local = url?.protocol === "http:" && url.hostname === "127.0.0.1";
  if (url === null || !(url.protocol === "https:" || local)) throw new FetchProblem("bad_address");
  return url;
}

function codeOf(error: unknown): FetchErrorCode {
  if (error instanceof FetchProblem) return error.code;
  return error instanceof TooLargeError ? "too_large" : networkErrorCode(error);
}
