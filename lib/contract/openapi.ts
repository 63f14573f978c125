import * as z from "zod";
import { SERVICE_NAME } from "./brand.ts";
import { EVENT_CATALOG, type EventTypeEntry } from "./event-catalog.ts";
import { pascalCase } from "./functions.ts";
import { headerComponents, headerObjects, WEBHOOK_HEADERS } from "./headers.ts";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";
import { OpenApiProblems, problemSchema } from "./openapi-problems.ts";
import { routeErrors } from "./problems.ts";
import type { Route, Surface } from "./route.ts";
import { apiKeyWithSecret } from "./schemas/api-key.ts";
import { newPaymentMethod } from "./schemas/app.ts";
import {
  bookStatement,
  comparedStatement,
  namedPoint,
  statementDifference,
  statementWithPoints,
  total,
} from "./schemas/books.ts";
import { checkout, customerInput, provider, publicCheckout } from "./schemas/checkout.ts";
import { balance } from "./schemas/credits.ts";
import { customerCheckout } from "./schemas/customer.ts";
import { checkoutHistory, checkoutNotice, explainedAttempt } from "./schemas/dashboard-checkout.ts";
import { deliveryWithAttempts, loggedDelivery } from "./schemas/delivery.ts";
import {
  changedCredits,
  checkoutData,
  creditsData,
  EVENT_SCHEMAS,
  failedAttempt,
  pingedEndpoint,
  releasedPayment,
} from "./schemas/event-payload.ts";
import { session } from "./schemas/login.ts";
import { noticeSource, noticeSourceWithSecret } from "./schemas/notice-source.ts";
import { accountOwner, smsCounts } from "./schemas/operator.ts";
import { listedMember, newInvitation, suspension } from "./schemas/team.ts";
import { attempt, publicReceipt, publicVerification } from "./schemas/verification.ts";
import { eventTypeList, webhookEndpoint, webhookEndpointWithSecret } from "./schemas/webhook.ts";

const entry = publicCheckout.shape.payment_methods.element;

/**
 * Names of components in the OpenAPI document, and thereby of the types that generators make: of variants of an object,
 * and of parts that several objects share. Any other object is named by its field `object`.
 */
export const COMPONENT_NAMES: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [newInvitation, "InvitationWithUrl"],
  [listedMember, "ListedMember"],
  [provider, "Provider"],
  [publicCheckout.shape.status, "CheckoutStatus"],
  [publicCheckout.shape.exceptions.element, "CheckoutException"],
  [publicCheckout.shape.review.unwrap(), "CheckoutReview"],
  [checkout.shape.customer.unwrap(), "CheckoutCustomer"],
  [customerInput, "CustomerInput"],
  [entry, "CheckoutPaymentMethod"],
  [entry.shape.inputs.element, "CheckoutInput"],
  [publicCheckout, "PublicCheckout"],
  [publicReceipt, "Receipt"],
  [checkoutHistory, "CheckoutHistory"],
  [checkout.shape.payments.element, "MerchantPayment"],
  [checkoutHistory.shape.payments.element, "CheckoutHistoryPayment"],
  [explainedAttempt, "ExplainedAttempt"],
  [customerCheckout, "CustomerCheckout"],
  [failedAttempt, "FailedAttempt"],
  [releasedPayment, "ReleasedPayment"],
  [publicVerification, "PublicVerification"],
  [session, "LoginSession"],
  [balance, "CreditsBalance"],
  [changedCredits, "ChangedCredits"],
  [apiKeyWithSecret, "ApiKeyWithSecret"],
  // Not "New…": so Go's generator calls the function that makes a `PaymentMethod`.
  [newPaymentMethod, "AddedPaymentMethod"],
  [deliveryWithAttempts, "WebhookDeliveryWithAttempts"],
  [loggedDelivery, "LoggedWebhookDelivery"],
  [webhookEndpointWithSecret, "WebhookEndpointWithSecret"],
  [noticeSourceWithSecret, "NoticeSourceWithSecret"],
  [pingedEndpoint, "PingedEndpoint"],
  [comparedStatement, "ComparedStatement"],
  [statementWithPoints, "BookStatementWithPoints"],
  [statementDifference, "StatementDifference"],
  [namedPoint, "NamedBookPoint"],
  [total, "Total"],
  [bookStatement.shape.complete.element, "StatementPeriod"],
  [bookStatement.shape.waiting, "StatementWaiting"],
  [attempt.shape.expected, "AttemptExpected"],
  [attempt.shape.found.unwrap(), "AttemptFound"],
  [checkoutNotice, "CheckoutNotice"],
  [noticeSource.shape.health, "NoticeSourceHealth"],
  [webhookEndpoint.shape.health, "WebhookEndpointHealth"],
  [suspension, "Suspension"],
  [accountOwner, "AccountOwner"],
  [smsCounts, "SmsCounts"],
  [checkoutData, "CheckoutEventData"],
  // Generators call the enumeration in an event's `type` by the name that this would have.
  [eventTypeList.shape.data.element, "DescribedEventType"],
  [creditsData, "CreditsEventData"],
  ...Object.entries(EVENT_SCHEMAS).map(([type, schema]) => [schema, eventName(type)] as const),
]);

/** `checkout.attempt_failed` → `CheckoutAttemptFailedEvent`. */
function eventName(type: string): string {
  return `${pascalCase(type.replaceAll(".", "-"))}Event`;
}

/** Who asks for a schema; names it where nothing else does. */
export interface SchemaUse {
  /** PascalCase and unique, e.g. `PublicReadCheckoutResponse`. */
  readonly name: string;
  /** Sent to us or answered by us: defaults and transformations differ. */
  readonly direction: "input" | "output";
}

/**
 * Schemas of the document by name. A schema that several places share is written once and referred to,
 * so that a generator makes one type of it.
 */
export class OpenApiComponents {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #names = new Map<z.ZodType, string>();

  refer(schema: z.ZodType, use: SchemaUse): JsonSchema {
    const name = this.#names.get(schema) ?? this.#add(schema, use);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** @throws Error where two schemas would have one name */
  #add(schema: z.ZodType, { name: fallback, direction }: SchemaUse): string {
    const name = componentName(schema) ?? fallback;
    if (name in this.schemas) throw new Error(`Two schemas are called ${name}: name one of them.`);
    this.#names.set(schema, name);
    // Keeps the place in the document; the content may refer to what comes after it.
    this.schemas[name] = {};
    this.schemas[name] = jsonSchema(schema, direction, {
      refer: (inner) => {
        const innerName = componentName(inner);
        return innerName === null ? null : this.refer(inner, { name: innerName, direction });
      },
    });
    return name;
  }
}

/** From the list of names, or from the field `object`: `Checkout`, `CheckoutList`. */
function componentName(schema: z.ZodType): string | null {
  const listed = COMPONENT_NAMES.get(schema);
  if (listed !== undefined) return listed;
  if (!(schema instanceof z.ZodObject)) return null;
  const { object, data } = schema.shape;
  if (!(object instanceof z.ZodLiteral)) return null;
  if (object.value !== "list") return pascalCase(String(object.value));
  const item = data instanceof z.ZodArray ? componentName(data.element as z.ZodType) : null;
  return item === null ? null : `${item}List`;
}

/** What we send to a merchant's endpoint: one operation per event type. */
export function openApiWebhooks(components: OpenApiComponents): Record<string, object> {
  return Object.fromEntries(
    EVENT_CATALOG.map((entry) => [entry.type, { post: operation(entry, components) }]),
  );
}

function operation(entry: EventTypeEntry, components: OpenApiComponents): object {
  const { type, description, example } = entry;
  const name = pascalCase(type.replaceAll(".", "-"));
  const schema = components.refer(EVENT_SCHEMAS[type], { name, direction: "output" });
  return {
    operationId: `receive${name}`,
    tags: ["webhooks"],
    summary: description,
    security: [],
    parameters: Object.entries(WEBHOOK_HEADERS).map(([name, about]) => ({
      name,
      in: "header",
      required: true,
      description: about,
      schema: { type: "string" },
    })),
    requestBody: {
      required: true,
      content: { "application/json": { schema, example } },
    },
    responses: {
      "2XX": { description: "Received. Respond within 15 seconds; the body is ignored." },
      default: { description: "Retried 8 times over about 6 hours. Redirects are failures." },
    },
  };
}

interface OpenApiOptions {
  /** Address that the paths are relative to, without a trailing slash. */
  readonly baseUrl: string;
  /** Version of the service. The version of the API is in its paths. */
  readonly version: string;
}

const SURFACES: Readonly<Record<Surface, string>> = {
  v1: "Server API, for a merchant's own server, with an API key",
  auth: "Login of the dashboard",
  platform: "Dashboard API, with an access token",
  public: "For a customer's browser, without a credential; rate-limited",
  service: "Health, this document, and the keys of the access tokens",
};

const SECURITY_SCHEMES = {
  jwt: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "Your server's secret, although it begins with `pk_`.",
  },
  apiKeyInQuery: {
    type: "apiKey",
    in: "query",
    name: "api_key",
    description: "For clients that cannot send a header. URLs end up in logs: prefer the header.",
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
    item[route.method.toLowerCase()] = operationObject(route, components, problems);
    paths[route.path] = item;
  }
  const webhooks = openApiWebhooks(components);
  const used = new Set(routes.map((route) => route.surface));
  return {
    openapi: "3.1.0",
    info: {
      title: `${SERVICE_NAME} API`,
      version,
      description:
        "Create a checkout, let the customer pay into your own account, and get a signed webhook when the bank's receipt proves the payment. Amounts are integers in the currency's minor unit; times are RFC 3339 in UTC. Texts must not contain control characters other than tabs and line breaks. Enumerations in responses may grow and objects may gain fields: treat an unknown value as unknown, and ignore unknown fields.",
    },
    servers: [{ url: baseUrl }],
    tags: [
      ...[...used].map((name) => ({ name, description: SURFACES[name] })),
      { name: "webhooks", description: "Signed requests to your own server" },
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { ...components.schemas, Problem: problemSchema() },
      responses: problems.responses,
      headers: headerComponents(),
    },
  };
}

function operationObject(
  route: Route,
  components: OpenApiComponents,
  problems: OpenApiProblems,
): object {
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
    description: route.description ?? `${route.summary}.`,
    security: SECURITY[route.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(route, name, components),
    responses: {
      ...answers(route, name, components),
      ...problems.refer(routeErrors(route), hasPage(route)),
    },
  };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description: "For 24 hours, the same key with the same body returns the first response again.",
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
    ...(examples?.[name] === undefined
      ? {}
      : { example: field.type === "integer" ? Number(examples[name]) : examples[name] }),
  }));
}

function requestBody(route: Route, name: string, components: OpenApiComponents): object {
  const { body, form } = route.request;
  if (body === undefined) return {};
  const media = {
    schema: components.refer(body, {
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

/** Whether browsers get a page, and refusals as a page. */
function hasPage({ responses, page, markdown, surface, request }: Route): boolean {
  // A form is sent by a page, so its refusals are pages too.
  const isPage = Object.values(responses).includes("html") || request.form === true;
  return (surface === "public" && (isPage || page === true)) || markdown === true;
}

function answers(route: Route, name: string, components: OpenApiComponents): object {
  const several = Object.keys(route.responses).length > 1;
  const headers = headerObjects([
    "X-Request-Id",
    ...(route.idempotent ? (["Idempotent-Replayed"] as const) : []),
    ...(route.headers ?? []),
  ]);
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => {
      const description = DESCRIPTIONS[Number(status)] ?? route.summary;
      if (schema === null) return [status, { description, headers }];
      const use = {
        name: `${name}Response${several ? status : ""}`,
        direction: "output",
      } as const;
      return [status, { description, headers, content: contentOf(route, schema, use, components) }];
    }),
  );
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  204: "Done; there is no body",
  303: "Go to the page in `Location`",
  304: "Not modified",
};

/** The JSON schema of a response that may also be a CSV file. */
function jsonOf(route: Route, schema: z.ZodType): z.ZodType {
  return route.csv && schema instanceof z.ZodUnion ? (schema.options[0] as z.ZodType) : schema;
}

function contentOf(
  route: Route,
  schema: NonNullable<Route["responses"][number]>,
  use: SchemaUse,
  components: OpenApiComponents,
): object {
  const text = { schema: { type: "string" } };
  if (schema === "html") {
    return { "text/html": text, ...(route.markdown ? { "text/markdown": text } : {}) };
  }
  if (schema === "text") return { "text/plain": text };
  if (schema === "svg") return { "image/svg+xml": text };
  if (schema === "script") return { "text/javascript": text };
  return {
    "application/json": { schema: components.refer(jsonOf(route, schema), use) },
    ...(route.page ? { "text/html": text } : {}),
    ...(route.csv ? { "text/csv": text } : {}),
  };
}
