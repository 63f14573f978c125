import { isRecord, parseJson } from "./json.ts";
import type { AnyOperation } from "./operation.ts";
import { ApiProblem, readProblem, unexpected } from "./problem.ts";
import { pause } from "./wait-for-outcome.ts";

/** Input of a call to any operation. */
export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Default: a new key for each POST. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Called with the response headers of a successful call. */
  readonly onHeaders?: (headers: Headers) => void;
}

export interface RequestOptions {
  /** Without a trailing slash; empty for the page's own origin. */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  /** Maximum number of retries, where retrying is safe. Default 3. */
  readonly retries?: number;
  /** Time limit of each try in milliseconds. Default 30 000; 0 for no limit. */
  readonly timeoutMs?: number;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Request = (
  operation: AnyOperation,
  input?: CallInput,
  headers?: Readonly<Record<string, string>>,
) => Promise<unknown>;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** After a longer `Retry-After` the call fails, and the caller decides. */
const LONGEST_RETRY_AFTER_S = 60;
const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504]);
/** No response of the API is larger (the limit of AWS Lambda). More is refused unread. */
const MAX_RESPONSE_BYTES = 6_291_456;
/** Error codes of Node.js and its TLS about the server's certificate. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/;

/**
 * Calls operations over `fetch`. Retries after a lost connection, 429, 500, 502, 503, 504 or
 * `idempotency_in_progress`, with the same idempotency key, unless a second request could act twice.
 */
export function createRequest(options: RequestOptions = {}): Request {
  const { baseUrl = "", fetch: send = globalThis.fetch, retries = 3, timeoutMs = 30_000 } = options;

  async function attempt(operation: AnyOperation, input: CallInput, sent: Sent) {
    const { signal } = input;
    const { url, headers, body } = sent;
    const limits = timeoutMs > 0 ? [AbortSignal.timeout(timeoutMs)] : [];
    if (signal) limits.push(signal);
    let response: Response;
    let text: string;
    try {
      response = await send(url, {
        method: operation.method,
        headers,
        ...(body !== undefined && { body }),
        signal: AbortSignal.any(limits),
        // Following it would hand the request, and maybe the credential, to another server.
        redirect: "manual",
      });
      // The connection can break, or the time run out, within a body too.
      text = await textOf(response);
    } catch (error) {
      throw signal?.aborted ? error : failureOf(error);
    }
    if (!response.ok) throw readProblem(response, text, headers.authorization);
    const answer = response.status === 204 ? undefined : answerOf(operation, response, text, input);
    input.onHeaders?.(response.headers);
    return answer;
  }

  return async (operation, input = {}, headers = {}) => {
    // Outside the attempts: what cannot be written is no lost connection, and never worth another try.
    const sent: Sent = {
      url: baseUrl + addressOf(operation.path, input),
      headers: checkedHeaders({ ...headersOf(operation, input), ...options.headers, ...headers }),
      body: jsonOf(input.body),
    };
    for (let count = 0; ; count++) {
      try {
        return await attempt(operation, input, sent);
      } catch (error) {
        const wait = count < retries ? waitBeforeRetry(operation, error, count) : null;
        if (wait === null) throw error;
        await pause(wait, input.signal);
      }
    }
  };
}

/** One request, the same in each attempt. */
interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

function jsonOf(body: unknown): string | undefined {
  // Unescaped, the service takes U+FFFD for a byte that is not UTF-8.
  return body === undefined ? undefined : JSON.stringify(body).replaceAll("\ufffd", "\\ufffd");
}

/** @throws TypeError, which shows no value: one is the credential */
function checkedHeaders(headers: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\x20-\x7e]*$/.test(value)) continue;
    throw new TypeError(`The header ${name} contains characters that a header cannot have.`);
  }
  return headers;
}

function headersOf({ idempotent }: AnyOperation, { body, idempotencyKey }: CallInput) {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (idempotent) headers["idempotency-key"] = idempotencyKey ?? crypto.randomUUID();
  // A proxy may remove a header with only spaces.
  if (String(idempotencyKey).trim() === "") {
    throw new TypeError("The idempotency-key is empty, so it would protect nothing.");
  }
  return headers;
}

/** Milliseconds to wait; null to fail at once. */
function waitBeforeRetry(operation: AnyOperation, error: unknown, count: number): number | null {
  if (!(error instanceof ApiProblem)) return null;
  const isSafe = operation.method !== "POST" || operation.idempotent || error.status === 429;
  const isPassing =
    error.code === "unreachable" ||
    error.code === "idempotency_in_progress" ||
    RETRIED_STATUSES.has(error.status);
  if (!isSafe || !isPassing) return null;
  const asked = error.retryAfterSeconds;
  if (asked !== null) return asked <= LONGEST_RETRY_AFTER_S ? asked * 1000 : null;
  const backOff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count);
  return backOff * (0.75 + Math.random() / 2);
}

function addressOf(path: string, { params, query }: CallInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params?.[name] ?? "");
    // An empty or dotted segment would turn the URL into another operation's.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`The parameter ${name} is missing.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    // A filter that is left out would widen the list.
    if (value === null) throw new TypeError(`The parameter ${name} is null.`);
    if (value !== undefined) search.set(name, textOfFilter(name, value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function textOfFilter(name: string, value: unknown): string {
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime()))
    throw new TypeError(`The parameter ${name} is not a valid date.`);
  return value.toISOString();
}

/** The problem of a failed `fetch`. Messages can contain anything, so it names only the error's code, or its class. */
function failureOf(error: unknown): unknown {
  // With a `digest`, Next.js says that a page must be rendered for each visitor.
  if (error instanceof ApiProblem || Object(error).digest) return error;
  const { name, cause } = error instanceof Error ? error : { name: "no response" };
  // `ECONNREFUSED`, `ENOTFOUND` and the like of Node.js.
  const code = isRecord(cause) ? String(cause.code) : "";
  const reason = /^[A-Z][A-Z0-9_]+$/.test(code) ? code : name;
  return UNTRUSTED.test(reason)
    ? new ApiProblem(
        "The server's certificate is not valid, so nothing was sent. Check baseUrl and this machine's clock and certificates.",
        { code: "untrusted" },
      )
    : unreachable(reason);
}

function unreachable(reason: string): ApiProblem {
  const detail = `The service cannot be reached (${reason}). Check the connection and try again.`;
  return new ApiProblem(detail, { code: "unreachable" });
}

/** @throws ApiProblem for a body that is too large to be from this API */
async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > MAX_RESPONSE_BYTES) {
      await reader.cancel();
      throw unexpected(response.status, "it is too large");
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** @throws ApiProblem for any other content than was asked for, as a login page of a network sends it */
function answerOf(
  { empty }: AnyOperation,
  { status, headers }: Response,
  text: string,
  { query }: CallInput,
): unknown {
  if (empty) throw unexpected(status, "it is not empty");
  // Where no length is stated, a broken connection ends a body like any other.
  const isLengthStated = headers.has("content-length") || headers.has("transfer-encoding");
  let isWhole = isLengthStated || text !== "";
  const type = String(headers.get("content-type"));
  if (isWhole && query?.format === "csv" && type.startsWith("text/csv")) return text;
  let reason = "it is not JSON";
  if (/json/.test(type)) {
    try {
      const answer = parseJson(text);
      if (isRecord(answer)) return answer;
      reason = "it is not an object";
    } catch (error) {
      if (/exact/.test(String(error))) reason = "a number is too large to be exact";
      else isWhole = isLengthStated;
    }
  }
  if (!isWhole) throw unreachable("the response broke off");
  throw unexpected(status, reason, headers.get("x-request-id"));
}
