import type { Readable } from "node:stream";
import { Client, type Dispatcher } from "undici";
import type { OutboundErrorCode } from "../domain/webhook-outcome.ts";
import {
  BlockedAddressError,
  type CheckedUrl,
  chooseHeaders,
  connectGuarded,
  type DialRules,
  type Headers,
  isPlain,
  type KeptConnection,
  KeptConnections,
  rulesOf,
} from "./guarded-connection.ts";
import { checkWebhookUrl, type WebhookUrlPolicy } from "./webhook-url.ts";

/** The received part of a body, and whether it is incomplete. */
export interface CappedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly truncated: boolean;
  /** Why reading ended early, unless the cap was the reason. */
  readonly error: unknown;
}

/**
 * Reads at most `maxBytes` of a body, then drops the stream, so that memory stays bounded. After an error,
 * returns what was received before it.
 */
export async function readCapped(body: Readable, maxBytes: number): Promise<CappedBody> {
  const kept: Uint8Array[] = [];
  let size = 0;
  let truncated = false;
  let error: unknown;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      kept.push(chunk.subarray(0, maxBytes - size));
      size += chunk.length;
      if (size > maxBytes) {
        truncated = true;
        break;
      }
    }
  } catch (reason) {
    truncated = true;
    error = reason;
  }
  body.on("error", () => undefined).destroy();
  return { bytes: join(kept), truncated, error };
}

/** Copies, so that no large receive buffer stays alive behind a small view of it. */
function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Errors below HTTP, as deliveries and attempts record them. */
export type NetworkErrorCode =
  | "dns_error"
  | "connection_refused"
  | "connection_reset"
  | "timeout"
  | "tls_error";

const CODES: Readonly<Record<string, NetworkErrorCode>> = {
  EAI_AGAIN: "dns_error",
  EAI_FAIL: "dns_error",
  EBADNAME: "dns_error",
  EBADRESP: "dns_error",
  EFORMERR: "dns_error",
  ENODATA: "dns_error",
  ENOTFOUND: "dns_error",
  ENOTIMP: "dns_error",
  EREFUSED: "dns_error",
  ESERVFAIL: "dns_error",
  ETIMEOUT: "dns_error",
  EACCES: "connection_refused",
  EADDRNOTAVAIL: "connection_refused",
  ECONNREFUSED: "connection_refused",
  EHOSTUNREACH: "connection_refused",
  ENETUNREACH: "connection_refused",
  ETIMEDOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  EPROTO: "tls_error",
};

/** OpenSSL's and Node's names for a certificate or a handshake that does not verify. */
const TLS_CODE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|.*SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/;

/**
 * Names an error of Node's net, tls and dns modules or of undici. An unknown one counts as a reset: the peer
 * closed the connection or did not speak HTTP.
 */
export function networkErrorCode(error: unknown): NetworkErrorCode {
  if (!(error instanceof Error)) return "connection_reset";
  if (error.name === "AbortError" || error.name === "TimeoutError") return "timeout";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  return known ?? (TLS_CODE.test(code) ? "tls_error" : "connection_reset");
}

/** A POST to a merchant's server. */
export interface OutboundRequest {
  readonly url: string;
  /** Lower-case names. `accept-encoding` and `connection` are set by the sender. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Over everything: name, connection, headers and body. 15 s unless given. */
  readonly timeoutMs?: number;
}

export type OutboundResult =
  | {
      readonly kind: "response";
      readonly status: number;
      /** The kept headers only, lower-case, each value at most 512 characters. */
      readonly headers: Readonly<Record<string, string>>;
      /** At most 16 KiB, read as UTF-8; empty if the receiver compressed it. */
      readonly body: string;
      /** The body was longer, or the deadline came first. */
      readonly truncated: boolean;
      readonly durationMs: number;
      readonly remoteIp: string;
    }
  | {
      readonly kind: "error";
      readonly code: OutboundErrorCode;
      readonly durationMs: number;
      /** Null if no connection was made. */
      readonly remoteIp: string | null;
    };

/** Limits and rules; the defaults are production's. */
export interface OutboundOptions extends Partial<DialRules> {
  readonly policy: WebhookUrlPolicy;
  readonly maxBodyBytes?: number;
  /** Wall clock, ms. */
  readonly now?: () => number;
}

/** Sends POSTs to receivers and keeps their connections for the next one. */
export interface OutboundSender {
  /**
   * POSTs once. Never follows a redirect, never throws for a network error. The status is final as soon as the
   * headers have arrived; a slow, endless or broken body is only marked `truncated`.
   */
  readonly post: (request: OutboundRequest) => Promise<OutboundResult>;
  readonly close: () => Promise<void>;
}

const TOTAL_TIMEOUT_MS = 15_000;
const MAX_BODY_BYTES = 16 * 1024;
const MAX_RESPONSE_HEADER_BYTES = 16 * 1024;

/** Every new connection, and every one that is kept for too long, goes through the address checks. */
export function outboundSender(options: OutboundOptions): OutboundSender {
  const rules = rulesOf(options);
  const now = options.now ?? Date.now;
  const kept = new KeptConnections(now);
  const maxBodyBytes = options.maxBodyBytes ?? MAX_BODY_BYTES;
  return { post, close: () => kept.close() };

  async function post(request: OutboundRequest): Promise<OutboundResult> {
    const started = performance.now();
    const check = checkWebhookUrl(request.url, options.policy);
    if (!check.ok) return { kind: "error", code: "ssrf_blocked", durationMs: 0, remoteIp: null };
    const deadline = AbortSignal.timeout(request.timeoutMs ?? TOTAL_TIMEOUT_MS);
    const attempt = { request, check, deadline };
    const reused = kept.take(check.url.origin);
    const checkedAt = reused?.checkedAt;
    let connection = reused ?? open(check, deadline);
    let result = await exchange(connection, attempt);
    if (connection.checkedAt === checkedAt && isReset(result)) {
      // The receiver closed an idle connection while the POST was on its way. Neither side failed.
      connection = open(check, deadline);
      result = await exchange(connection, attempt);
    }
    const durationMs = Math.round(performance.now() - started);
    if (result.kind === "error") {
      return { ...result, durationMs, remoteIp: connection.address };
    }
    return { ...result, durationMs, remoteIp: connection.address ?? "" };
  }

  function open(check: CheckedUrl, deadline: AbortSignal): KeptConnection {
    const client = new Client(check.url.origin, {
      connect: (_, callback) => {
        // Also called when a kept connection was closed meanwhile: the new one is checked as the first was.
        connectGuarded(check, rules, connection.deadline, (address) => {
          connection.address = address;
          connection.checkedAt = now();
        }).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
      pipelining: 1,
      maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
      // The deadline covers everything. An idle timeout would let a trickling response hold a worker.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const { origin } = check.url;
    const connection: KeptConnection = {
      origin,
      client,
      deadline,
      address: null,
      checkedAt: 0,
      usedAt: 0,
    };
    return connection;
  }

  async function exchange(
    connection: KeptConnection,
    { request, check, deadline }: Attempt,
  ): Promise<Outcome> {
    connection.deadline = deadline;
    try {
      const options = {
        method: "POST" as const,
        path: check.url.pathname + check.url.search,
        headers: { ...request.headers, "accept-encoding": "identity" },
        body: request.body,
      };
      const answer = await dispatched(connection.client, options, deadline, maxBodyBytes);
      if (answer.truncated) await connection.client.destroy();
      else kept.keep(connection);
      const shown = isPlain(answer.headers);
      return {
        kind: "response",
        status: answer.status,
        headers: chooseHeaders(answer.headers),
        body: shown ? new TextDecoder().decode(answer.bytes, { stream: true }) : "",
        truncated: answer.truncated || (!shown && answer.bytes.length > 0),
      };
    } catch (error) {
      await connection.client.destroy();
      return { kind: "error", code: outboundErrorCode(error) };
    }
  }
}

interface Answer extends Pick<CappedBody, "bytes" | "truncated"> {
  readonly status: number;
  readonly headers: Headers;
}

/**
 * Sends a request, and reads at most `maxBytes` of its answer. Without the stream that `client.request` makes of each body,
 * which takes as much time as the rest of a short POST.
 *
 * @throws what ended the request before its headers arrived; `deadline` with its reason
 */
function dispatched(
  client: Client,
  options: Dispatcher.DispatchOptions,
  deadline: AbortSignal,
  maxBytes: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    deadline.throwIfAborted();
    let head: Pick<Answer, "status" | "headers"> | null = null;
    const parts: Uint8Array[] = [];
    let size = 0;
    const end = (error: unknown, truncated: boolean) => {
      deadline.removeEventListener("abort", onAbort);
      if (head === null) reject(error);
      else resolve({ ...head, bytes: join(parts), truncated });
    };
    const onAbort = () => end(deadline.reason, true);
    deadline.addEventListener("abort", onAbort);
    client.dispatch(options, {
      onRequestStart: () => undefined,
      onResponseStart: (_, status, headers) => {
        // Not an informational one, such as 103.
        if (status >= 200) head = { status, headers };
      },
      onResponseData: (_, chunk) => {
        parts.push(chunk.subarray(0, maxBytes - size));
        size += chunk.length;
        if (size > maxBytes) end(null, true);
      },
      onResponseEnd: () => end(null, false),
      onResponseError: (_, error) => end(error, true),
    });
  });
}

interface Attempt {
  readonly request: OutboundRequest;
  readonly check: CheckedUrl;
  readonly deadline: AbortSignal;
}

type WithoutTiming<R> = R extends unknown ? Omit<R, "durationMs" | "remoteIp"> : never;
type Outcome = WithoutTiming<OutboundResult>;

function isReset(outcome: Outcome): boolean {
  return outcome.kind === "error" && outcome.code === "connection_reset";
}

function outboundErrorCode(error: unknown): OutboundErrorCode {
  return error instanceof BlockedAddressError ? "ssrf_blocked" : networkErrorCode(error);
}

/**
 * Why a provider gave no answer. `redirect`: to another host, or too often. `too_large`: over 1 MB.
 * `aborted`: the caller's own deadline. `bad_address`: a fault of the configuration.
 * `relay_error`: a failure of the relay, not of the bank.
 */
export type FetchErrorCode =
  | NetworkErrorCode
  | "redirect"
  | "too_large"
  | "aborted"
  | "bad_address"
  | "relay_error";

/** Problems that are not network errors. */
export class FetchProblem extends Error {
  override readonly name = "FetchProblem";
  readonly code: FetchErrorCode;

  constructor(code: FetchErrorCode) {
    super(code);
    this.code = code;
  }
}

/** How hard to try: `parallel` tries at once, and `rounds` of them one after another. */
export interface RaceLimits {
  readonly parallel: number;
  readonly rounds: number;
}

/**
 * Runs tries in parallel until one returns a good answer, then aborts the others. A round with only poor
 * answers ends the race with the first of them: the server is up, so another round would only add load. A
 * round in which all tries fail is followed by the next. Rejects with the last failure.
 */
export async function race<T>(
  limits: RaceLimits,
  attempt: (signal: AbortSignal) => Promise<T>,
  isGood: (answer: T) => boolean,
  signal: AbortSignal,
): Promise<T> {
  let failure: unknown = signal.reason;
  for (let round = 0; round < limits.rounds && !signal.aborted; round += 1) {
    const poor: T[] = [];
    const losers = new AbortController();
    const either = AbortSignal.any([signal, losers.signal]);
    const tries = Array.from({ length: limits.parallel }, async () => {
      const answer = await attempt(either);
      if (isGood(answer)) return answer;
      poor.push(answer);
      throw new Error("A poor answer.");
    });
    try {
      return await Promise.any(tries);
    } catch (error) {
      const [first] = poor;
      if (first !== undefined) return first;
      failure = error instanceof AggregateError ? error.errors.at(-1) : error;
    } finally {
      losers.abort();
    }
  }
  throw failure;
}
