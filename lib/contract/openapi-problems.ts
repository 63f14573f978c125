import type { ErrorCode } from "../domain/errors.ts";
import { type JsonSchema, pascalCase } from "./openapi-components.ts";
import { PROBLEMS, problemType } from "./problems.ts";

/** Sent with every answer. */
export const REQUEST_ID_HEADER = {
  "x-request-id": {
    description: "Names this request in every log line of ours",
    schema: { type: "string" },
  },
};

/**
 * Refusals of the document: one response for each set of codes that share a status, written once and
 * referred to by every operation that can give them.
 */
export class OpenApiProblems {
  readonly responses: Record<string, object> = {};

  /** By status, in ascending order. */
  refer(codes: readonly ErrorCode[]): Record<string, JsonSchema> {
    const statuses = [...new Set(codes.map((code) => PROBLEMS[code].status))].toSorted();
    return Object.fromEntries(
      statuses.map((status) => {
        const here = codes.filter((code) => PROBLEMS[code].status === status).toSorted();
        const name = here.map(pascalCase).join("Or");
        this.responses[name] ??= response(here);
        return [String(status), { $ref: `#/components/responses/${name}` }];
      }),
    );
  }
}

function response(codes: readonly ErrorCode[]): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join("; "),
    headers: REQUEST_ID_HEADER,
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(codes.map((code) => [code, { value: sample(code) }])),
      },
    },
  };
}

function sample(code: ErrorCode): object {
  const { title, status } = PROBLEMS[code];
  return {
    type: problemType(code),
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
      type: {
        type: "string",
        format: "uri-reference",
        description: "Where the code is documented, relative to the service's address.",
      },
      title: text("The same for every problem of this code."),
      status: { type: "integer", description: "The HTTP status once more." },
      detail: text("What is wrong with this request, for people."),
      code: {
        type: "string",
        enum: Object.keys(PROBLEMS),
        description: "What is wrong, for programs: decide by this.",
      },
      request_id: text("Tell it to us when you ask; `x-request-id` has it too."),
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
