import * as z from "zod";
import { COMPONENT_NAMES } from "./component-names.ts";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";
import { pascalCase } from "./pascal-case.ts";

/** Who asks for a schema; names it where nothing else does. */
export interface SchemaUse {
  /** PascalCase and unique, e.g. `PublicReadCheckoutResponse`. */
  readonly name: string;
  /** Sent to us or answered by us: defaults and transformations differ. */
  readonly direction: "input" | "output";
}

/**
 * Schemas of the document by name. A schema that several places share is written once and referred to,
 * so that a generator makes one type of it.
 */
export class OpenApiComponents {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #names = new Map<z.ZodType, string>();

  refer(schema: z.ZodType, use: SchemaUse): JsonSchema {
    const name = this.#names.get(schema) ?? this.#add(schema, use);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** @throws Error where two schemas would have one name */
  #add(schema: z.ZodType, { name: fallback, direction }: SchemaUse): string {
    const name = componentName(schema) ?? fallback;
    if (name in this.schemas) throw new Error(`Two schemas are called ${name}: name one of them.`);
    this.#names.set(schema, name);
    // Keeps the place in the document; the content may refer to what comes after it.
    this.schemas[name] = {};
    this.schemas[name] = jsonSchema(schema, direction, {
      refer: (inner) => {
        const innerName = componentName(inner);
        return innerName === null ? null : this.refer(inner, { name: innerName, direction });
      },
    });
    return name;
  }
}

/** From the list of names, or from the field `object`: `Checkout`, `CheckoutList`. */
function componentName(schema: z.ZodType): string | null {
  const listed = COMPONENT_NAMES.get(schema);
  if (listed !== undefined) return listed;
  if (!(schema instanceof z.ZodObject)) return null;
  const { object, data } = schema.shape;
  if (!(object instanceof z.ZodLiteral)) return null;
  if (object.value !== "list") return pascalCase(String(object.value));
  const item = data instanceof z.ZodArray ? componentName(data.element as z.ZodType) : null;
  return item === null ? null : `${item}List`;
}
