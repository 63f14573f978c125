// EventBridge patterns (rules) and Lambda event filters: the same language. An unknown operator is an
// error, since a rule that silently never matches is the hardest fault to find.

/** @throws Error for an operator that is not supported. */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  if (!isObject(pattern)) throw new Error("a pattern is an object");
  return Object.entries(pattern).every(([key, expected]) => {
    if (key === "$or" && Array.isArray(expected)) {
      return expected.some((branch) => matchesPattern(branch, event));
    }
    const actual = isObject(event) ? event[key] : undefined;
    if (Array.isArray(expected)) return matchesAny(expected, actual);
    if (isObject(expected)) {
      if (Array.isArray(actual)) return actual.some((item) => matchesPattern(expected, item));
      return matchesPattern(expected, actual ?? {});
    }
    throw new Error(`the pattern at ${key} must be a list or an object`);
  });
}

function matchesAny(expected: readonly unknown[], actual: unknown): boolean {
  return expected.some((rule) => {
    if (isObject(rule) && "exists" in rule) return (actual !== undefined) === rule.exists;
    if (actual === undefined) return false;
    const values = Array.isArray(actual) ? actual : [actual];
    return values.some((value) => matchesRule(rule, value));
  });
}

function matchesRule(rule: unknown, value: unknown): boolean {
  if (!isObject(rule)) return rule === value;
  const [[operator, operand] = ["", undefined]] = Object.entries(rule);
  const text = typeof value === "string" ? value : null;
  switch (operator) {
    case "prefix":
      return text?.startsWith(String(operand)) ?? false;
    case "suffix":
      return text?.endsWith(String(operand)) ?? false;
    case "equals-ignore-case":
      return text?.toLowerCase() === String(operand).toLowerCase();
    case "wildcard":
      return text !== null && wildcard(String(operand)).test(text);
    case "anything-but":
      if (isObject(operand)) return !matchesRule(operand, value);
      return ![operand].flat().includes(value);
    case "numeric":
      return typeof value === "number" && Array.isArray(operand) && matchesNumber(operand, value);
    default:
      throw new Error(`the pattern operator ${operator} is not supported by the local stack`);
  }
}

function matchesNumber(operand: readonly unknown[], value: number): boolean {
  for (let index = 0; index < operand.length; index += 2) {
    const limit = Number(operand[index + 1]);
    const holds = {
      "=": value === limit,
      "<": value < limit,
      "<=": value <= limit,
      ">": value > limit,
      ">=": value >= limit,
    }[String(operand[index])];
    if (holds === undefined)
      throw new Error(`the numeric operator ${operand[index]} is not supported`);
    if (!holds) return false;
  }
  return true;
}

function wildcard(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^]*")}$`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
