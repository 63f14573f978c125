import type { ModelType } from "./client-model.ts";

/** The one type that is not null, and whether null is allowed; null for what PHP's types cannot express. */
function nullable(
  type: ModelType,
): { readonly type: ModelType; readonly isNullable: boolean } | null {
  if (type.kind !== "union") return { type, isNullable: false };
  const others = type.members.filter(({ kind }) => kind !== "null");
  const [only] = others;
  if (only === undefined || others.length > 1) return null;
  return { type: only, isNullable: others.length < type.members.length };
}

const NATIVE: Readonly<Partial<Record<ModelType["kind"], string>>> = {
  string: "string",
  enum: "string",
  constant: "string",
  integer: "int",
  number: "float",
  boolean: "bool",
  time: "\\DateTimeImmutable",
  list: "array",
  map: "array",
};

export function phpType(whole: ModelType): string {
  const part = nullable(whole);
  if (part === null) return "mixed";
  const { type, isNullable } = part;
  const native = type.kind === "object" ? modelClass(type.name) : (NATIVE[type.kind] ?? "mixed");
  return isNullable && native !== "mixed" ? `?${native}` : native;
}

/** The class in PHP's own types: an event arrives as the class of its type, which no other class is above. */
export function modelClass(name: string): string {
  return name === "Event" ? "Model" : name;
}

/** The type in a doc comment, where PHP's own types say less. */
export function docText(whole: ModelType): string {
  const part = nullable(whole);
  if (part === null) return "mixed";
  const { type, isNullable } = part;
  const text = docOf(type);
  if (!isNullable || text === "mixed") return text;
  return /[|<]/.test(text) ? `${text}|null` : `?${text}`;
}

function docOf(type: ModelType): string {
  switch (type.kind) {
    case "enum":
      return [...type.values.map((value) => `'${value}'`), "string"].join("|");
    case "list":
      return `list<${docText(type.item)}>`;
    case "map":
      return `array<string, ${docText(type.value)}>`;
    case "object":
      return type.name === "Event" ? "WebhookEvent" : type.name;
    default:
      return phpType(type);
  }
}

/** The expression that reads a value. */
export function reader(whole: ModelType, value: string, at: string): string {
  const part = nullable(whole);
  if (part === null) return value;
  const read = readerOf(part.type, value, at);
  return part.isNullable && read !== value ? `${value} === null ? null : ${read}` : read;
}

const READERS: Readonly<Partial<Record<ModelType["kind"], string>>> = {
  string: "text",
  enum: "text",
  constant: "text",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  time: "time",
};

function readerOf(type: ModelType, value: string, at: string): string {
  switch (type.kind) {
    case "list":
    case "map": {
      const item = type.kind === "list" ? type.item : type.value;
      const each = `static fn (mixed $one, string $at): ${phpType(item)} => ${reader(item, "$one", "$at")}`;
      return `Decode::${type.kind === "list" ? "items" : "map"}(${value}, ${at}, ${each})`;
    }
    case "object": {
      const read = type.name === "Event" ? "EventClasses::read" : `new ${type.name}`;
      return `${read}(Decode::record(${value}, ${at}), ${at})`;
    }
    default: {
      const read = READERS[type.kind];
      return read === undefined ? value : `Decode::${read}(${value}, ${at})`;
    }
  }
}
