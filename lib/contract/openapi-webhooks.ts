import { EVENT_CATALOGUE, type EventTypeEntry } from "./event-catalogue.ts";
import { type JsonSchema, type OpenApiComponents, pascalCase } from "./openapi-components.ts";
import { checkout } from "./schemas/checkout.ts";
import { event } from "./schemas/event.ts";
import { attempt } from "./schemas/verification.ts";
import { WEBHOOK_HEADERS } from "./webhook-headers.ts";

/** What we send to a merchant's endpoint: one operation of his for each kind of event. */
export function openApiWebhooks(components: OpenApiComponents): Record<string, object> {
  return Object.fromEntries(
    EVENT_CATALOGUE.map((entry) => [entry.type, { post: operation(entry, components) }]),
  );
}

function operation(entry: EventTypeEntry, components: OpenApiComponents): object {
  const { type, description, example } = entry;
  return {
    operationId: `receive${pascalCase(type.replaceAll(".", "-"))}`,
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
      content: { "application/json": { schema: schemaOf(type, components), example } },
    },
    responses: {
      "2XX": { description: "Received. Answer within 15 seconds; the body is not looked at." },
      default: { description: "Tried again, 8 times over about 6 hours. Redirects are failures." },
    },
  };
}

/** The event, with its kind and the object that this kind carries. */
function schemaOf(type: string, components: OpenApiComponents): JsonSchema {
  const refer = (schema: typeof event | typeof checkout | typeof attempt, name: string) =>
    components.refer(schema, { surface: "V1", name, direction: "output" });
  const properties: JsonSchema = { type: { const: type } };
  if (type === "checkout.attempt_failed") {
    const carried = { type: "object", properties: { checkout: refer(checkout, "Checkout") } };
    properties.data = dataWith({ allOf: [refer(attempt, "Attempt"), carried] });
  } else if (type.startsWith("checkout.")) {
    properties.data = dataWith(refer(checkout, "Checkout"));
  }
  return { allOf: [refer(event, "Event"), { type: "object", properties }] };
}

function dataWith(object: JsonSchema): JsonSchema {
  return { type: "object", properties: { object } };
}
