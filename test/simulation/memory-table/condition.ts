import { Tokens } from "./tokens.ts";
import { type Item, isEqual, orderOf } from "./values.ts";

/** What placeholders of an expression stand for. */
export interface Placeholders {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

export type Operand = (item: Item, placeholders: Placeholders) => unknown;
export type Condition = (item: Item, placeholders: Placeholders) => boolean;

const compiled = new Map<string, Condition>();

/** Compiles a condition, filter or key condition. @throws Error for what it does not know */
export function conditionOf(text: string): Condition {
  let condition = compiled.get(text);
  if (condition === undefined) {
    const tokens = new Tokens(text);
    condition = anyOf(tokens);
    if (!tokens.isAtEnd) throw new Error(`Unexpected ${tokens.peeked} in: ${text}`);
    compiled.set(text, condition);
  }
  return condition;
}

function anyOf(tokens: Tokens): Condition {
  const parts = [allOf(tokens)];
  while (tokens.takes("OR")) parts.push(allOf(tokens));
  const [only] = parts;
  return parts.length === 1 && only ? only : (item, where) => parts.some((one) => one(item, where));
}

function allOf(tokens: Tokens): Condition {
  const parts = [single(tokens)];
  while (tokens.takes("AND")) parts.push(single(tokens));
  const [only] = parts;
  return parts.length === 1 && only
    ? only
    : (item, where) => parts.every((one) => one(item, where));
}

function single(tokens: Tokens): Condition {
  if (tokens.takes("NOT")) {
    const inner = single(tokens);
    return (item, where) => !inner(item, where);
  }
  if (tokens.takes("(")) {
    const inner = anyOf(tokens);
    tokens.expect(")");
    return inner;
  }
  return call(tokens) ?? comparison(tokens);
}

/** The functions that the service uses. */
function call(tokens: Tokens): Condition | null {
  const name = tokens.peeked.toUpperCase();
  if (name === "ATTRIBUTE_EXISTS" || name === "ATTRIBUTE_NOT_EXISTS") {
    tokens.take();
    const [path] = argumentsOf(tokens);
    const wanted = name === "ATTRIBUTE_EXISTS";
    return (item, where) => (path?.(item, where) !== undefined) === wanted;
  }
  if (name !== "BEGINS_WITH") return null;
  tokens.take();
  const [path, prefix] = argumentsOf(tokens);
  return (item, where) => {
    const value = path?.(item, where);
    return typeof value === "string" && value.startsWith(String(prefix?.(item, where)));
  };
}

export function argumentsOf(tokens: Tokens): readonly Operand[] {
  tokens.expect("(");
  const operands = [operandOf(tokens)];
  while (tokens.takes(",")) operands.push(operandOf(tokens));
  tokens.expect(")");
  return operands;
}

const ORDERS: Readonly<Record<string, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

function comparison(tokens: Tokens): Condition {
  const left = operandOf(tokens);
  if (tokens.takes("BETWEEN")) {
    const low = operandOf(tokens);
    tokens.expect("AND");
    const high = operandOf(tokens);
    return (item, where) => {
      const value = left(item, where);
      const [above, below] = [orderOf(value, low(item, where)), orderOf(value, high(item, where))];
      return above !== null && below !== null && above >= 0 && below <= 0;
    };
  }
  if (tokens.takes("IN")) {
    const some = argumentsOf(tokens);
    return (item, where) => some.some((one) => isEqual(left(item, where), one(item, where)));
  }
  const sign = tokens.take();
  const right = operandOf(tokens);
  if (sign === "=") return (item, where) => isEqual(left(item, where), right(item, where));
  if (sign === "<>") return (item, where) => !isEqual(left(item, where), right(item, where));
  const isIn = ORDERS[sign];
  if (isIn === undefined) throw new Error(`Unknown comparison ${sign}`);
  return (item, where) => {
    const order = orderOf(left(item, where), right(item, where));
    return order !== null && isIn(order);
  };
}

/** A value, or a path such as `#a.b`. A missing attribute is `undefined`. */
export function operandOf(tokens: Tokens): Operand {
  const first = tokens.take();
  if (first.startsWith(":")) {
    return (_, { values }) => {
      if (!Object.hasOwn(values, first)) throw new Error(`There is no value ${first}.`);
      return values[first];
    };
  }
  const path = pathFrom(first, tokens);
  return (item, where) => {
    let value: unknown = item;
    for (const step of path) {
      value = (value as Item | undefined | null)?.[nameOf(step, where)];
    }
    return value;
  };
}

export function pathFrom(first: string, tokens: Tokens): readonly string[] {
  const path = [first];
  for (;;) {
    const isPlace = tokens.takes("[");
    if (!isPlace && !tokens.takes(".")) return path;
    path.push(tokens.take());
    if (isPlace) tokens.expect("]");
  }
}

export function nameOf(step: string, { names }: Placeholders): string {
  if (!step.startsWith("#")) return step;
  const name = names[step];
  if (name === undefined) throw new Error(`There is no name ${step}.`);
  return name;
}
