import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod";
import type { Route } from "../contract/route.ts";
import { ignoresUnknown } from "../contract/route-errors.ts";
import { type FieldError, ServiceError } from "../domain/errors.ts";
import { fieldMessage } from "./field-message.ts";

const MAX_REPORTED_ERRORS = 20;

/** Parses parameters, query and body by the route's schemas. Rejects unknown fields. @throws ServiceError */
export function parseInput(route: Route, event: APIGatewayProxyEvent) {
  const { params, query, body, form, signed } = route.request;
  const errors: FieldError[] = [];
  const parsed = {
    params: parse(params, event.pathParameters ?? {}, errors, missingObject),
    query: parse(query ?? null, queryOf(event, ignoresUnknown(query) ? [] : errors), errors),
    body:
      signed === true
        ? textOf(event)
        : parse(body, form === true ? formOf(event) : event.body, errors),
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

/** A malformed id in the path is an unknown object. */
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

/** The query without `api_key`, which is a credential. Rejects repeated names. */
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

function textOf(event: APIGatewayProxyEvent): string {
  return event.isBase64Encoded
    ? Buffer.from(event.body ?? "", "base64").toString("utf8")
    : (event.body ?? "");
}

function formOf(event: APIGatewayProxyEvent): Record<string, string> {
  return Object.fromEntries(
    [...new URLSearchParams(textOf(event))].filter(([, value]) => value !== ""),
  );
}
