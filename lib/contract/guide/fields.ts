import * as z from "zod";
import { CHECKOUT_FIELDS } from "./checkout-fields.ts";
import type { FieldText, FieldTexts } from "./field-text.ts";
import { OTHER_FIELDS } from "./other-fields.ts";

const GUIDE = new Map<z.ZodType, FieldTexts>([...CHECKOUT_FIELDS, ...OTHER_FIELDS]);

/** The fields of every list. */
const LIST: FieldTexts = {
  object: "Always `list`.",
  data: "The entries, newest first.",
  has_more:
    "True if there are more entries: the next page, or, without `next_cursor`, those that a larger `limit` or a narrower filter shows.",
  next_cursor: "Send this as `cursor` to get the next page; null on the last page.",
};

type Json = Record<string, unknown>;

/**
 * Returns the JSON Schema of `schema` with a description for each field that the guide covers. The texts are
 * separate from the schemas, because every function bundles schemas and only two need the texts.
 */
export function describeFields(schema: z.ZodType, json: Json, words: (text: FieldText) => string) {
  const bare = bareOf(schema);
  const inside = (item: z.ZodType, part: unknown): Json =>
    describeFields(item, part as Json, words);
  if (Array.isArray(json.anyOf)) {
    return { ...json, anyOf: json.anyOf.map((option) => inside(bare, option)) };
  }
  if (bare instanceof z.ZodArray && json.items !== undefined) {
    return { ...json, items: inside(bare.element as z.ZodType, json.items) };
  }
  if (!(bare instanceof z.ZodObject) || typeof json.properties !== "object") return json;
  const texts = textsOf(bare);
  const fields = Object.entries(json.properties ?? {}).map(([name, field]) => {
    const text = texts[name];
    const described = inside(bare.shape[name] as z.ZodType, field);
    return [name, text === undefined ? described : { ...described, description: words(text) }];
  });
  return { ...json, properties: Object.fromEntries(fields) as Record<string, Json> };
}

/** Descriptions by the value of the field `object`, which all variants of an object share. */
const GUIDE_BY_OBJECT = new Map<unknown, FieldTexts>();
for (const [schema, texts] of GUIDE) {
  const name = objectNameOf(schema);
  if (name !== null && !GUIDE_BY_OBJECT.has(name)) GUIDE_BY_OBJECT.set(name, texts);
}

function textsOf(schema: z.ZodObject): FieldTexts {
  const name = objectNameOf(schema);
  return GUIDE.get(schema) ?? (name === "list" ? LIST : GUIDE_BY_OBJECT.get(name)) ?? {};
}

function objectNameOf(schema: z.ZodType): unknown {
  if (!(schema instanceof z.ZodObject)) return null;
  const { object } = schema.shape;
  return object instanceof z.ZodLiteral ? object.value : null;
}

/** The schema without its wrappers for optional, nullable and default values. */
function bareOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return bareOf(schema.in as z.ZodType);
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return wraps ? bareOf(schema.unwrap() as z.ZodType) : schema;
}
