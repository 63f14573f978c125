import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import * as z from "zod";
import { openApiDocument } from "../../lib/contract/openapi.ts";
import { PROBLEMS, routeErrors } from "../../lib/contract/problems.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { ErrorCode } from "../../lib/domain/errors.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { type ApiAnswer, type ApiCall, call } from "./api.ts";

const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().min(1),
  code: z.enum(Object.keys(PROBLEMS) as [ErrorCode, ...ErrorCode[]]),
  request_id: z.string().min(1),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
});

/**
 * What any operation may answer although it does not list it: to a parameter or credential that it
 * does not know what to do with, and from the gateway.
 */
const ALWAYS: readonly ErrorCode[] = [
  "invalid_request",
  "not_found",
  "method_not_allowed",
  "payload_too_large",
];

/** Which statuses of which operation a test has seen, e.g. `v1/create-checkout 201`. */
export const seenStatuses = new Set<string>();

/** Sends one request and holds whatever comes back to the contract of its operation. */
export async function contractCall(
  base: string,
  method: string,
  path: string,
  request: ApiCall = {},
): ReturnType<typeof call> {
  const answer = await call(base, method, path, request);
  const route = routeOf(method === "HEAD" ? "GET" : method, new URL(path, base).pathname);
  if (method === "HEAD") {
    expect(answer.body, `HEAD ${path}`).toBe("");
    return answer;
  }
  if (route) seenStatuses.add(`${route.surface}/${route.operation} ${answer.status}`);
  assertContract(route, answer);
  return answer;
}

/** Null where no operation has this method and path. */
function routeOf(method: string, pathname: string): Route | null {
  const fits = (route: Route) => {
    const pattern = route.path.replace(/\/$/, "").replaceAll(".", "\\.");
    return new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`).test(pathname);
  };
  const found = ROUTES.filter((route) => route.method === method && fits(route));
  return found.find((route) => !route.path.includes("{")) ?? found[0] ?? null;
}

function assertContract(route: Route | null, answer: ApiAnswer<unknown>): void {
  const { status, headers, body } = answer;
  const shown = `${route?.operation ?? "no route"} ${status} ${JSON.stringify(body)?.slice(0, 400)}`;
  if (status >= 400) {
    assertProblem(route, answer, shown);
    return;
  }
  if (!route) throw new Error(`an answer without an operation: ${shown}`);
  const schema = route.responses[status];
  if (schema === undefined) throw new Error(`not promised: ${shown}`);
  expect(headers.get("x-request-id"), shown).toMatch(/\S/);
  if (schema instanceof z.ZodType) {
    if (route.page === true && typeof body === "string") return;
    expect(headers.get("content-type"), shown).toMatch(/^application\/json/);
    const result = (schema instanceof z.ZodObject ? schema.strict() : schema).safeParse(body);
    expect(result.error?.issues, shown).toBeUndefined();
  } else if (schema === null) expect(body).toBe("");
  else expect(headers.get("content-type")).toMatch(/^text\//);
}

function assertProblem(route: Route | null, answer: ApiAnswer<unknown>, shown: string): void {
  const { status, headers, body } = answer;
  if (typeof body === "string" && headers.get("content-type")?.startsWith("text/html")) return;
  expect(headers.get("content-type"), shown).toMatch(/^application\/problem\+json/);
  const { code, status: stated, title, type, request_id, detail, errors } = problem.parse(body);
  expect(stated, shown).toBe(status);
  expect({ status, title }, shown).toEqual(PROBLEMS[code]);
  const [invalid] = errors ?? [];
  if (invalid?.path) expect(detail, shown).toBe(`${invalid.path}: ${invalid.message}`);
  expect(type, shown).toMatch(new RegExp(`^https?://[^/]+/api/docs/errors/#error-${code}$`));
  expect(headers.get("x-request-id"), shown).toBe(request_id);
  if (route) expect([...routeErrors(route), ...ALWAYS], shown).toContain(code);
  const comesBack = code === "rate_limited" || code === "service_unavailable";
  if (comesBack) expect(Number(headers.get("retry-after")), shown).toBeGreaterThanOrEqual(1);
}

export interface RouteCall extends ApiCall {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
}

/** Calls routes over HTTP, checks each answer against the contract, and remembers what was seen. */
export function routeCaller(stack: LocalStack, seen: Map<Route, Set<number>>) {
  return async (route: Route, { params = {}, query = "", ...more }: RouteCall = {}) => {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
    const answer = await call(stack.url, route.method, path + query, more);
    const statuses = seen.get(route) ?? new Set();
    seen.set(route, statuses.add(answer.status));
    assertDeclared(route, answer);
    return answer;
  };
}

/** Statuses that a route says it can answer with, without those that only a broken inside brings. */
export function declaredStatuses(route: Route): readonly number[] {
  const codes = routeErrors(route).filter(
    (code) =>
      code !== "internal" &&
      code !== "service_unavailable" &&
      // Losing a race cannot be provoked; only some operations have conflicts of their own.
      (code !== "conflict" || route.errors.includes("conflict")) &&
      // The gateway's own throttle; only some operations count exactly.
      (code !== "rate_limited" || route.errors.includes("rate_limited")),
  );
  const refusals = codes.map((code) => PROBLEMS[code].status);
  return [...new Set([...Object.keys(route.responses).map(Number), ...refusals])].sort();
}

function assertDeclared(
  route: Route,
  { status, headers, body }: Awaited<ReturnType<typeof call>>,
): void {
  const where = `${route.surface}/${route.operation} ${status}`;
  expect(headers.get("x-request-id"), where).toMatch(/\S+/);
  const schema = route.responses[status];
  if (schema === undefined) {
    const { code } = body as { code: keyof typeof PROBLEMS };
    expect(headers.get("content-type"), where).toContain("application/problem+json");
    expect(body, where).toMatchObject({ status, request_id: expect.any(String) });
    expect(PROBLEMS[code]?.status, where).toBe(status);
    expect(routeErrors(route), where).toContain(code);
  } else if (schema === null) {
    expect(body, where).toBe("");
  } else if (typeof schema !== "string") {
    const parsed = (schema as z.ZodType).safeParse(body);
    expect(parsed.error?.issues, where).toBeUndefined();
  }
}

/** One HTTP exchange as a client saw it. Header names in any case. */
export interface SeenAnswer {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

type Json = Record<string, unknown>;

const DOCUMENT = "https://checkout.example/api/openapi.json";
const document = closed(
  openApiDocument(ROUTES, { baseUrl: "https://checkout.example", version: "0.0.0" }),
) as { paths: Record<string, Record<string, { responses: Json }>>; webhooks: Json };
const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
ajv.addSchema(document, DOCUMENT);

/** Headers of the transport, of caches and of browser security: not part of the contract. */
const UNDECLARED =
  /^(?:date|connection|keep-alive|content-(?:length|type|encoding|security-policy)|transfer-encoding|cache-control|vary|x-amzn?-.+|x-content-type-options|x-frame-options|referrer-policy|strict-transport-security|cross-origin-opener-policy|permissions-policy|x-robots-tag|access-control-.+)$/i;

/** How an answer differs from the published OpenAPI document; null where it does not. */
export function violation(seen: SeenAnswer): string | null {
  const { method, path, status } = seen;
  const where = `${method} ${path} ${status}`;
  const pattern = patternOf(path);
  const operation = pattern && document.paths[pattern]?.[verbOf(method)];
  if (!pattern || !operation)
    return status === 404 || status === 405 ? null : `${where}: no operation`;
  // Refused by the gateway before it looks at the operation.
  if (status === 413) return null;
  const response = operation.responses[status];
  if (response === undefined) return `${where}: undeclared status`;
  const place = pointer("paths", pattern, verbOf(method), "responses", String(status));
  const declared = resolve(response as Json);
  return (
    headerViolation(where, seen, declared) ?? bodyViolation(where, seen, place, response as Json)
  );
}

function headerViolation(where: string, { headers }: SeenAnswer, response: Json): string | null {
  const names = Object.keys((response.headers ?? {}) as Json).map((name) => name.toLowerCase());
  const extra = headers
    .map(([name]) => name.toLowerCase())
    .filter((name) => !UNDECLARED.test(name) && !names.includes(name));
  return extra.length > 0 ? `${where}: undeclared header ${extra.join(", ")}` : null;
}

function bodyViolation(
  where: string,
  { method, headers, body }: SeenAnswer,
  place: string,
  response: Json,
): string | null {
  if (method === "HEAD" || body === "") return null;
  const found = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const type = found.split(";")[0]?.trim() ?? "";
  const content = (resolve(response).content ?? {}) as Json;
  if (!(type in content)) return `${where}: undeclared content type ${type || "none"}`;
  if (!type.endsWith("json")) return null;
  const base = typeof response.$ref === "string" ? response.$ref : place;
  const validate = validatorOf(`${base}/content/${escaped(type)}/schema`);
  if (validate(JSON.parse(body))) return null;
  return `${where}: ${ajv.errorsText(validate.errors)} in ${body.slice(0, 500)}`;
}

/** How an event's body differs from the published webhook of its type; null where it does not. */
export function eventViolation(body: string): string | null {
  const { type } = JSON.parse(body) as { type?: string };
  if (type === undefined || !(type in document.webhooks)) return `event ${type}: no such type`;
  const content = ["post", "requestBody", "content", "application/json", "schema"];
  const validate = validatorOf(pointer("webhooks", type, ...content));
  if (validate(JSON.parse(body))) return null;
  return `event ${type}: ${ajv.errorsText(validate.errors)} in ${body.slice(0, 500)}`;
}

const validators = new Map<string, ValidateFunction>();
function validatorOf(place: string): ValidateFunction {
  const known = validators.get(place) ?? ajv.compile({ $ref: `${DOCUMENT}${place}` });
  validators.set(place, known);
  return known;
}

const PATTERNS = Object.keys(document.paths).map((path) => ({
  path,
  literal: !path.includes("{"),
  fits: new RegExp(
    `^${path
      .replace(/\/$/, "")
      .replaceAll(".", "\\.")
      .replaceAll(/\{\w+\}/g, "[^/]+")}/?$`,
  ),
}));
function patternOf(path: string): string | null {
  const found = PATTERNS.filter(({ fits }) => fits.test(path));
  return (found.find(({ literal }) => literal) ?? found[0])?.path ?? null;
}

function verbOf(method: string): string {
  return method === "HEAD" ? "get" : method.toLowerCase();
}

function resolve(response: Json): Json {
  if (typeof response.$ref !== "string") return response;
  const parts = response.$ref.slice(2).split("/");
  return parts.reduce<Json>((node, part) => node[part] as Json, document as unknown as Json);
}

function pointer(...parts: readonly string[]): string {
  return `#/${parts.map(escaped).join("/")}`;
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** Published objects are open to later fields; what is sent today must all be declared. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isObject = copy.type === "object" && typeof copy.properties === "object";
  return isObject ? { additionalProperties: false, ...copy } : copy;
}
