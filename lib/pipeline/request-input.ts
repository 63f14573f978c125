import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod";
import { ignoresUnknown } from "../contract/problems.ts";
import type { Route } from "../contract/route.ts";
import { type FieldError, ServiceError } from "../domain/errors.ts";

type Issue = z.core.$ZodRawIssue;

/**
 * The message about an invalid field: it says what the field must be, not what the parser found. A schema's own message
 * takes precedence.
 */
export function fieldMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return KINDS[issue.expected] && `must be ${KINDS[issue.expected]}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      if (issue.minimum === 1 && issue.origin === "string") return "must not be empty";
      return `must ${has(issue.origin)} at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`;
    case "too_big":
      return `must ${has(issue.origin)} at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`;
    case "invalid_format":
      return FORMATS[issue.format];
    case "invalid_key":
      return `has a name that ${issue.issues[0]?.message ?? "is not allowed"}`;
    default:
      return undefined;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const FORMATS: Readonly<Record<string, string>> = {
  email: "must be an email address",
  datetime: "must be a time such as 2026-11-20T09:00:00Z",
  date: "must be a day such as 2026-11-20",
};

const has = (origin: string) => (unit(origin, 1) === "" ? "be" : "have");

function unit(origin: string, count: number | bigint): string {
  if (origin === "string") return count === 1 ? " character" : " characters";
  if (origin === "array") return count === 1 ? " entry" : " entries";
  return "";
}

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
  for (const issue of causesOf(result.error.issues)) {
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

/** One issue for each cause: zod may report several. */
function causesOf(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const understood = new Set<string>();
  return issues.filter((issue, index) => {
    const field = issue.path.join(".");
    if (understood.has(field) || isRefinedBy(issues[index + 1], issue)) return false;
    if (saysAll(issue)) understood.add(field);
    return true;
  });
}

/** Of a value of another type, zod goes on with its length; of an empty text, with its form. */
function saysAll(issue: z.core.$ZodIssue): boolean {
  if (issue.code === "invalid_type") return true;
  return issue.code === "too_small" && issue.origin === "string" && issue.minimum === 1;
}

/**
 * Whether `next` refuses the same number by the field's own bound. Of a number such as 1e30, zod first reports that it is no
 * safe integer.
 */
function isRefinedBy(
  next: z.core.$ZodIssue | undefined,
  { code, path }: z.core.$ZodIssue,
): boolean {
  if (next === undefined || next.code !== code) return false;
  return ["too_big", "too_small"].includes(code) && next.path.join() === path.join();
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
