import type { ErrorCode } from "../domain/errors.ts";
import { pascalCase } from "./functions.ts";
import { headerObjects, type ResponseHeader } from "./headers.ts";
import type { JsonSchema } from "./json-schema.ts";
import { PROBLEMS, problemType } from "./problems.ts";

/** Host of the examples. */
const EXAMPLE_BASE_URL = "https://checkout.example";

/**
 * Refusals of the document: one response for each set of codes that share a status, written once and
 * referred to by every operation that can give them.
 */
export class OpenApiProblems {
  readonly responses: Record<string, object> = {};

  /**
   * By status, in ascending order.
   *
   * @param asPage whether browsers get the refusal as a page
   */
  refer(codes: readonly ErrorCode[], asPage: boolean): Record<string, JsonSchema> {
    const statuses = [...new Set(codes.map((code) => PROBLEMS[code].status))].toSorted();
    return Object.fromEntries(
      statuses.map((status) => {
        const here = codes.filter((code) => PROBLEMS[code].status === status).toSorted();
        const name = `${here.map(pascalCase).join("Or")}${asPage ? "Page" : ""}`;
        this.responses[name] ??= response(here, status, asPage);
        return [String(status), { $ref: `#/components/responses/${name}` }];
      }),
    );
  }
}

/** Headers beside `X-Request-Id`, by status. */
const HEADERS: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ["WWW-Authenticate", "Set-Cookie", "RateLimit", "RateLimit-Policy"],
  409: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

function response(codes: readonly ErrorCode[], status: number, asPage: boolean): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join("; "),
    headers: headerObjects(["X-Request-Id", ...(HEADERS[status] ?? [])]),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(codes.map((code) => [code, { value: sample(code) }])),
      },
      ...(asPage ? { "text/html": { schema: { type: "string" } } } : {}),
    },
  };
}

function sample(code: ErrorCode): object {
  const { title, status } = PROBLEMS[code];
  return {
    type: problemType(code, EXAMPLE_BASE_URL),
    title,
    status,
    detail: `${title}.`,
    code,
    request_id: "0d5b7c1e-6a5f-4d0e-9f57-2b1a8c3e4f60",
  };
}

/** RFC 9457, with our own members. */
export function problemSchema(): JsonSchema {
  const text = (description: string) => ({ type: "string", description });
  return {
    type: "object",
    required: ["type", "title", "status", "detail", "code", "request_id"],
    properties: {
      type: { type: "string", format: "uri", description: "The URL of the code's documentation." },
      title: text("The same for every problem of this code."),
      status: { type: "integer", description: "The HTTP status." },
      detail: text("Explains what is wrong with this request, for people to read."),
      code: {
        type: "string",
        enum: Object.keys(PROBLEMS),
        description: "The error code, for programs. Branch on this field.",
      },
      request_id: text("Quote it when you contact us. Also in the header `x-request-id`."),
      errors: {
        type: "array",
        description: "With `invalid_request`: each field that is wrong.",
        items: {
          type: "object",
          required: ["path", "message"],
          properties: {
            path: text("The field, e.g. `customer.email`; empty for the body itself."),
            message: text("What is wrong with it."),
          },
        },
      },
    },
  };
}
