import { SERVICE_VERSION } from "./brand.ts";
import { openApiDocument } from "./openapi.ts";
import { ROUTES } from "./routes/table.ts";

interface DocumentOperation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly example?: unknown;
    readonly schema: { readonly pattern?: string };
  }[];
  readonly responses: Readonly<Record<string, { readonly content?: ResponseContent }>>;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
}

interface ResponseContent {
  readonly "application/json"?: { readonly schema: { readonly $ref?: string } };
}

type Paths = Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;

interface Document {
  readonly info: { readonly title: string };
  readonly paths: Paths;
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties?: { readonly id?: { readonly pattern?: string } } }>
    >;
  };
}

/**
 * The text of `docs/postman.json`: every operation as a Postman collection (v2.1), from OpenAPI. Requests that
 * list or create objects save an id, and a login its token, which the other requests use.
 */
export function postmanFile(): string {
  const document = openApiDocument(ROUTES, {
    baseUrl: "",
    version: SERVICE_VERSION,
  }) as unknown as Document;
  const byPattern = variablesByPattern(document.paths);
  const folders = new Map<string, object[]>();
  const names = new Set(["base_url", "api_key", "access_token"]);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? "other";
      const made = byPattern.get(madeId(operation, document));
      const saved = made ?? savedVariable(path, document.paths);
      const entry = request(method, path, operation, saved);
      folders.set(tag, [...(folders.get(tag) ?? []), entry]);
      for (const name of pathVariables(path).values()) names.add(name);
    }
  }
  const collection = {
    info: {
      name: document.info.title,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [...names].map((key) => ({ key, value: "" })),
    item: [...folders].map(([name, item]) => ({ name, item })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

/** Collection variables by path parameter: `{id}` of a checkout is `checkout_id`. */
function pathVariables(path: string): ReadonlyMap<string, string> {
  const segments = path.split("/");
  return new Map(
    segments.flatMap((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) return [];
      return [[name, name === "id" ? idVariable(segments[index - 1] ?? "") : name] as const];
    }),
  );
}

/** Fields of examples that hold an id, by the collection variable that replaces it. */
const FIELD_VARIABLES: Readonly<Record<string, string>> = {
  app_id: "app_id",
  endpoint_id: "webhook_id",
  account_id: "account_id",
};

/** An id of an example is nobody's own: the one that another request saved takes its place. */
function idOr(field: string, example: unknown): unknown {
  const variable = FIELD_VARIABLES[field];
  return variable === undefined ? example : `{{${variable}}}`;
}

function bodyOf(example: unknown): string {
  // An app's id is a number.
  return JSON.stringify(example, idOr, 2).replaceAll('"{{app_id}}"', "{{app_id}}");
}

/** `payment-links` → `payment_link_id`. */
function idVariable(noun: string): string {
  return `${noun.replace(/s$/, "").replaceAll("-", "_")}_id`;
}

/** The variable that holds ids of the objects in the list at `path`; null if no path takes such an id. */
function savedVariable(path: string, paths: object): string | null {
  const next = Object.keys(paths).find((other) => other.startsWith(`${path}{`));
  const names = next === undefined ? [] : [...pathVariables(next).values()];
  const name = names[pathVariables(path).size];
  return name?.endsWith("_id") === true ? name : null;
}

/** Variables by the pattern of their ids. Ownership is offered to a member, so the first of a pattern counts. */
function variablesByPattern(paths: Paths): ReadonlyMap<string | undefined, string> {
  const found = new Map<string, string>();
  for (const [path, methods] of Object.entries(paths)) {
    const variables = pathVariables(path);
    for (const { name, in: place, schema } of Object.values(methods)[0]?.parameters ?? []) {
      const variable = variables.get(name);
      const { pattern } = schema;
      if (place !== "path" || !variable?.endsWith("_id") || pattern === undefined) continue;
      if (!found.has(pattern)) found.set(pattern, variable);
    }
  }
  return found;
}

/** The pattern of the id of what the operation made: an invitation is made at the path of the members. */
function madeId({ responses }: DocumentOperation, { components }: Document): string | undefined {
  const { content } = responses["201"] ?? responses["202"] ?? {};
  const name = content?.["application/json"]?.schema.$ref?.split("/").at(-1) ?? "";
  return components.schemas[name]?.properties?.id?.pattern;
}

/** A Postman script that saves the id of the created object, or of the first one of a list. */
function saveId(variable: string): object {
  return afterwards([
    "const body = pm.response.code < 300 ? pm.response.json() : {};",
    "const object = Array.isArray(body.data) ? body.data[0] : body;",
    `const id = object?.id ?? object?.${variable};`,
    `if (id) pm.collectionVariables.set("${variable}", String(id));`,
  ]);
}

/** A login, a refresh and a change of account return a token, which every request to the dashboard API sends. */
function saveToken(): object {
  return afterwards([
    "const { access_token } = pm.response.code < 300 ? pm.response.json() : {};",
    'if (access_token) pm.collectionVariables.set("access_token", access_token);',
  ]);
}

function afterwards(exec: readonly string[]): object {
  return { event: [{ listen: "test", script: { type: "text/javascript", exec } }] };
}

const LOGIN_SESSION = "#/components/schemas/LoginSession";

function isLogin({ responses }: DocumentOperation): boolean {
  return JSON.stringify(responses["200"]?.content ?? {}).includes(LOGIN_SESSION);
}

function request(
  method: string,
  path: string,
  operation: DocumentOperation,
  saved: string | null,
): object {
  const { summary, parameters = [], requestBody, security } = operation;
  const [[type, media] = [null, null]] = Object.entries(requestBody?.content ?? {});
  const segments = path.split("/").slice(1);
  return {
    name: summary,
    ...(isLogin(operation) ? saveToken() : saved !== null && saveId(saved)),
    request: {
      method: method.toUpperCase(),
      ...(operation.description && { description: operation.description }),
      ...authorization(security),
      header: [
        ...(type === null ? [] : [{ key: "Content-Type", value: type }]),
        // Postman makes a new one for each click on Send.
        ...(parameters.some(({ name }) => name === "Idempotency-Key")
          ? [{ key: "Idempotency-Key", value: "{{$guid}}" }]
          : []),
      ],
      url: {
        raw: `{{base_url}}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
        host: ["{{base_url}}"],
        path: segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ":$1")),
        query: parameters
          .filter(({ in: place }) => place === "query")
          .map(({ name, example, required }) => ({
            key: name,
            value: example === undefined ? "" : String(idOr(name, example)),
            disabled: required !== true,
          })),
        variable: parameters
          .filter(({ in: place }) => place === "path")
          .map(({ name }) => ({ key: name, value: `{{${pathVariables(path).get(name)}}}` })),
      },
      ...(media?.example !== undefined && { body: { mode: "raw", raw: bodyOf(media.example) } }),
    },
  };
}

function authorization(security: readonly object[]): object {
  const token = security.some((one) => "jwt" in one) ? "{{access_token}}" : "{{api_key}}";
  return security.length === 0
    ? { auth: { type: "noauth" } }
    : { auth: { type: "bearer", bearer: [{ key: "token", value: token, type: "string" }] } };
}
