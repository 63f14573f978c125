import { SERVICE_VERSION } from "./brand.ts";
import { pascalCase } from "./functions.ts";
import { openApiDocument } from "./openapi.ts";
import type { Route, Surface } from "./route.ts";
import { ROUTES } from "./routes/table.ts";
import type { SchemaNode } from "./typescript-types.ts";

/** A type as a client in any language writes it. */
export type ModelType =
  | { readonly kind: "string" | "integer" | "number" | "boolean" | "time" | "null" | "unknown" }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "constant"; readonly value: string }
  | { readonly kind: "list"; readonly item: ModelType }
  | { readonly kind: "map"; readonly value: ModelType }
  | { readonly kind: "object" | "alias"; readonly name: string }
  | { readonly kind: "union"; readonly members: readonly ModelType[] };

export interface ModelField {
  readonly name: string;
  readonly type: ModelType;
  readonly required: boolean;
  readonly description: string;
}

/** An object with named fields. An object inside another is named after its field. */
export interface ModelObject {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly ModelField[];
}

export interface ModelAlias {
  readonly name: string;
  readonly type: ModelType;
}

/** The types of one direction, in the order of their names. */
export interface Model {
  readonly objects: readonly ModelObject[];
  readonly aliases: readonly ModelAlias[];
}

/** How one operation is called, and what it answers. */
export interface ModelOperation {
  /** For example `v1CreateCheckout`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly auth: string;
  readonly idempotent: boolean;
  readonly summary: string;
  readonly params: readonly ModelField[];
  readonly query: readonly ModelField[];
  /** Null without a body. */
  readonly body: ModelType | null;
  /** Name of the answered object; null without one. */
  readonly output: string | null;
  /** The operation also returns CSV text if the query requests it. */
  readonly csv: boolean;
}

/** The types of what is sent or received. */
export function modelOf(
  { schemas }: ClientDocument,
  names: Iterable<string>,
  extra: Readonly<Record<string, SchemaNode>> = {},
): Model {
  const all = { ...schemas, ...extra };
  const model = { objects: [] as ModelObject[], aliases: [] as ModelAlias[] };
  for (const name of [...new Set([...names, ...Object.keys(extra)])].sort()) {
    const schema = all[name] ?? {};
    const type = typeOf(objectPart(schema) ?? schema, { name, schemas: all, found: model.objects });
    if (type.kind !== "object") model.aliases.push({ name, type });
  }
  model.objects.sort((one, other) => (one.name < other.name ? -1 : 1));
  return model;
}

interface Place {
  /** Name of an object that stands here. */
  readonly name: string;
  readonly schemas: Readonly<Record<string, SchemaNode>>;
  /** Objects with fields, as they are met. */
  readonly found: ModelObject[];
}

function typeOf(schema: SchemaNode, place: Place): ModelType {
  if (schema.$ref !== undefined) return referred(schema.$ref.split("/").at(-1) ?? "", place);
  if (schema.const !== undefined) return { kind: "constant", value: String(schema.const) };
  if (schema.enum) return enumOf(schema.enum);
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return unionOf(union.map((one, index) => typeOf(one, numbered(place, union, index))));
  const types = [schema.type ?? []].flat();
  return types.length === 0
    ? { kind: "unknown" }
    : unionOf(types.map((type) => singleType(type, schema, place)));
}

/** Two objects of one union have different names. */
function numbered(place: Place, union: readonly SchemaNode[], index: number): Place {
  const isAlone = union.filter(({ properties }) => properties).length < 2;
  return isAlone ? place : { ...place, name: `${place.name}${index + 1}` };
}

function referred(name: string, { schemas }: Place): ModelType {
  return { kind: objectPart(schemas[name] ?? {}) ? "object" : "alias", name };
}

/** The object of a schema that is one, or one or null. */
export function objectPart(schema: SchemaNode): SchemaNode | null {
  if (schema.properties) return schema;
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  return others.length === 1 && others[0]?.properties ? others[0] : null;
}

function enumOf(values: readonly unknown[]): ModelType {
  const texts = values.filter((value) => typeof value === "string");
  const type: ModelType = { kind: "enum", values: texts };
  return texts.length === values.length ? type : unionOf([type, { kind: "null" }]);
}

function unionOf(members: readonly ModelType[]): ModelType {
  const [first, ...others] = members.flatMap((one) => (one.kind === "union" ? one.members : [one]));
  if (first === undefined) return { kind: "unknown" };
  return others.length === 0 ? first : { kind: "union", members: [first, ...others] };
}

function singleType(type: string, schema: SchemaNode, place: Place): ModelType {
  switch (type) {
    case "string":
      return { kind: schema.format === "date-time" ? "time" : "string" };
    case "integer":
    case "number":
    case "boolean":
    case "null":
      return { kind: type };
    case "array":
      return { kind: "list", item: typeOf(schema.items ?? {}, singular(place)) };
    default:
      return objectOf(schema, place);
  }
}

/** `Deliveries` holds a `Delivery`, `Events` an `Event`. */
function singular(place: Place): Place {
  return { ...place, name: place.name.replace(/ies$/, "y").replace(/s$/, "") };
}

function objectOf(schema: SchemaNode, place: Place): ModelType {
  const { additionalProperties: values, properties } = schema;
  if (!properties) {
    return {
      kind: "map",
      value: typeof values === "object" ? typeOf(values, singular(place)) : { kind: "unknown" },
    };
  }
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    type: typeOf(field, { ...place, name: `${place.name}${pascalCase(name)}` }),
    required: required.has(name),
    description: field.description ?? "",
  }));
  place.found.push({ name: place.name, description: schema.description ?? "", fields });
  return { kind: "object", name: place.name };
}

/** The call of one operation. Its query is written in place; its body and answer have names. */
export function modelOperation(
  { route, operation }: ClientOperation,
  { schemas }: ClientDocument,
): ModelOperation {
  const { parameters = [], requestBody, responses, operationId } = operation;
  const place = { name: pascalCase(operationId), schemas, found: [] };
  const of = (where: string) =>
    parameters
      .filter((parameter) => parameter.in === where)
      .map(({ name, schema, required = false, description }) => ({
        name,
        type: typeOf(schema, place),
        required,
        description: description ?? schema.description ?? "",
      }));
  const body = requestBody?.content?.["application/json"];
  const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const [output = null, ...others] = [
    ...new Set(
      answers.flatMap(([, { content }]) => {
        const schema = content?.["application/json"]?.schema;
        return schema ? [schema.$ref?.split("/").at(-1) ?? ""] : [];
      }),
    ),
  ];
  if (output === "" || others.length > 0) throw new Error(`${operationId} answers no one object.`);
  return {
    id: operationId,
    method: route.method,
    path: route.path,
    auth: route.auth,
    idempotent: route.idempotent,
    summary: route.summary,
    params: of("path"),
    query: of("query"),
    body: body ? typeOf(body.schema, place) : null,
    output,
    csv: answers.some(([, { content }]) => content?.["text/csv"]),
  };
}

/** The public surfaces that a program calls; pages and service operations are left out. */
const SURFACES: readonly Surface[] = ["v1", "platform", "auth"];

interface Media {
  readonly content?: {
    readonly "application/json"?: { readonly schema: SchemaNode };
    readonly "text/csv"?: object;
  };
}
export interface DocumentOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: SchemaNode;
  }[];
  readonly requestBody?: Media & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Media>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DocumentOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, SchemaNode>> };
}

export interface ClientOperation {
  readonly route: Route;
  readonly operation: DocumentOperation;
}

/** What the clients are generated from. */
export interface ClientDocument {
  readonly operations: readonly ClientOperation[];
  readonly schemas: Readonly<Record<string, SchemaNode>>;
  /** Names of the schemas that programs send, and of those that they receive, webhooks included. */
  readonly sent: ReadonlySet<string>;
  readonly received: ReadonlySet<string>;
  /** The name of each event type's schema, by event type. */
  readonly events: ReadonlyMap<string, string>;
}

let made: ClientDocument | undefined;

/** The same for all clients: making it takes half as long as generating them. */
export function clientDocument(): ClientDocument {
  made ??= makeDocument();
  return made;
}

function makeDocument(): ClientDocument {
  const document = openApiDocument(ROUTES, {
    baseUrl: "https://checkout.example",
    version: SERVICE_VERSION,
  }) as unknown as Document;
  const { schemas } = document.components;
  const operations = ROUTES.filter(({ surface }) => SURFACES.includes(surface)).map((route) => ({
    route,
    operation: document.paths[route.path]?.[route.method.toLowerCase()] as DocumentOperation,
  }));
  const webhooks = Object.entries(document.webhooks);
  const bodies = operations.map(({ operation }) => operation.requestBody);
  const answers = operations.map(({ operation }) => operation.responses);
  return {
    operations,
    schemas,
    sent: reachable(bodies, schemas),
    received: reachable([answers, webhooks.map(([, { post }]) => post.requestBody)], schemas),
    events: new Map(webhooks.map(([type, { post }]) => [type, eventSchema(post)])),
  };
}

function eventSchema({ requestBody }: DocumentOperation): string {
  return requestBody?.content?.["application/json"]?.schema.$ref?.split("/").at(-1) ?? "Event";
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
