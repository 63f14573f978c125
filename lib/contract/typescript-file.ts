import { openApiDocument } from "./openapi.ts";
import type { Route, Surface } from "./route.ts";
import { ROUTES } from "./routes/table.ts";
import { docComment, type EnumStyle, type SchemaNode, typeText } from "./typescript-types.ts";
import { SERVICE_VERSION } from "./version.ts";

/** The public surfaces that a program calls; pages and service operations are left out. */
const SURFACES: readonly Surface[] = ["v1", "platform", "auth"];

interface Media {
  readonly content?: {
    readonly "application/json"?: { readonly schema: SchemaNode };
    readonly "text/csv"?: object;
  };
}
interface DocumentOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: SchemaNode;
  }[];
  readonly requestBody?: Media & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Media>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, SchemaNode>> };
}

/** Text of the client's `operations.ts`: every operation and its types, from the route table. */
export function typescriptFile(): string {
  const document = openApiDocument(ROUTES, {
    baseUrl: "https://checkout.example",
    version: SERVICE_VERSION,
  }) as unknown as Document;
  const { schemas } = document.components;
  const operations = ROUTES.filter(({ surface }) => SURFACES.includes(surface)).map((route) => ({
    route,
    operation: document.paths[route.path]?.[route.method.toLowerCase()] as DocumentOperation,
  }));
  const sent = reachable(
    operations.map(({ operation }) => operation.requestBody),
    schemas,
  );
  const answered = reachable(
    operations.map(({ operation }) => operation.responses),
    schemas,
  );
  const used = [...new Set([...sent, ...answered, "Problem"])].sort();
  const styleOf = (name: string): EnumStyle => (answered.has(name) ? "open" : "closed");
  return [
    "// Generated from the route table by `npm run build:openapi`. Do not edit.",
    'import type { Operation } from "../operation.ts";',
    `export const API_VERSION = ${JSON.stringify(SERVICE_VERSION)};`,
    `export type KnownEventType = ${literals(Object.keys(document.webhooks))};`,
    `export type ErrorCode = ${typeText(schemas.Problem?.properties?.code ?? {}, "open")};`,
    ...used.map((name) => declaration(name, schemas[name] ?? {}, styleOf(name))),
    ...operations.map(({ route, operation }) => constant(route, operation)),
    "",
  ].join("\n\n");
}

function literals(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

function declaration(name: string, schema: SchemaNode, style: EnumStyle): string {
  return `${docComment(schema.description)}export type ${name} = ${typeText(schema, style)};`;
}

function constant(route: Route, operation: DocumentOperation): string {
  const { method, path, auth, idempotent } = route;
  const value = JSON.stringify({ method, path, auth, idempotent });
  const types = `Operation<${inputText(operation)}, ${outputText(operation)}>`;
  return `${docComment(route.summary)}export const ${operation.operationId}: ${types} = ${value};`;
}

function inputText({ parameters = [], requestBody }: DocumentOperation): string {
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const parts = [
    part("params", of("path")),
    part("query", of("query")),
    requestBody?.content?.["application/json"]
      ? `readonly body${requestBody.required ? "" : "?"}: ${typeText(requestBody.content["application/json"].schema, "closed")};`
      : "",
  ].filter(Boolean);
  return parts.length === 0 ? "Record<never, never>" : `{ ${parts.join(" ")} }`;
}

function part(name: string, fields: NonNullable<DocumentOperation["parameters"]>): string {
  if (fields.length === 0) return "";
  const isRequired = fields.some(({ required }) => required);
  const lines = fields.map(({ name: field, required, schema }) => {
    const type = typeText(schema, "closed");
    return `readonly ${field}${required ? "" : "?"}: ${type === "string" ? "string | number | boolean" : type};`;
  });
  return `readonly ${name}${isRequired ? "" : "?"}: { ${lines.join(" ")} };`;
}

function outputText({ responses }: DocumentOperation): string {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const types = successes.map(([, { content }]) => {
    if (!content) return "undefined";
    const schema = content["application/json"]?.schema;
    const json = schema ? typeText(schema, "open") : "string";
    return content["text/csv"] ? `${json} | string` : json;
  });
  return [...new Set(types)].join(" | ");
}

/** Names of all schemas that a part of the document refers to, directly or through others. */
function reachable(
  from: unknown,
  schemas: Readonly<Record<string, SchemaNode>>,
  found = new Set<string>(),
): Set<string> {
  if (typeof from !== "object" || from === null) return found;
  for (const [key, value] of Object.entries(from)) {
    const name =
      key === "$ref" ? String(value).match(/^#\/components\/schemas\/(\w+)$/)?.[1] : null;
    if (name && !found.has(name)) {
      found.add(name);
      reachable(schemas[name], schemas, found);
    }
    reachable(value, schemas, found);
  }
  return found;
}
