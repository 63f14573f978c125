import { EVENT_CATALOG, type EventTypeEntry } from "./event-catalog.ts";
import type { OpenApiComponents } from "./openapi-components.ts";
import { pascalCase } from "./pascal-case.ts";
import { EVENT_SCHEMAS } from "./schemas/event-payload.ts";
import { WEBHOOK_HEADERS } from "./webhook-headers.ts";

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
