import {
  type JsonSchema,
  jsonSchema,
  OpenApiComponents,
  pascalCase,
} from "./openapi-components.ts";
import { OpenApiProblems, problemSchema, REQUEST_ID_HEADER } from "./openapi-problems.ts";
import { openApiWebhooks } from "./openapi-webhooks.ts";
import type { Route, Surface } from "./route.ts";
import { routeErrors } from "./route-errors.ts";

interface OpenApiOptions {
  /** Address that the paths are relative to, without a trailing slash. */
  readonly baseUrl: string;
  /** Version of the service, not of the API, which stands in its paths. */
  readonly version: string;
}

const SURFACES: Readonly<Record<Surface, string>> = {
  v1: "Server API: everything a merchant's own server does, with an API key",
  auth: "Login of the dashboard",
  platform: "Dashboard API, with an access token",
  public: "What a customer's browser does, without a credential; rate-limited",
  service: "Health, this document, and the keys of the access tokens",
};

const SECURITY_SCHEMES = {
  jwt: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "A secret of your server, although it begins with `pk_`.",
  },
  apiKeyInQuery: {
    type: "apiKey",
    in: "query",
    name: "api_key",
    description:
      "For clients that cannot send a header. Addresses end up in logs: prefer the header.",
  },
};

const SECURITY: Readonly<Record<Route["auth"], readonly object[]>> = {
  none: [],
  jwt: [{ jwt: [] }],
  "api-key": [{ apiKey: [] }, { apiKeyInQuery: [] }],
};

/** The public OpenAPI 3.1 document, from the route table alone. */
export function openApiDocument(
  routes: readonly Route[],
  { baseUrl, version }: OpenApiOptions,
): Record<string, unknown> {
  const components = new OpenApiComponents();
  const problems = new OpenApiProblems();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const item = paths[route.path] ?? {};
    item[route.method.toLowerCase()] = operation(route, components, problems);
    paths[route.path] = item;
  }
  const webhooks = openApiWebhooks(components);
  const used = new Set(routes.map((route) => route.surface));
  return {
    openapi: "3.1.0",
    info: {
      title: "Payment Checkout Verification Service",
      version,
      description:
        "Create a checkout, let the customer pay into your own account, and be told when the bank's receipt proves it. Amounts are integers in the currency's minor unit; times are RFC 3339 in UTC.",
    },
    servers: [{ url: baseUrl }],
    tags: [
      ...[...used].map((name) => ({ name, description: SURFACES[name] })),
      { name: "webhooks", description: "What we send to your own server, signed" },
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { ...components.schemas, Problem: problemSchema() },
      responses: problems.responses,
    },
  };
}

function operation(route: Route, components: OpenApiComponents, problems: OpenApiProblems): object {
  const name = pascalCase(`${route.surface}-${route.operation}`);
  const parameters = [
    ...fields(route.request.params, "path"),
    ...fields(route.request.query, "query", route.request.body ? undefined : route.example),
    ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId: name.charAt(0).toLowerCase() + name.slice(1),
    tags: [route.surface],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    security: SECURITY[route.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(route, name, components),
    responses: { ...answers(route, name, components), ...problems.refer(routeErrors(route)) },
  };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description: "The same key with the same body gets the first answer again, for 24 hours.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

/** Parameters from the fields of an object schema, with the example's value for each. */
function fields(
  schema: Route["request"]["params"],
  place: "path" | "query",
  example?: unknown,
): readonly object[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const examples = (typeof example === "object" ? example : null) as JsonSchema | null;
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: field,
    ...(examples?.[name] === undefined ? {} : { example: examples[name] }),
  }));
}

function requestBody(route: Route, name: string, components: OpenApiComponents): object {
  const { body, form } = route.request;
  if (body === undefined) return {};
  const media = {
    schema: components.refer(body, {
      surface: pascalCase(route.surface),
      name: `${name}Request`,
      direction: "input",
    }),
    ...(route.example === undefined ? {} : { example: route.example }),
  };
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  return {
    requestBody: {
      // A body that may be left out altogether takes `undefined`.
      required: !body.safeParse(undefined).success,
      content: { [type]: media },
    },
  };
}

function answers(route: Route, name: string, components: OpenApiComponents): object {
  const several = Object.keys(route.responses).length > 1;
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => {
      const description = route.summary;
      if (schema === null) return [status, { description, headers: REQUEST_ID_HEADER }];
      const content =
        typeof schema === "string"
          ? { [schema === "html" ? "text/html" : "text/plain"]: { schema: { type: "string" } } }
          : {
              "application/json": {
                schema: components.refer(schema, {
                  surface: pascalCase(route.surface),
                  name: `${name}Response${several ? status : ""}`,
                  direction: "output",
                }),
              },
              ...(route.page ? { "text/html": { schema: { type: "string" } } } : {}),
            };
      return [status, { description, headers: REQUEST_ID_HEADER, content }];
    }),
  );
}
