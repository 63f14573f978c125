import type * as z from "zod";

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
