import {
  argumentsOf,
  nameOf,
  type Operand,
  operandOf,
  type Placeholders,
  pathFrom,
} from "./condition.ts";
import { Tokens } from "./tokens.ts";
import { copyOf, type Item } from "./values.ts";

/** Applies its changes to `target`; every value is computed from `before`. */
type Update = (target: Item, before: Item, placeholders: Placeholders) => void;

const compiled = new Map<string, Update>();

/** Compiles an update expression (SET, REMOVE, ADD). @throws Error for what it does not know */
export function updateOf(text: string): Update {
  let update = compiled.get(text);
  if (update === undefined) {
    update = compile(new Tokens(text));
    compiled.set(text, update);
  }
  return update;
}

function compile(tokens: Tokens): Update {
  const changes: Update[] = [];
  while (!tokens.isAtEnd) {
    const clause = tokens.take().toUpperCase();
    do {
      changes.push(changeOf(clause, tokens));
    } while (tokens.takes(","));
  }
  return (target, before, where) => {
    for (const change of changes) change(target, before, where);
  };
}

function changeOf(clause: string, tokens: Tokens): Update {
  const path = pathFrom(tokens.take(), tokens);
  switch (clause) {
    case "SET": {
      tokens.expect("=");
      const value = sumOf(tokens);
      return (target, before, where) => {
        const computed = value(before, where);
        if (computed === undefined) throw new Error("The update reads a missing attribute.");
        put(target, path, where, copyOf(computed));
      };
    }
    case "REMOVE":
      return (target, _, where) => put(target, path, where, undefined);
    case "ADD": {
      const value = operandOf(tokens);
      return (target, before, where) => {
        const added = value(before, where);
        const old = before[nameOf(path[0] as string, where)];
        put(target, path, where, added instanceof Set ? union(old, added) : sum(old ?? 0, added));
      };
    }
    default:
      throw new Error(`Unknown clause ${clause}`);
  }
}

function union(old: unknown, added: ReadonlySet<unknown>): Set<unknown> {
  return new Set([...((old as Set<unknown> | undefined) ?? []), ...added]);
}

function sum(left: unknown, right: unknown): number {
  if (typeof left !== "number" || typeof right !== "number") {
    throw new Error("The update adds what is no number.");
  }
  return left + right;
}

function sumOf(tokens: Tokens): Operand {
  let left = termOf(tokens);
  for (;;) {
    const sign = tokens.takes("+") ? 1 : tokens.takes("-") ? -1 : 0;
    if (sign === 0) return left;
    const [first, second] = [left, termOf(tokens)];
    left = (item, where) => sum(first(item, where), sign * Number(second(item, where)));
  }
}

function termOf(tokens: Tokens): Operand {
  if (tokens.peeked.toUpperCase() !== "IF_NOT_EXISTS") return operandOf(tokens);
  tokens.take();
  const [path, fallback] = argumentsOf(tokens);
  return (item, where) => path?.(item, where) ?? fallback?.(item, where);
}

function put(target: Item, path: readonly string[], where: Placeholders, value: unknown): void {
  let inner = target;
  for (const step of path.slice(0, -1)) {
    const next = inner[nameOf(step, where)];
    if (next === null || typeof next !== "object") throw new Error("The path leads nowhere.");
    inner = next as Item;
  }
  const name = nameOf(path.at(-1) as string, where);
  if (value === undefined) delete inner[name];
  else inner[name] = value;
}
