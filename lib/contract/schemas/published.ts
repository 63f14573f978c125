import type * as z from "zod";

type JsonSchema = Readonly<Record<string, unknown>>;

const PUBLISHED = new WeakMap<z.ZodType, JsonSchema>();

/**
 * Sets the JSON Schema that the OpenAPI document shows for `schema`, where zod's own translation does
 * not say what callers need: a query parameter is text to the parser and an integer to its caller.
 */
export function publishAs<T extends z.ZodType>(schema: T, json: JsonSchema): T {
  PUBLISHED.set(schema, json);
  return schema;
}

/** The JSON Schema set by `publishAs`, or undefined. */
export function publishedAs(schema: z.ZodType): JsonSchema | undefined {
  return PUBLISHED.get(schema);
}
