import * as z from "zod";
import { type FieldText, withValues } from "./guide/field-text.ts";
import { describeFields } from "./guide/fields.ts";

export type JsonSchema = Record<string, unknown>;

/** Who asks for a schema; names it where its own content does not. */
export interface SchemaUse {
  /** PascalCase, e.g. `Public`. */
  readonly surface: string;
  /** PascalCase and unique, e.g. `PublicReadCheckoutResponse`. */
  readonly name: string;
  /** Sent to us or answered by us: defaults and transformations differ. */
  readonly direction: "input" | "output";
}

/**
 * Schemas of the document by name. A schema that several operations share is written once and referred
 * to. Answers are named by what they say they are (`object: "checkout"` → `Checkout`, or
 * `PublicCheckout` where that is taken), everything else by the operation that uses it first.
 */
export class OpenApiComponents {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #names = new Map<z.ZodType, string>();

  refer(schema: z.ZodType, use: SchemaUse): JsonSchema {
    const name = this.#names.get(schema) ?? this.#add(schema, use);
    return { $ref: `#/components/schemas/${name}` };
  }

  #add(schema: z.ZodType, use: SchemaUse): string {
    const content = jsonSchema(schema, use.direction);
    const noun = use.direction === "output" ? nounOf(content) : null;
    const candidates = noun === null ? [] : [noun, `${use.surface}${noun}`];
    const name = candidates.find((candidate) => !(candidate in this.schemas)) ?? use.name;
    this.#names.set(schema, name);
    this.schemas[name] = content;
    return name;
  }
}

/**
 * JSON Schema 2020-12, the dialect of OpenAPI 3.1, with what the fields mean. What JSON Schema cannot
 * say is left open.
 */
export function jsonSchema(
  schema: z.ZodType,
  direction: "input" | "output",
  words: (text: FieldText) => string = withValues,
): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: direction,
    unrepresentable: "any",
  });
  return describeFields(schema, rest, words);
}

const discriminated = z.object({
  properties: z.object({
    object: z.object({ const: z.string() }),
    data: z.object({ items: z.unknown() }).optional(),
  }),
});

function nounOf(schema: unknown): string | null {
  const { success, data } = discriminated.safeParse(schema);
  if (!success) return null;
  const { object, data: list } = data.properties;
  if (object.const !== "list") return pascalCase(object.const);
  const item = nounOf(list?.items);
  return item === null ? null : `${item}List`;
}

/** From kebab-case or snake_case. */
export function pascalCase(words: string): string {
  return words
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
