/** A value of TLA+ as TLC prints it: sets and tuples are arrays, records and functions are objects. */
export type TlaValue =
  | string
  | number
  | boolean
  | readonly TlaValue[]
  | { readonly [key: string]: TlaValue };

const TOKEN = /<<|>>|\|->|:>|@@|[{}[\](),]|"[^"]*"|-?\d+|TRUE|FALSE|\w+/g;

/** Reads one value. Keys of functions that are tuples are joined by `/`. @throws Error on anything else */
export function parseTla(text: string): TlaValue {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  const next = () => tokens[at++] ?? "";
  const take = (expected: string) => {
    const found = next();
    if (found !== expected) throw new Error(`expected ${expected}, found ${found} in ${text}`);
  };
  const listUntil = (end: string): TlaValue[] => {
    const items: TlaValue[] = [];
    while (tokens[at] !== end) {
      items.push(value());
      if (tokens[at] === ",") at += 1;
    }
    at += 1;
    return items;
  };
  const fields = (): TlaValue => {
    const record: Record<string, TlaValue> = {};
    while (tokens[at] !== "]") {
      const key = next();
      take("|->");
      record[key] = value();
      if (tokens[at] === ",") at += 1;
    }
    at += 1;
    return record;
  };
  const pairs = (): TlaValue => {
    const map: Record<string, TlaValue> = {};
    do {
      const key = value();
      take(":>");
      map[Array.isArray(key) ? key.join("/") : String(key)] = value();
    } while (next() === "@@");
    return map;
  };
  const value = (): TlaValue => {
    const token = next();
    if (token === "{") return listUntil("}").sort((a, b) => (asText(a) < asText(b) ? -1 : 1));
    if (token === "<<") return listUntil(">>");
    if (token === "[") return fields();
    if (token === "(") return pairs();
    if (token === "TRUE" || token === "FALSE") return token === "TRUE";
    if (token.startsWith('"')) return token.slice(1, -1);
    if (/^-?\d+$/.test(token)) return Number(token);
    throw new Error(`not a value of TLA+: ${token} in ${text.slice(0, 200)}`);
  };
  return value();
}

function asText(value: TlaValue): string {
  return JSON.stringify(value);
}

/** The states of one behavior as TLC's simulator writes it. */
export function parseBehavior(text: string): Record<string, TlaValue>[] {
  return text
    .split(/^STATE_\d+ ==\s*$/m)
    .slice(1)
    .map((state) => {
      const parts = state
        .replace(/^=+\s*$/m, "")
        .split(/^\/\\ (\w+) = /m)
        .slice(1);
      const entries: [string, TlaValue][] = [];
      for (let index = 0; index + 1 < parts.length; index += 2) {
        const text = parts[index + 1] ?? "";
        // TLC prints a function that it has not looked into yet by its definition.
        if (!/^\[\w+ \\in /.test(text)) entries.push([parts[index] ?? "", parseTla(text)]);
      }
      return Object.fromEntries(entries);
    });
}
