import { describe, expect, test } from "vitest";
import * as z from "zod";
import { EVENT_CATALOG } from "../../lib/contract/event-catalog.ts";
import { EVENT_TYPES } from "../../lib/contract/events.ts";
import { pascalCase } from "../../lib/contract/functions.ts";
import { openApiDocument } from "../../lib/contract/openapi.ts";
import { PROBLEMS, routeErrors } from "../../lib/contract/problems.ts";
import type { Route } from "../../lib/contract/route.ts";
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

/** The schemas of objects with several fields in a part of the document. */
function objects(node: unknown): readonly object[] {
  if (node === null || typeof node !== "object") return [];
  const { properties = {} } = node as { properties?: object };
  const own = Object.keys(properties).length > 1 ? [node] : [];
  return [...own, ...Object.values(node).flatMap(objects)];
}

/** Every schema in a part of the document, with the names that lead to it. */
function schemasIn(
  node: unknown,
  path: readonly string[] = [],
): [readonly string[], Record<string, unknown>][] {
  if (node === null || typeof node !== "object") return [];
  return [
    [path, node as Record<string, unknown>],
    ...Object.entries(node).flatMap(([key, inner]) => schemasIn(inner, [...path, key])),
  ];
}

describe("what generators of clients stumble over is not in the document:", () => {
  const everything = schemasIn(document);

  test("a default that is an object; null is kept", () => {
    const withDefault = everything.filter(
      ([path, schema]) => path.at(-1) !== "responses" && typeof schema.default === "object",
    );
    expect(withDefault.map(([, schema]) => schema.default)).toEqual([null]);
  });

  test("a constant that is not a text", () => {
    const constants = everything.map(([, schema]) => schema.const).filter((value) => value);
    expect(constants).toContain("receipt");
    expect(constants.filter((value) => typeof value !== "string")).toEqual([]);
  });

  test("a pattern that repeats all letters of Unicode thousands of times", () => {
    const patterns = everything.map(([, { pattern }]) => String(pattern));
    expect(patterns.join()).toContain("{1,2048}");
    expect(patterns.filter((text) => /\\[wdsWDS][^\]]*\]?\{\d*,?\d{4,}\}/.test(text))).toEqual([]);
  });

  test("a schema that is called as the function that makes another one in Go", () => {
    const { schemas } = document.components as { schemas: Record<string, object> };
    expect(schemas).toHaveProperty("PaymentMethod");
    expect(Object.keys(schemas).filter((name) => `New${name}` in schemas)).toEqual([]);
  });

  test("a schema that is called as the enumeration in a field of another one", () => {
    const { schemas } = document.components as { schemas: Record<string, object> };
    const enumerations = schemasIn(schemas)
      .filter(([, schema]) => Array.isArray(schema.enum))
      .map(([path]) => `${path[0]}${pascalCase(path.at(-1) ?? "")}`);
    expect(enumerations).toContain("EventType");
    expect(enumerations.filter((name) => name in schemas)).toEqual([]);
  });
});

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

  test("writes an object with several fields once, however many others have it, so that clients get one type", () => {
    const { schemas } = document.components as { schemas: Record<string, object> };
    const inner = Object.values(schemas).flatMap((schema) =>
      Object.values(schema).flatMap(objects),
    );
    const texts = inner.map((schema) => JSON.stringify(schema));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test.each(ROUTES)("$method $path names its parameters", (route) => {
    const { parameters = [] } = operationOf(route);
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const named = parameters.filter((entry) => entry.in === "path");
    expect(named.map(({ name }) => name)).toEqual(inPath);
    expect(named.every(({ required }) => required)).toBe(true);
    expect(parameters.some(({ name }) => name === "Idempotency-Key")).toBe(route.idempotent);
  });

  test.each(ROUTES)("$method $path requires the credential of its surface", (route) => {
    const schemes = operationOf(route).security.flatMap(Object.keys);
    const expected = { none: [], jwt: ["jwt"], "api-key": ["apiKey", "apiKeyInQuery"] };
    expect(schemes).toEqual(expected[route.auth]);
  });

  test.each(ROUTES)("$method $path declares every response and every error", (route) => {
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

interface Node {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Record<string, Node>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly allOf?: readonly Node[];
}

/** Paths of the fields below a schema that have no description. */
function untold(node: Node, path: string, seen = new Set<string>()): string[] {
  if (node.$ref !== undefined) {
    if (seen.has(node.$ref)) return [];
    return untold(lookUp(node.$ref) as Node, path, new Set([...seen, node.$ref]));
  }
  const fields = Object.entries(node.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description ? [] : [`${path}.${name}`]),
    ...untold(field, `${path}.${name}`, seen),
  ]);
  const parts = [node.items, ...(node.anyOf ?? [])].filter((part) => part !== undefined);
  return [...fields, ...parts.flatMap((part) => untold(part, path, seen))];
}

describe("the descriptions of fields", () => {
  const forMerchants = ROUTES.filter(({ surface }) => surface === "v1");

  test.each(forMerchants)("$method $path describes every field and parameter", (route) => {
    const { parameters = [], requestBody, responses } = operationOf(route);
    const unnamed = (parameters as readonly (Node & { name: string; schema?: Node })[])
      .filter((entry) => !(entry.description ?? entry.schema?.description))
      .map(({ name }) => name);
    expect(unnamed).toEqual([]);
    const bodies = [requestBody, ...Object.values(responses)].flatMap((body) => {
      const whole = (body && "$ref" in body ? lookUp(body.$ref ?? "") : body) as typeof requestBody;
      return Object.values(whole?.content ?? {}).map(({ schema }) => schema as Node);
    });
    expect(bodies.length).toBeGreaterThan(5);
    expect(bodies.flatMap((schema) => untold(schema, ""))).toEqual([]);
  });

  test("describes the fields that are easy to get wrong", () => {
    const { properties = {} } = lookUp("#/components/schemas/V1CreateCheckoutRequest") as Node;
    expect(properties.amount?.description).toContain("minor units");
    expect(properties.expires_in?.description).toContain("Seconds");
    expect(properties.return_url?.description).toMatch(/https.*never.*proof/s);
    const checkout = lookUp("#/components/schemas/Checkout") as Node;
    expect(checkout.properties?.exceptions?.description).toContain("`overpaid`");
    const review = lookUp("#/components/schemas/CheckoutReview") as Node;
    expect(review.properties?.reason?.description).toContain("`receiver_unconfirmed`");
  });
});

describe("the webhooks of the document", () => {
  const webhooks = document.webhooks as Record<string, { post: Operation }>;

  test("are the event types, each with the example of the catalog", () => {
    expect(Object.keys(webhooks)).toEqual([...EVENT_TYPES]);
    for (const { type, example } of EVENT_CATALOG) {
      const media = webhooks[type]?.post.requestBody?.content["application/json"];
      expect(media?.example).toEqual(example);
    }
  });

  test("carry the checkout in a checkout's events", () => {
    for (const type of ["CheckoutVerifiedEvent", "CheckoutCanceledEvent"]) {
      expect(lookUp(`#/components/schemas/${type}/properties/data`)).toMatchObject({
        $ref: "#/components/schemas/CheckoutEventData",
      });
    }
    expect(lookUp("#/components/schemas/CheckoutEventData/properties/object")).toMatchObject({
      $ref: "#/components/schemas/Checkout",
    });
  });
});

describe("the error codes of an operation", () => {
  const plain: Route = {
    surface: "service",
    operation: "probe",
    method: "GET",
    path: "/api/probe/",
    auth: "none",
    request: {},
    responses: { 200: null },
    errors: [],
    access: {},
    idempotent: false,
    timeoutSeconds: 10,
    memoryMegabytes: 512,
    summary: "Probe",
  };
  const always = ["invalid_request", "rate_limited", "internal", "service_unavailable"];

  test.each<[string, Partial<Route>, string[]]>([
    ["any", {}, []],
    [
      "one with a key and a scope",
      { auth: "api-key", scope: "events:read" },
      ["unauthenticated", "forbidden"],
    ],
    ["one with a token", { auth: "jwt", permission: "self" }, ["unauthenticated", "token_expired"]],
    [
      "one that a role lacks",
      { auth: "jwt", permission: "audit.read" },
      ["unauthenticated", "token_expired", "forbidden"],
    ],
    ["one with a path parameter", { request: { params: z.object({}) } }, ["not_found"]],
    ["one with a query", { request: { query: z.strictObject({}) } }, []],
    [
      "one with a body",
      { request: { body: z.object({}) } },
      ["payload_too_large", "unsupported_media_type"],
    ],
    [
      "one that can be repeated",
      { idempotent: true },
      ["idempotency_in_progress", "idempotency_mismatch"],
    ],
    ["one with codes of its own", { errors: ["conflict", "internal"] }, ["conflict"]],
  ])("%s are complete, each once", (_kind, change, codes) => {
    expect(routeErrors({ ...plain, ...change }).toSorted()).toEqual(
      [...codes, ...always].toSorted(),
    );
  });

  test("do not include 400 where unknown query parameters are ignored", () => {
    const lenient = { ...plain, request: { query: z.object({}) } };
    expect(routeErrors(lenient)).not.toContain("invalid_request");
  });
});

test("every operation that takes a cursor may read and create the key of cursors", () => {
  const paged = ROUTES.filter(({ request: { query, body } }) =>
    [query, body].some((given) => given instanceof z.ZodObject && "cursor" in given.shape),
  );
  const operations = paged.map(({ operation }) => operation);
  expect(operations).toEqual(expect.arrayContaining(["list-checkouts", "erase-customer"]));
  for (const { operation, access } of paged) {
    expect([operation, access.table?.cursor_key]).toEqual([operation, ["GetItem", "PutItem"]]);
  }
});
