import * as fc from "fast-check";

/** A node of the published OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * Takes the place, in a generated value, of something that is known only while the campaign runs. `pick` chooses
 * among what the target has of a `kind` (`co`, `whk`, `app`, `token` …).
 */
export class Wanted {
  readonly kind: string;
  readonly pick: number;
  readonly whose: "own" | "other";

  constructor(kind: string, pick: number, whose: "own" | "other") {
    this.kind = kind;
    this.pick = pick;
    this.whose = whose;
  }
}

/** Replaced in texts by a mark of the account that sends them, so that a leak can be recognized. */
export const MARK = "zqmarkzq";

const ID = /^\^(\w+)_\[0-9a-z\]/;

export const wanted = (kind: string): fc.Arbitrary<Wanted> =>
  fc
    .tuple(
      fc.nat(),
      fc.oneof(
        { arbitrary: fc.constant("own" as const), weight: 12 },
        { arbitrary: fc.constant("other" as const), weight: 1 },
      ),
    )
    .map(([pick, whose]) => new Wanted(kind, pick, whose));

/** What payers type: magic references of the sandbox, references of banks, and prose. */
const reference = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        "OK",
        "UNDER",
        "OVER",
        "WRONG",
        "OLD",
        "DUP",
        "REVIEW",
        "DOWN",
        "NONE",
        "LATE",
      ),
      fc.nat(400),
    )
    .map(([magic, number]) => `TEST${magic}${number}`),
  fc.nat(400).map((number) => `DKK${String(number).padStart(7, "A")}`),
  fc.constantFrom(
    "https://transactioninfo.ethiotelecom.et/receipt/DKK3A7B9XZ",
    "Dear customer, no",
  ),
);

/** Texts that often matter, by the name of their field. Each of them fits its schema. */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  input: reference,
  account_number: fc.constantFrom("251911223344", "0911223344", "1000123456789", "x"),
  phone: fc.nat(30).map((number) => `+2519220000${String(number).padStart(2, "0")}`),
  app_id: wanted("app"),
  payment_methods: fc.array(wanted("pm"), { minLength: 1, maxLength: 2 }),
  cursor: wanted("cursor"),
  url: wanted("url"),
  currency: fc.constant("ETB"),
};

/** Values that a published schema allows. @throws Error on a keyword that is not understood */
export function valuesOf(schema: Schema, resolve: Resolve, name = ""): fc.Arbitrary<unknown> {
  const node = resolve(schema);
  const known = BY_NAME[name];
  const values = anyOf(node, resolve, name) ?? plainValues(node, resolve);
  return known === undefined ? values : fc.oneof({ arbitrary: known, weight: 5 }, values);
}
export type Resolve = (schema: Schema) => Schema;

function anyOf(node: Schema, resolve: Resolve, name: string): fc.Arbitrary<unknown> | null {
  const choices = (node.anyOf ?? node.oneOf) as readonly Schema[] | undefined;
  if (choices !== undefined) {
    return fc.oneof(...choices.map((choice) => valuesOf(choice, resolve, name)));
  }
  if (Array.isArray(node.enum)) return fc.constantFrom(...node.enum);
  if (Array.isArray(node.type)) {
    return fc.oneof(...node.type.map((type) => valuesOf({ ...node, type }, resolve, name)));
  }
  return "const" in node ? fc.constant(node.const) : null;
}

function plainValues(node: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  switch (node.type) {
    case "object":
      return objects(node, resolve);
    case "array":
      return arrays(node, resolve);
    case "string":
      return texts(node);
    case "integer":
    case "number":
      return integers(node);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case undefined:
      return fc.jsonValue({ maxDepth: 2 });
    default:
      throw new Error(`the fuzzer does not know the type ${String(node.type)}`);
  }
}

function objects(node: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  const properties = Object.entries((node.properties ?? {}) as Record<string, Schema>);
  if (properties.length === 0 && typeof node.additionalProperties === "object") {
    const values = valuesOf(node.additionalProperties as Schema, resolve);
    return fc.dictionary(
      fc.string({ minLength: 1, maxLength: 12, unit: "grapheme-ascii" }),
      values,
      {
        maxKeys: 4,
      },
    );
  }
  const required = (node.required ?? []) as string[];
  const fields = properties.map(([key, value]) => [key, valuesOf(value, resolve, key)] as const);
  // Few of them at a time: each may be one that the rules refuse.
  return fc
    .tuple(fc.record(Object.fromEntries(fields)), fc.nat(), fc.nat())
    .map(([all, one, other]) =>
      Object.fromEntries(
        Object.entries(all).filter(
          ([key], index) => required.includes(key) || ((one & other) >> index) % 2 === 1,
        ),
      ),
    );
}

function arrays(node: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  const minLength = Number(node.minItems ?? 0);
  const bounds = {
    minLength,
    maxLength: Math.max(minLength, Math.min(3, Number(node.maxItems ?? 3))),
  };
  const item = valuesOf(node.items as Schema, resolve);
  return node.uniqueItems === true
    ? fc.uniqueArray(item, { ...bounds, comparator: "SameValueZero" })
    : fc.array(item, bounds);
}

function integers({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = Number(minimum ?? -1000);
  const max = Number(maximum ?? Number.MAX_SAFE_INTEGER);
  return fc.oneof(
    fc.integer({ min, max: Math.min(max, min + 1000) }),
    fc.constantFrom(min, max),
    fc.integer({ min, max }),
  );
}

function texts(node: Schema): fc.Arbitrary<unknown> {
  const { pattern, format } = node;
  const kind = typeof pattern === "string" ? ID.exec(pattern)?.[1] : undefined;
  if (typeof pattern === "string") {
    const fitting = fc.stringMatching(new RegExp(pattern));
    return kind === undefined ? fitting : fc.oneof({ arbitrary: wanted(kind), weight: 9 }, fitting);
  }
  if (typeof format === "string") return formatted(format);
  const minLength = Number(node.minLength ?? 0);
  const maxLength = Math.max(minLength, Math.min(60, Number(node.maxLength ?? 60)));
  return fc.oneof(
    fc.string({ minLength, maxLength, unit: "grapheme-ascii" }),
    fc.string({
      minLength,
      maxLength: Math.max(minLength, Math.floor(maxLength / 4)),
      unit: "grapheme",
    }),
    fc.nat(9).map((number) => `${MARK}${number}`.slice(0, Number(node.maxLength ?? 60))),
  );
}

function formatted(format: string): fc.Arbitrary<unknown> {
  const day = fc.date({
    min: new Date("2026-01-01"),
    max: new Date("2027-12-31"),
    noInvalidDate: true,
  });
  switch (format) {
    case "date-time":
      return day.map((date) => date.toISOString());
    case "date":
      return day.map((date) => date.toISOString().slice(0, 10));
    case "uri":
      return fc.constantFrom("https://shop.example/x?y=1", "http://localhost:3000/", wantedUrl);
    case "email":
      return fc.constantFrom("abebe@example.com", "a+b@mail.example");
    case "base64":
      return fc.constantFrom(PIXEL, "", "AAAA");
    default:
      throw new Error(`the fuzzer does not know the format ${format}`);
  }
}
const wantedUrl = new Wanted("url", 0, "own");

/** The smallest PNG there is. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Texts that break parsers, templates, keys and logs. */
export const NASTY_TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\u202e",
  "a".repeat(5000),
  "💸".repeat(700),
  "' OR 1=1 --",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "{{7*7}}#set($x=1)$x<%= 1 %>",
  "%00%2e%2e%2f",
  "\r\nSet-Cookie: a=b",
  "__proto__",
  "constructor",
  "-1",
  "1e309",
  "NaN",
  "null",
  "9".repeat(400),
  "2026-02-30T25:61:00Z",
  "co_00000000000000000000000000",
];

const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...NASTY_TEXTS),
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER + 2, [], {}, [[]]),
  fc.jsonValue({ maxDepth: 3 }),
);

/** The same value with one thing changed, which most often breaks its schema. */
export function spoiled(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, nasty, fc.nat(), fc.constantFrom("replace", "remove", "add", "whole"))
    .map(([value, bad, pick, how]) => {
      if (how === "whole" || typeof value !== "object" || value === null) return bad;
      if (value instanceof Wanted || Array.isArray(value)) return bad;
      const entries = Object.entries(value);
      if (how === "add" || entries.length === 0) {
        return { ...value, [NASTY_TEXTS[pick % NASTY_TEXTS.length] || "extra"]: bad };
      }
      const [key = ""] = entries[pick % entries.length] ?? [];
      const rest = Object.fromEntries(entries.filter(([other]) => other !== key));
      return how === "remove" ? rest : { ...rest, [key]: bad };
    });
}
