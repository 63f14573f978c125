import { describe, expect, test } from "vitest";
import { openApiDocument } from "../../lib/contract/openapi.ts";
import { PROBLEMS } from "../../lib/contract/problems.ts";
import type { Route } from "../../lib/contract/route.ts";
import { routeErrors } from "../../lib/contract/route-errors.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";

interface Operation {
  readonly operationId: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters?: readonly { name: string; in: string; required?: boolean }[];
  readonly requestBody?: { content: Record<string, { schema: unknown; example?: unknown }> };
  readonly responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
}

const document = openApiDocument(ROUTES, { baseUrl: "https://pay.example", version: "1.2.3" });
const paths = document.paths as Record<string, Record<string, Operation>>;

function operationOf(route: Route): Operation {
  const operation = paths[route.path]?.[route.method.toLowerCase()];
  if (operation === undefined) throw new Error(`${route.method} ${route.path} is missing`);
  return operation;
}

function lookUp(reference: string): unknown {
  return reference
    .replace("#/", "")
    .split("/")
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
}

describe("the public OpenAPI document", () => {
  test("is OpenAPI 3.1 and plain JSON", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test("has every operation once, and no other", () => {
    const operations = Object.values(paths).flatMap(Object.values) as Operation[];
    expect(operations).toHaveLength(ROUTES.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(ROUTES.length);
  });

  test("every reference leads somewhere", () => {
    const references = JSON.stringify(document).match(/"\$ref":"#\/components[^"]+"/g) ?? [];
    expect(references.length).toBeGreaterThan(ROUTES.length);
    for (const reference of new Set(references)) {
      expect(lookUp(reference.slice(8, -1)), reference).toBeTypeOf("object");
    }
  });

  test.each(ROUTES)("$method $path names its parameters", (route) => {
    const { parameters = [] } = operationOf(route);
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const named = parameters.filter((entry) => entry.in === "path");
    expect(named.map(({ name }) => name)).toEqual(inPath);
    expect(named.every(({ required }) => required)).toBe(true);
    expect(parameters.some(({ name }) => name === "Idempotency-Key")).toBe(route.idempotent);
  });

  test.each(ROUTES)("$method $path asks for the credential of its surface", (route) => {
    const schemes = operationOf(route).security.flatMap(Object.keys);
    const expected = { none: [], jwt: ["jwt"], "api-key": ["apiKey", "apiKeyInQuery"] };
    expect(schemes).toEqual(expected[route.auth]);
  });

  test.each(ROUTES)("$method $path tells of every answer and every refusal", (route) => {
    const { responses } = operationOf(route);
    const statuses = routeErrors(route).map((code) => PROBLEMS[code].status);
    expect(new Set(Object.keys(responses))).toEqual(
      new Set([...Object.keys(route.responses), ...statuses.map(String)]),
    );
    for (const code of routeErrors(route)) {
      const response = responses[PROBLEMS[code].status];
      expect(JSON.stringify(lookUp(response?.$ref ?? "")), code).toContain(`"code":"${code}"`);
    }
  });

  test.each(ROUTES.filter(({ request, example }) => request.body && example !== undefined))(
    "$method $path shows an example that the operation accepts",
    (route) => {
      expect(route.request.body?.safeParse(route.example).error).toBeUndefined();
      const media = Object.values(operationOf(route).requestBody?.content ?? {})[0];
      expect(media?.example).toEqual(route.example);
    },
  );
});
