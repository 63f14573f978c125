import type * as z from "zod";
import { withLink } from "../../contract/guide/fields.ts";
import { type JsonSchema, jsonSchema } from "../../contract/json-schema.ts";
import { type Html, html } from "../html.ts";
import { prose } from "./prose.ts";

interface Field extends JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Field[];
  readonly items?: Field;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly description?: string;
  readonly default?: unknown;
}

type Direction = "input" | "output";

/** Anchors of objects that have their own section. */
export type Anchors = ReadonlyMap<string, string>;

/** Renders every field of an object: name, type, bounds, presence and description. */
export function fieldRows(schema: z.ZodType, direction: Direction, anchors: Anchors): Html {
  const rows = rowsOf(
    jsonSchema(schema, direction, { words: withLink }) as Field,
    direction,
    anchors,
    "",
  );
  if (rows.length === 0) return html`<p>None.</p>`;
  return html`<dl class="rows">${rows}</dl>`;
}

function rowsOf(schema: Field, direction: Direction, anchors: Anchors, prefix: string): Html[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const core = coreOf(field);
    const item = core.items ? coreOf(core.items) : core;
    const anchor = anchors.get(String(item.properties?.object?.const));
    const path = `${prefix}${name}`;
    const below = core.items ? `${path}[].` : `${path}.`;
    return [
      html`<div><dt><code>${path}</code> <small>${typeOf(field, direction)}${
        direction === "input" && html`, ${presence(field, required.has(name))}`
      }</small></dt><dd>${prose(field.description ?? "")}${
        anchor && html` <a href="#${anchor}">See its fields.</a>`
      }</dd></div>`,
      ...(anchor ? [] : rowsOf(item, direction, anchors, below)),
    ];
  });
}

/** The field's type without "or null". */
function coreOf(field: Field): Field {
  return field.anyOf?.find(({ type }) => type !== "null") ?? field;
}

function presence(field: Field, isRequired: boolean): Html | string {
  if (field.default !== undefined) {
    return html`default <code>${JSON.stringify(field.default).replaceAll('"', "")}</code>`;
  }
  return isRequired ? html`<b>required</b>` : "optional";
}

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "time",
  uri: "https URL",
  email: "email address",
};

function typeOf(field: Field, direction: Direction): Html {
  const core = coreOf(field);
  const types = [core.type].flat();
  const nullable = (core !== field || types.includes("null")) && " or null";
  return html`${kindOf(core)}${direction === "input" && boundsOf(core)}${nullable}`;
}

function kindOf(field: Field): Html | string {
  if (field.const !== undefined) return html`<code>${String(field.const)}</code>`;
  if (field.enum) {
    const values = field.enum.map(
      (value, index) => html`${index > 0 && ", "}<code>${String(value)}</code>`,
    );
    return html`${values}`;
  }
  if (field.type === "array") {
    return html`list of ${field.items ? kindOf(coreOf(field.items)) : "anything"}`;
  }
  if (field.type === "object") return field.properties ? "object" : "object with your own keys";
  return FORMATS[field.format ?? ""] ?? [field.type ?? "anything"].flat()[0] ?? "anything";
}

function boundsOf(field: Field): string | false {
  const range = (min: unknown, max: unknown) =>
    min === undefined ? `at most ${number(max)}` : `${number(min)} to ${number(max)}`;
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = field;
  if (maximum === Number.MAX_SAFE_INTEGER) return ` from ${number(minimum)}`;
  if (maximum !== undefined) return `, ${range(minimum, maximum)}`;
  if (maxLength !== undefined) return `, ${range(minLength, maxLength)} characters`;
  if (maxItems !== undefined) return `, ${range(minItems, maxItems)} entries`;
  return false;
}

function number(value: unknown): string {
  return Number(value).toLocaleString("en");
}
