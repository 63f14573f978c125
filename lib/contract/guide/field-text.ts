import type * as z from "zod";
import type { ValueGuide } from "./values.ts";

/** Description of a field; in the second form also of its values. */
export type FieldText = string | { readonly text: string; readonly values: ValueGuide };
export type FieldTexts = Readonly<Record<string, FieldText>>;

/** Descriptions for every field of one object: a missing one is a compile error. */
export function texts<T extends z.ZodObject>(
  schema: T,
  fields: Readonly<Record<keyof T["shape"], FieldText>>,
): readonly [z.ZodType, FieldTexts] {
  return [schema, fields as FieldTexts];
}

/** Description with every value and its meaning, for a document without links. */
export function withValues(text: FieldText): string {
  if (typeof text === "string") return text;
  const values = Object.entries(text.values.values).map(
    ([value, { meaning }]) => `\n- \`${value}\`: ${meaning}`,
  );
  return `${text.text}\n${values.join("")}`;
}

/** Description with a link to the section of the values, for the documentation. */
export function withLink(text: FieldText): string {
  if (typeof text === "string") return text;
  return `${text.text} See [${text.values.title.toLowerCase()}](#${text.values.anchor}).`;
}

export const PAGE_TEXTS = {
  limit: "Maximum number of entries in a page: 1 to 100. Default 20.",
  cursor: "`next_cursor` of the previous page, with the same filters.",
} as const;
