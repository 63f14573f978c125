import type * as z from "zod";
import type { ValueGuide } from "./values.ts";

/** What a field means; in the second form with the meaning of its values. */
export type FieldText = string | { readonly text: string; readonly values: ValueGuide };
export type FieldTexts = Readonly<Record<string, FieldText>>;

/** Texts for every field of one object: a field without one does not compile. */
export function texts<T extends z.ZodObject>(
  schema: T,
  fields: Readonly<Record<keyof T["shape"], FieldText>>,
): readonly [z.ZodType, FieldTexts] {
  return [schema, fields as FieldTexts];
}

/** For a document that stands alone: with every value and its meaning. */
export function withValues(text: FieldText): string {
  if (typeof text === "string") return text;
  const values = Object.entries(text.values.values).map(
    ([value, { meaning }]) => `\n- \`${value}\`: ${meaning}`,
  );
  return `${text.text}\n${values.join("")}`;
}

/** For the documentation page, where the values have a section of their own. */
export function withLink(text: FieldText): string {
  if (typeof text === "string") return text;
  return `${text.text} See [${text.values.title.toLowerCase()}](#${text.values.anchor}).`;
}

export const PAGE_TEXTS = {
  limit: "How many entries a page has at most: 1 to 100, else 400. Default 20.",
  cursor: "`next_cursor` of the page before, with the same filters.",
} as const;
