import type { ErrorCode } from "./generated/operations.ts";

/**
 * `unreachable`: no response, or only a part of it. `unexpected`: the response is not from this API, for
 * example a proxy's error page. `timeout`: `waitForOutcome` gave up.
 */
export type ProblemCode = ErrorCode | "unreachable" | "unexpected" | "timeout";

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
  readonly code: ProblemCode;
  readonly status: number;
  readonly requestId: string | null;
  readonly errors: readonly FieldProblem[];
  readonly retryAfterSeconds: number | null;
  readonly type: string | null;

  constructor(detail: string, fields: Partial<ProblemFields> & { readonly code: ProblemCode }) {
    super(detail);
    this.code = fields.code;
    this.status = fields.status ?? 0;
    this.requestId = fields.requestId ?? null;
    this.errors = fields.errors ?? [];
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null;
    this.type = fields.type ?? null;
  }
}

/** Reads an error response. Never throws, whatever the body contains. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const parsed: unknown = await response.json().catch(() => null);
  const body = (typeof parsed === "object" && parsed !== null ? parsed : {}) as Record<
    string,
    unknown
  >;
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const detail = text(body.detail) ?? text(body.title);
  return new ApiProblem(detail ?? `The service responded with status ${response.status}.`, {
    code: (text(body.code) as ErrorCode | null) ?? "unexpected",
    status: response.status,
    requestId: text(body.request_id) ?? response.headers.get("x-request-id"),
    errors: Array.isArray(body.errors) ? body.errors : [],
    retryAfterSeconds: retryAfterSeconds(response.headers.get("retry-after")),
    type: text(body.type),
  });
}

/** Seconds from a `Retry-After` header, which holds seconds or an HTTP date. */
function retryAfterSeconds(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
