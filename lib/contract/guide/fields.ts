import * as z from "zod";
import { CHECKOUT_FIELDS } from "./checkout-fields.ts";
import type { FieldText, FieldTexts } from "./field-text.ts";
import { OTHER_FIELDS } from "./other-fields.ts";

const GUIDE = new Map<z.ZodType, FieldTexts>([...CHECKOUT_FIELDS, ...OTHER_FIELDS]);

/** Every list has these, whatever is in it. */
const LIST: FieldTexts = {
  object: "Always `list`.",
  data: "The entries, newest first.",
  has_more: "Whether there is another page.",
  next_cursor: "Send it as `cursor` to get the next page; null on the last one.",
};

type Json = Record<string, unknown>;

/**
 * The JSON Schema of `schema` with a description at each field that the guide knows. The texts hang on
 * no schema, because schemas are in every function and the texts in two only.
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
    const told = inside(bare.shape[name] as z.ZodType, field);
    return [name, text === undefined ? told : { ...told, description: words(text) }];
  });
  return { ...json, properties: Object.fromEntries(fields) as Record<string, Json> };
}

function textsOf(schema: z.ZodObject): FieldTexts {
  const known = GUIDE.get(schema);
  if (known) return known;
  const { object } = schema.shape;
  return object instanceof z.ZodLiteral && object.value === "list" ? LIST : {};
}

/** Without what only says whether and how a value may be missing. */
function bareOf(schema: z.ZodType): z.ZodType {
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return wraps ? bareOf(schema.unwrap() as z.ZodType) : schema;
}
