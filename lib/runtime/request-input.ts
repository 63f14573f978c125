import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod";
import type { Route } from "../contract/route.ts";
import { type FieldError, ServiceError } from "../domain/errors.ts";
import { fieldMessage } from "./field-message.ts";

/** A body may be this large, in bytes as sent. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_REPORTED_ERRORS = 20;

/** Refuses a body over 64 KiB before anything reads it. */
export function assertNotTooLarge(event: APIGatewayProxyEvent): void {
  const { body, isBase64Encoded } = event;
  if (body === null || body === undefined) return;
  const bytes = isBase64Encoded ? Math.floor((body.length * 3) / 4) : Buffer.byteLength(body);
  if (bytes > MAX_BODY_BYTES) {
    throw new ServiceError("payload_too_large", "The body is larger than 64 KiB.");
  }
}

/** Parses parameters, query and body by the route's schemas; everything unknown is refused. */
export function parseInput(route: Route, event: APIGatewayProxyEvent) {
  const { params, query, body, form } = route.request;
  const errors: FieldError[] = [];
  const parsed = {
    params: parse(params, event.pathParameters ?? {}, errors, missingObject),
    query: parse(query ?? null, queryOf(event, errors), errors),
    body: parse(body, form === true ? formOf(event) : event.body, errors),
  };
  if (errors.length > 0) {
    const [first] = errors;
    const where = first?.path ? `${first.path}: ` : "The body ";
    throw new ServiceError("invalid_request", `${where}${first?.message}`, {
      errors: errors.slice(0, MAX_REPORTED_ERRORS),
    });
  }
  return parsed;
}

/** A path that cannot name an object is a path that names none. */
function missingObject(): never {
  throw new ServiceError("not_found", "There is no such object.");
}

function parse(
  schema: z.ZodType | undefined | null,
  value: unknown,
  errors: FieldError[],
  onError?: () => never,
): unknown {
  if (schema === undefined) return undefined;
  if (schema === null) {
    for (const path of Object.keys(value as object)) {
      errors.push({ path, message: "is not a parameter of this operation" });
    }
    return undefined;
  }
  const result = schema.safeParse(value, { error: fieldMessage });
  if (result.success) return result.data;
  onError?.();
  for (const issue of result.error.issues) {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys.slice(0, MAX_REPORTED_ERRORS)) {
        const name = [...path, key.slice(0, 80)].join(".");
        errors.push({ path: name, message: "is not a known field" });
      }
    } else {
      errors.push({ path: path.join(".").slice(0, 200), message: issue.message });
    }
  }
  return undefined;
}

/** The query without `api_key`, which is a credential and no parameter. Repeated names are refused. */
function queryOf(event: APIGatewayProxyEvent, errors: FieldError[]): Record<string, string> {
  const query = Object.create(null) as Record<string, string>;
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    if (name === "api_key") continue;
    if (values && values.length > 1)
      errors.push({ path: name, message: "is given more than once" });
    query[name] = values?.[0] ?? "";
  }
  return query;
}

function formOf(event: APIGatewayProxyEvent): Record<string, string> {
  const text = event.isBase64Encoded
    ? Buffer.from(event.body ?? "", "base64").toString("utf8")
    : (event.body ?? "");
  return Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== ""));
}

/** What surrounds middy's body parser. */
export const readBody = {
  /** An empty body is an absent one: allowed where the schema says so, else a plain 400. */
  absentAsEmpty(schema: z.ZodType) {
    const optional = schema.safeParse(undefined).success;
    return {
      before: (request: { event: APIGatewayProxyEvent }) => {
        const { event } = request;
        if (event.body) {
          assertUtf8(event);
          return;
        }
        if (!optional) throw new ServiceError("invalid_request", "The request needs a JSON body.");
        event.body = "{}";
        event.isBase64Encoded = false;
        event.headers["content-type"] = "application/json";
      },
    };
  },

  /** Turns the parser's own errors into ours; passes everything else on. */
  problem(error: unknown): unknown {
    if (!(error instanceof Error) || !("statusCode" in error)) return error;
    if (error.statusCode === 415) {
      return new ServiceError("unsupported_media_type", "Send the body as application/json.");
    }
    return new ServiceError("invalid_request", "The body is not valid JSON.");
  },
};

/** Bytes that are no UTF-8 would silently become replacement characters. */
function assertUtf8(event: APIGatewayProxyEvent): void {
  const { body } = event;
  if (!event.isBase64Encoded || body === null) {
    if (body?.includes("\ufffd")) {
      throw new ServiceError("invalid_request", "The body is not valid UTF-8.");
    }
    return;
  }
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(body, "base64"));
  } catch {
    throw new ServiceError("invalid_request", "The body is not valid UTF-8.");
  }
}
