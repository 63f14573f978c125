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

type Context = NonNullable<Demand["context"]>;
/** A statement that names the action and the resource of a demand. */
type Candidate = {
  readonly effect: Statement["effect"];
  readonly conditions: readonly ((context: Context) => boolean)[];
};

export function decide(statements: readonly Statement[], demand: Demand): Verdict {
  const { context = {} } = demand;
  let allowed = false;
  for (const { effect, conditions } of candidatesFor(statements, demand)) {
    if (!conditions.every((holds) => holds(context))) continue;
    if (effect === "Deny") return "denied";
    allowed = true;
  }
  return allowed ? "allowed" : "not_granted";
}

const MAX_CANDIDATES = 1_000;
const known = new WeakMap<readonly Statement[], Map<string, readonly Candidate[]>>();

/** Kept: each request of a function asks for few actions and resources, over and over. */
function candidatesFor(
  statements: readonly Statement[],
  { action, resource }: Demand,
): readonly Candidate[] {
  const byDemand = known.get(statements) ?? new Map<string, readonly Candidate[]>();
  known.set(statements, byDemand);
  const name = `${action} ${resource}`;
  const found = byDemand.get(name);
  if (found !== undefined) return found;
  const made = statements
    .filter((statement) => isNamed(statement, action.toLowerCase(), resource))
    .map(({ effect, conditions }) => ({ effect, conditions: readConditions(conditions, effect) }));
  if (byDemand.size >= MAX_CANDIDATES) byDemand.clear();
  byDemand.set(name, made);
  return made;
}

function isNamed(statement: Statement, action: string, resource: string): boolean {
  if (!statement.actions.some((pattern) => matchesWildcard(pattern.toLowerCase(), action)))
    return false;
  const named = statement.resources.some((pattern) => matchesWildcard(pattern, resource));
  return named !== statement.exceptResources;
}

function readConditions(
  conditions: Statement["conditions"],
  effect: Statement["effect"],
): Candidate["conditions"] {
  return Object.entries(conditions).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, expected]) => {
      const holds = readCondition(operator, expected, effect);
      return (context: Context) => holds(context[key]);
    }),
  );
}

/**
 * An operator that is not known never lets a request pass: an allow does not apply, a deny does.
 */
function readCondition(
  operator: string,
  expected: readonly string[],
  effect: Statement["effect"],
): (actual: readonly string[] | undefined) => boolean {
  const match =
    /^(?:(ForAllValues|ForAnyValue):)?(StringEquals|StringLike|ArnLike|ArnEquals)(IfExists)?$/.exec(
      operator,
    );
  if (match === null) return () => effect === "Deny";
  const [, quantifier, base, ifExists] = match;
  const test = (value: string) =>
    expected.some((pattern) =>
      base === "StringEquals" ? pattern === value : matchesWildcard(pattern, value),
    );
  return (actual) => {
    if (actual === undefined) return ifExists !== undefined || quantifier === "ForAllValues";
    if (quantifier === "ForAllValues") return actual.every(test);
    if (quantifier === "ForAnyValue") return actual.some(test);
    return actual.length === 1 && actual.every(test);
  };
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
