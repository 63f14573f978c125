import { describe, expect, test } from "vitest";
import * as z from "zod";
import { ROUTES } from "../../lib/contract/routes/table.ts";

const BAD = ["\ud800", "\udc00", "\u0000", "\u001b", "\u007f"];

/** Every text of a request schema, with the whole field around it: a form field cleans its text. */
function texts(schema: z.ZodType, path: string, field = schema): [string, z.ZodType, z.ZodType][] {
  const inner = (next: z.ZodType) => texts(next, path, field);
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, next]) =>
      texts(next as z.ZodType, `${path}.${name}`),
    );
  }
  if (schema instanceof z.ZodArray) return texts(schema.element as z.ZodType, `${path}[]`);
  if (schema instanceof z.ZodRecord) {
    const [key, value] = [schema.keyType as unknown as z.ZodType, schema.valueType as z.ZodType];
    return [...texts(key, `${path} name`), ...texts(value, `${path} value`)];
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => texts(option as z.ZodType, path));
  }
  if (schema instanceof z.ZodPipe) return inner(schema.in as z.ZodType);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  ) {
    return inner(schema.unwrap() as z.ZodType);
  }
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat
    ? [[path, schema as z.ZodType, field]]
    : [];
}

const found = ROUTES.flatMap(({ method, path, request }) =>
  [request.params, request.query, request.body].flatMap((schema) =>
    schema ? texts(schema, `${method} ${path}`) : [],
  ),
);

/** Texts around the bad character that different fields would take. */
function samples(bad: string): string[] {
  const long = "a".repeat(20);
  return [bad, `a${bad}`, `${long}${bad}${long}`, `https://a.example/${bad}`, `0911${bad}000000`];
}

describe("every text of a request", () => {
  test("is found by the walk of all schemas", () => {
    expect(found.length).toBeGreaterThan(100);
    expect(found.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        "POST /api/v1/checkouts/.metadata value",
        "POST /api/v1/checkouts/.return_url",
        "POST /api/platform/webhooks/.url",
      ]),
    );
  });

  test.each(found)("%s takes no lone surrogate and no control character", (_path, text, field) => {
    for (const sample of BAD.flatMap(samples)) {
      const result = field.safeParse(sample);
      if (!result.success) continue;
      // A form field drops them; nothing else may let them through.
      expect(text).not.toBe(field);
      const output = JSON.stringify(result.data ?? null);
      expect(output).not.toMatch(/\\ud[89a-f]|\\u00[01]|\\u007f|\u007f/i);
    }
  });

  test("a bare z.string() would be caught", () => {
    const bare = z.strictObject({ name: z.string().max(500) });
    const [, , field] = texts(bare, "probe")[0] ?? [];
    expect(field?.safeParse("a\ud800").success).toBe(true);
  });
});
