import { SERVICE_VERSION } from "./brand.ts";
import { clientDocument, type DocumentOperation } from "./client-model.ts";
import type { Route } from "./route.ts";
import { docComment, type EnumStyle, type SchemaNode, typeText } from "./typescript-types.ts";

/** Text of the client's `operations.ts`: every operation and its types, from the route table. */
export function typescriptFile(): string {
  const { operations, schemas, sent, received, events } = clientDocument();
  const used = [...new Set([...sent, ...received, "Problem"])].sort();
  const styleOf = (name: string): EnumStyle => (received.has(name) ? "open" : "closed");
  return [
    "// Generated from the route table by `npm run generate`. Do not edit.",
    'import type { Operation } from "../operation.ts";',
    `export const API_VERSION = ${JSON.stringify(SERVICE_VERSION)};`,
    `export const EVENT_TYPES = ${JSON.stringify([...events.keys()])} as const;`,
    "export type KnownEventType = (typeof EVENT_TYPES)[number];",
    `export type ErrorCode = ${typeText(schemas.Problem?.properties?.code ?? {}, "open")};`,
    `/** The body of a webhook. Later versions add types: keep a \`default\` branch. */
export type WebhookEvent = ${[...events.values()].join(" | ")};`,
    ...used.map((name) => declaration(name, schemas[name] ?? {}, styleOf(name))),
    ...operations.map(({ route, operation }) => constant(route, operation)),
    "",
  ].join("\n\n");
}

function declaration(name: string, schema: SchemaNode, style: EnumStyle): string {
  return `${docComment(schema.description)}export type ${name} = ${typeText(schema, style)};`;
}

function constant(route: Route, operation: DocumentOperation): string {
  const { method, path, auth, idempotent } = route;
  const output = outputText(operation);
  // Only what is true: each byte is in the bundle of every shop's page.
  const facts = {
    ...(idempotent && { idempotent }),
    ...(output === "undefined" && { empty: true }),
  };
  const value = JSON.stringify({ method, path, auth, ...facts });
  const types = `Operation<${inputText(operation)}, ${output}>`;
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
  const lines = fields.map(
    ({ name: field, required, schema }) =>
      `readonly ${field}${required ? "" : "?"}: ${addressType(schema)};`,
  );
  return `readonly ${name}${isRequired ? "" : "?"}: { ${lines.join(" ")} };`;
}

/** What the client writes into an address. */
function addressType(schema: SchemaNode): string {
  const type = typeText(schema, "closed");
  if (type !== "string") return type;
  return schema.format === "date-time" ? "string | Date" : "string | number | boolean";
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
