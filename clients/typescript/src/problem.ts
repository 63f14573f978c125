import type { ErrorCode } from "./generated/operations.ts";
import { isRecord, parseJson } from "./json.ts";

/**
 * `unreachable`: no response, or only a part of it. `untrusted`: the server's certificate is not valid. `unexpected`:
 * the response is not from this API, for example a proxy's error page. `timeout`: `waitForOutcome` gave up.
 */
export type ProblemCode = ErrorCode | "unreachable" | "untrusted" | "unexpected" | "timeout";

/** One invalid field of a request. */
export interface FieldProblem {
  /** The field, for example `customer.email`; empty for the body itself. */
  readonly path: string;
  readonly message: string;
}

interface ProblemFields {
  readonly code: ProblemCode;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Quote it to support. */
  readonly requestId: string | null;
  /** The invalid fields; empty for most codes. */
  readonly errors: readonly FieldProblem[];
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | null;
  /** Where the code is documented. */
  readonly type: string | null;
}

/** A failed request: problem details (RFC 9457) from the API, or no response. */
export class ApiProblem extends Error implements ProblemFields {
  override readonly name = "ApiProblem";
  declare readonly code: ProblemCode;
  declare readonly status: number;
  declare readonly requestId: string | null;
  declare readonly errors: readonly FieldProblem[];
  declare readonly retryAfterSeconds: number | null;
  declare readonly type: string | null;

  constructor(detail: string, fields: Partial<ProblemFields> & { readonly code: ProblemCode }) {
    super(detail);
    const absent = { status: 0, requestId: null, errors: [], retryAfterSeconds: null, type: null };
    Object.assign(this, absent, fields);
  }
}

/** For a successful response that is not from this API. */
export function unexpected(
  status: number,
  reason: string,
  requestId: string | null = null,
): ApiProblem {
  const detail = `The response with status ${status} is not from this API: ${reason}.`;
  return new ApiProblem(detail, { code: "unexpected", status, requestId });
}

const LONGEST_TEXT = 1_000;

/**
 * Reads an error response, whatever it contains.
 *
 * @param credential the `authorization` of the request, which no message shows
 */
export function readProblem(response: Response, text: string, credential?: string): ApiProblem {
  const { status, headers, type } = response;
  const requestId = headers.get("x-request-id");
  if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
    const reason =
      "it is a redirect, which is not followed. Set baseUrl to the service's own address";
    return unexpected(status, reason, requestId);
  }
  const body = recordOf(text);
  const secret = credential?.replace(/^Bearer /, "");
  /** Text as one short line: messages end up in logs. */
  const plain = (value: unknown) =>
    typeof value === "string"
      ? (secret ? value.replaceAll(secret, "***") : value)
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these would forge lines of a log
          .replace(/[\u0000-\u001f\u007f]+/g, " ")
          .slice(0, LONGEST_TEXT)
      : null;
  const code = /^[a-z][a-z0-9_]{0,63}$/.exec(String(body.code))?.[0];
  const detail = plain(body.detail) || plain(body.title);
  return new ApiProblem(detail || `The service responded with status ${status}.`, {
    code: typeof body.code === "string" && code ? code : "unexpected",
    status,
    requestId: plain(body.request_id) ?? requestId,
    errors: (Array.isArray(body.errors) ? body.errors : [])
      .filter(isRecord)
      .map(({ path, message }) => ({ path: plain(path) ?? "", message: plain(message) ?? "" })),
    retryAfterSeconds: retryAfterSeconds(headers),
    type: plain(body.type),
  });
}

function recordOf(text: string): Record<string, unknown> {
  try {
    const body = parseJson(text);
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}

/** Seconds from a `Retry-After` header, which holds seconds or an HTTP date. */
function retryAfterSeconds(headers: Headers): number | null {
  const header = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,15}$/.test(header)) return Number(header);
  // `Date.parse` also reads "about 2050".
  if (!header.endsWith(" GMT")) return null;
  // The service's own clock, because this machine's can be off.
  const now = Date.parse(headers.get("date") ?? "");
  const seconds = Math.ceil((Date.parse(header) - (Number.isNaN(now) ? Date.now() : now)) / 1000);
  return seconds >= 0 ? seconds : null;
}
