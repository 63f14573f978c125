import * as z from "zod";
import { describeFields, type FieldText, withValues } from "./guide/fields.ts";
import { publishedAs } from "./schemas/common.ts";

export type JsonSchema = Record<string, unknown>;

export interface JsonSchemaOptions {
  /** Wording of a field's description. */
  readonly words?: (text: FieldText) => string;
  /** Replaces a schema inside by a reference to its component; null writes it out in place. */
  readonly refer?: (inner: z.ZodType) => JsonSchema | null;
}

const MAX_INT32 = 2_147_483_647;

/**
 * JSON Schema 2020-12, the dialect of OpenAPI 3.1, with a description of each field. Answers are open
 * objects, because a later version may add fields. What JSON Schema cannot express is left out.
 */
export function jsonSchema(
  schema: z.ZodType,
  direction: "input" | "output",
  { words = withValues, refer = () => null }: JsonSchemaOptions = {},
): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: direction,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: json }) => {
      const type = zodSchema as unknown as z.ZodType;
      const replacement = publishedAs(type) ?? (type === schema ? null : refer(type));
      if (replacement) replace(json, replacement);
      if (direction === "output" && json.additionalProperties === false) {
        delete json.additionalProperties;
      }
      // A generator for Python leaves out every operation whose body has an object as a default.
      if (json.default instanceof Object) delete json.default;
      // The pattern behind a format is of no use to a reader.
      if (json.format !== undefined) delete json.pattern;
      if (json.type === "integer" && Number(json.maximum) > MAX_INT32) json.format = "int64";
    },
  });
  return describeFields(schema, rest, words);
}

function replace(json: object, replacement: JsonSchema): void {
  for (const key of Object.keys(json)) Reflect.deleteProperty(json, key);
  Object.assign(json, replacement);
}
