import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { openApiDocument } from "../../lib/contract/openapi.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";

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
