import type { AnyOperation } from "./operation.ts";
import { pause } from "./pause.ts";
import { ApiProblem, readProblem } from "./problem.ts";

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

/**
 * Calls operations over `fetch`. Retries after a lost connection, 429, 500, 502, 503, 504 or
 * `idempotency_in_progress`, with the same idempotency key, unless a second request could act twice.
 */
export function createRequest(options: RequestOptions = {}): Request {
  const { baseUrl = "", fetch: send = globalThis.fetch, retries = 3, timeoutMs = 30_000 } = options;

  async function attempt(
    operation: AnyOperation,
    input: CallInput,
    headers: Record<string, string>,
  ) {
    const { body, signal } = input;
    const limits = [signal, timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined].filter(
      (limit) => limit !== undefined,
    );
    const url = baseUrl + addressOf(operation.path, input);
    let response: Response;
    let answer: unknown;
    try {
      response = await send(url, {
        method: operation.method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(limits.length > 0 && { signal: AbortSignal.any(limits) }),
        credentials: "same-origin",
      });
      // The connection can break, or the time run out, within a body too.
      if (response.ok) answer = await bodyOf(response, input);
    } catch (error) {
      if (signal?.aborted || error instanceof ApiProblem) throw error;
      throw new ApiProblem("The service cannot be reached. Check the connection and try again.", {
        code: "unreachable",
      });
    }
    if (!response.ok) throw await readProblem(response);
    input.onHeaders?.(response.headers);
    return answer;
  }

  return async (operation, input = {}, headers = {}) => {
    const sent = { ...headersOf(operation, input), ...options.headers, ...headers };
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

function headersOf({ idempotent }: AnyOperation, { body, idempotencyKey }: CallInput) {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (idempotent) headers["idempotency-key"] = idempotencyKey ?? crypto.randomUUID();
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
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/** @throws ApiProblem for any other content than was asked for, as a login page of a network sends it */
async function bodyOf(response: Response, { query }: CallInput): Promise<unknown> {
  const { status } = response;
  if (status === 204) return undefined;
  const type = response.headers.get("content-type") ?? "";
  if (/json/.test(type)) return response.json();
  if (query?.format === "csv" && type.startsWith("text/csv")) return response.text();
  const detail = `The response with status ${status} is not from this API: it is not JSON.`;
  throw new ApiProblem(detail, { code: "unexpected", status });
}
