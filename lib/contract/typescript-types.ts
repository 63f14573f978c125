import type { JsonSchema } from "./json-schema.ts";

export interface SchemaNode extends JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaNode;
  readonly description?: string;
}

/**
 * `closed`: exactly the listed values, for what a caller sends. `open`: any other string too, for what
 * the service answers, so that a value added later does not break a program compiled before.
 */
export type EnumStyle = "open" | "closed";

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** The TypeScript type of a JSON Schema, as text. What it cannot express becomes `unknown`. */
export function typeText(schema: SchemaNode, style: EnumStyle): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return enumText(schema.enum, style);
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return joined(union, " | ", style);
  if (schema.allOf) return joined(schema.allOf, " & ", style);
  return [schema.type ?? []].flat().length === 0
    ? "unknown"
    : [
        ...new Set([schema.type ?? []].flat().map((type) => singleTypeText(schema, type, style))),
      ].join(" | ");
}

/** A webhook handler also takes a listed event: both have the same type, which says what the object is. */
function nameOf(ref: string): string {
  const name = ref.split("/").at(-1) ?? "unknown";
  return name === "Event" ? "WebhookEvent" : name;
}

function joined(schemas: readonly SchemaNode[], operator: string, style: EnumStyle): string {
  return [...new Set(schemas.map((schema) => typeText(schema, style)))].join(operator);
}

function enumText(values: readonly unknown[], style: EnumStyle): string {
  const literals = values.map((value) => JSON.stringify(value));
  const isOpen = style === "open" && values.every((value) => typeof value === "string");
  return [...literals, ...(isOpen ? ["(string & {})"] : [])].join(" | ");
}

function singleTypeText(schema: SchemaNode, type: string, style: EnumStyle): string {
  if (type === "array") return `readonly (${typeText(schema.items ?? {}, style)})[]`;
  if (type !== "object") return PRIMITIVES[type] ?? "unknown";
  if (schema.properties) return objectText(schema, style);
  const { additionalProperties: values } = schema;
  const value = typeof values === "object" ? typeText(values, style) : "unknown";
  return `Readonly<Record<string, ${value}>>`;
}

/** `{ … }` with a doc comment for each property that has a description. */
export function objectText(schema: SchemaNode, style: EnumStyle): string {
  const required = new Set(schema.required ?? []);
  const lines = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const mark = required.has(name) ? "" : "?";
    return `${docComment(field.description)}readonly ${key}${mark}: ${typeText(field, style)};`;
  });
  if (lines.length === 0) return "Record<string, never>";
  return `{\n${lines.join("\n")}\n}`;
}

export function docComment(text: string | undefined): string {
  if (!text) return "";
  return `/** ${text.replaceAll("*/", "*\\/").replaceAll(/\n+/g, "\n * ")} */\n`;
}
