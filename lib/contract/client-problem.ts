import type { ErrorCode } from "../domain/errors.ts";
import type { ProblemBody } from "./problems.ts";

/** `unreachable`: no answer came. `unexpected`: one that is not ours, e.g. of a proxy. */
export type ApiProblemCode = ErrorCode | "unreachable" | "unexpected";

/** An answer that is no success, RFC 9457. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly code: ApiProblemCode;
  /** 0 where none came. */
  readonly status: number;
  readonly requestId: string | null;
  /** Fields of the input that were refused. */
  readonly errors: NonNullable<ProblemBody["errors"]>;
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | null;

  constructor(
    fields: Pick<ApiProblem, "code" | "status" | "requestId" | "errors" | "retryAfterSeconds">,
    detail: string,
  ) {
    super(detail);
    this.code = fields.code;
    this.status = fields.status;
    this.requestId = fields.requestId;
    this.errors = fields.errors;
    this.retryAfterSeconds = fields.retryAfterSeconds;
  }

  static unreachable(): ApiProblem {
    return new ApiProblem(
      { code: "unreachable", status: 0, requestId: null, errors: [], retryAfterSeconds: null },
      "The service cannot be reached. Check the connection and try again.",
    );
  }
}

/** Reads a refusal; total, whatever stands in the body. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  const { code, detail, title, request_id, errors } = (body ?? {}) as Partial<ProblemBody>;
  const seconds = Number(response.headers.get("retry-after"));
  return new ApiProblem(
    {
      code: typeof code === "string" ? code : "unexpected",
      status: response.status,
      requestId: request_id ?? response.headers.get("x-request-id"),
      errors: Array.isArray(errors) ? errors : [],
      retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    },
    detail ?? title ?? `The service answered ${response.status}.`,
  );
}
