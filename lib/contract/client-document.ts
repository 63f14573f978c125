import { openApiDocument } from "./openapi.ts";
import type { Route, Surface } from "./route.ts";
import { ROUTES } from "./routes/table.ts";
import type { SchemaNode } from "./typescript-types.ts";
import { SERVICE_VERSION } from "./version.ts";

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

export function clientDocument(): ClientDocument {
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
export function reachable(
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
