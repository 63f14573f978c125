import * as fc from "fast-check";
import { openApiDocument } from "../../lib/contract/openapi.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { CREDENTIALS, type Credential } from "./credentials.ts";
import { NASTY_TEXTS, type Schema, spoiled, valuesOf, wanted } from "./schema-values.ts";

/** One request, with `Wanted` where the target fills something in. */
export interface Plan {
  readonly route: Route;
  readonly method: string;
  readonly credential: Credential;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: readonly (readonly [string, unknown])[];
  readonly body: BodyPlan;
  readonly headers: Readonly<Record<string, string>>;
}
export type BodyPlan =
  | { readonly kind: "none" }
  | { readonly kind: "json" | "form"; readonly value: unknown }
  | { readonly kind: "raw"; readonly text: string; readonly type: string };

type Json = Record<string, unknown>;
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly required?: boolean;
};
type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
};

export const document = openApiDocument(ROUTES, {
  baseUrl: "https://checkout.example",
  version: "0.0.0",
}) as unknown as { readonly paths: Record<string, Record<string, Operation>> } & Json;

function resolve(schema: Schema): Schema {
  if (typeof schema.$ref !== "string") return schema;
  const { $ref, ...beside } = schema;
  const parts = String($ref).slice(2).split("/");
  const target = parts.reduce<Json>((node, part) => node[part] as Json, document);
  return { ...target, ...beside };
}

export function operationOf(route: Route): Operation {
  const found = document.paths[route.path]?.[route.method.toLowerCase()];
  if (!found) throw new Error(`${route.method} ${route.path} is not published`);
  return found;
}

/** Requests to one operation: most of them good, each part of the others spoiled. */
export function plansOf(route: Route): fc.Arbitrary<Plan> {
  return fc.record({
    route: fc.constant(route),
    method: fc.oneof(
      { arbitrary: fc.constant<string>(route.method), weight: 30 },
      fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"),
    ),
    credential: credentials(route),
    params: params(route),
    query: query(route),
    body: body(route),
    headers: headers(route),
  });
}

function credentials(route: Route): fc.Arbitrary<Credential> {
  const [first, second = first, ...rest] = CREDENTIALS[route.auth];
  return fc.oneof(
    { arbitrary: fc.constant<Credential>(first), weight: 6 },
    { arbitrary: fc.constant<Credential>(second), weight: 3 },
    { arbitrary: fc.constantFrom<Credential>(first, ...rest), weight: 5 },
  );
}

/** Path parameters that are no ids of ours, by name. */
const PARAMS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  app_id: wanted("app"),
  kind: fc.constantFrom("phone", "telegram"),
  topic: fc.constantFrom("quickstart", "webhooks", "errors"),
};

function params(route: Route): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const known = operationOf(route).parameters?.filter((one) => one.in === "path") ?? [];
  const fields = known.map(({ name, schema }) => {
    const prefix = /^\^(\w+)_\[/.exec(String(resolve(schema).pattern))?.[1];
    const real = PARAMS[name] ?? wanted(prefix ?? name);
    return [
      name,
      fc.oneof(
        { arbitrary: real, weight: 12 },
        { arbitrary: valuesOf(schema, resolve), weight: 1 },
        { arbitrary: fc.constantFrom<unknown>(...NASTY_TEXTS.filter(Boolean)), weight: 1 },
      ),
    ] as const;
  });
  return fc.record(Object.fromEntries(fields)) as fc.Arbitrary<Readonly<Record<string, unknown>>>;
}

function query(route: Route): fc.Arbitrary<readonly (readonly [string, unknown])[]> {
  const known = operationOf(route).parameters?.filter((one) => one.in === "query") ?? [];
  const good = fc
    .record(
      Object.fromEntries(known.map(({ name, schema }) => [name, valuesOf(schema, resolve, name)])),
      { requiredKeys: known.filter(({ required }) => required === true).map(({ name }) => name) },
    )
    .map((values) => Object.entries(values));
  const names = [...known.map(({ name }) => name), "surprise", "api_key", "limit"];
  const bad = fc.array(
    fc.tuple(fc.constantFrom(...names), fc.constantFrom<unknown>(...NASTY_TEXTS)),
    { minLength: 1, maxLength: 3 },
  );
  const sparse = fc
    .tuple(good, fc.nat())
    .map(([entries, pick]) => entries.filter((_, index) => (pick >> index) % 2 === 1));
  return fc.oneof({ arbitrary: sparse, weight: 8 }, { arbitrary: good, weight: 1 }, bad);
}

function body(route: Route): fc.Arbitrary<BodyPlan> {
  const content = operationOf(route).requestBody?.content;
  const [type, media] = Object.entries(content ?? {})[0] ?? [];
  if (type === undefined || media === undefined) {
    return fc.oneof({ arbitrary: fc.constant({ kind: "none" } as const), weight: 9 }, raw);
  }
  const kind = type === "application/json" ? ("json" as const) : ("form" as const);
  const good = valuesOf(media.schema, resolve);
  return fc.oneof(
    { arbitrary: good.map((value) => ({ kind, value })), weight: 9 },
    { arbitrary: spoiled(good).map((value) => ({ kind, value })), weight: 4 },
    { arbitrary: fc.constant({ kind: "none" } as const), weight: 1 },
    { arbitrary: raw, weight: 1 },
  );
}

const raw: fc.Arbitrary<BodyPlan> = fc.record({
  kind: fc.constant("raw" as const),
  text: fc.oneof(
    fc.constantFrom("{", "[]", "null", '{"amount":1}{"amount":2}', '{"amount":1e999}', "\ufeff{}"),
    fc.constantFrom('{"__proto__":{"a":1}}', "[".repeat(3000), "x".repeat(70_000)),
    fc.json(),
  ),
  type: fc.constantFrom("application/json", "text/plain", "application/json; charset=utf-16", ""),
});

function headers(route: Route): fc.Arbitrary<Readonly<Record<string, string>>> {
  const key = fc.oneof(
    fc.nat(40).map((number) => `order-${number}`),
    fc.constantFrom(" ", "k".repeat(255), "k".repeat(256), "ä"),
  );
  return fc
    .record(
      {
        "idempotency-key": key,
        accept: fc.constantFrom("text/html", "application/json", "*/*", "text/csv", ";;"),
        origin: fc.constantFrom("https://evil.example", "null"),
        "x-forwarded-for": fc.constantFrom("1.2.3.4", "::1, junk"),
        cookie: fc.constantFrom("refresh_token=x", "a=b; a=c", "=", "__Host-refresh=abc"),
        "if-none-match": fc.constantFrom('"x"', "*"),
        "accept-language": fc.constantFrom("am", "en;q=0.1, am", "*", ";"),
      },
      { requiredKeys: [] },
    )
    .chain((all) =>
      fc
        .nat()
        .map((pick) =>
          Object.fromEntries(
            Object.entries(all).filter(
              ([name], index) =>
                (pick >> index) % 3 === 0 && (name !== "idempotency-key" || route.idempotent),
            ),
          ),
        ),
    );
}
