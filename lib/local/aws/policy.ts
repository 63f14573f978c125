// Decides one IAM request against the statements of a role, as AWS does for identity policies:
// an explicit deny wins, then any allow, and otherwise nothing is allowed.
import type { Statement } from "../assembly/roles.ts";

export type Demand = {
  /** e.g. `dynamodb:PutItem` */
  readonly action: string;
  /** ARN */
  readonly resource: string;
  /** Condition keys of the request, each with all its values. */
  readonly context?: Readonly<Record<string, readonly string[]>>;
};
export type Verdict = "allowed" | "denied" | "not_granted";

export function decide(statements: readonly Statement[], demand: Demand): Verdict {
  let allowed = false;
  for (const statement of statements) {
    if (!applies(statement, demand)) continue;
    if (statement.effect === "Deny") return "denied";
    allowed = true;
  }
  return allowed ? "allowed" : "not_granted";
}

function applies(statement: Statement, demand: Demand): boolean {
  const action = demand.action.toLowerCase();
  if (!statement.actions.some((pattern) => matchesWildcard(pattern.toLowerCase(), action)))
    return false;
  const named = statement.resources.some((pattern) => matchesWildcard(pattern, demand.resource));
  if (named === statement.exceptResources) return false;
  return Object.entries(statement.conditions).every(([operator, keys]) =>
    Object.entries(keys).every(([key, expected]) =>
      holds(operator, expected, demand.context?.[key], statement.effect),
    ),
  );
}

/**
 * An operator that is not known never lets a request pass: an allow does not apply, a deny does.
 */
function holds(
  operator: string,
  expected: readonly string[],
  actual: readonly string[] | undefined,
  effect: Statement["effect"],
): boolean {
  const match =
    /^(?:(ForAllValues|ForAnyValue):)?(StringEquals|StringLike|ArnLike|ArnEquals)(IfExists)?$/.exec(
      operator,
    );
  if (match === null) return effect === "Deny";
  const [, quantifier, base, ifExists] = match;
  const test = (value: string) =>
    expected.some((pattern) =>
      base === "StringEquals" ? pattern === value : matchesWildcard(pattern, value),
    );
  if (actual === undefined) return ifExists !== undefined || quantifier === "ForAllValues";
  if (quantifier === "ForAllValues") return actual.every(test);
  if (quantifier === "ForAnyValue") return actual.some(test);
  return actual.length === 1 && actual.every(test);
}

/** `*` matches any text, `?` one character, and everything else itself. */
export function matchesWildcard(pattern: string, text: string): boolean {
  if (pattern === "*" || pattern === text) return true;
  return expressionOf(pattern)?.test(text) ?? false;
}

const MAX_EXPRESSIONS = 10_000;
const expressions = new Map<string, RegExp | null>();

/** Null for a pattern without wildcards. Kept: a request is compared with dozens of patterns. */
function expressionOf(pattern: string): RegExp | null {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", "[^]*")
    .replaceAll("?", "[^]");
  const made = /[*?]/.test(pattern) ? new RegExp(`^${source}$`) : null;
  // Authorizers may name a path of the request.
  if (expressions.size >= MAX_EXPRESSIONS) expressions.clear();
  expressions.set(pattern, made);
  return made;
}
