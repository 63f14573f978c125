import { route } from "../route.ts";
import { triggerEventBody, triggeredEvent } from "../schemas/event-payload.ts";
import { IDEMPOTENCY_ACCESS } from "./access-sets.ts";

export const triggerEvent = route({
  surface: "platform",
  operation: "trigger-event",
  method: "POST",
  path: "/api/platform/events/trigger/",
  auth: "jwt",
  permission: "developers",
  request: { body: triggerEventBody },
  responses: { 202: triggeredEvent },
  errors: ["not_found", "endpoint_disabled"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      app: ["Query"],
      endpoint: ["GetItem"],
      event: ["PutItem"],
      delivery: ["PutItem"],
    },
    queues: ["delivery", "delivery-slow"],
  },
  idempotent: true,
  summary: "Trigger a test event of any type",
  description:
    "Creates an event with a realistic object in test mode and delivers it to `endpoint_id` only, whatever that endpoint subscribes to. The attempt is manual and not retried. With `app_id` instead of `endpoint_id`, the event only appears under `/api/v1/events/`. Nothing else in the account changes.",
  example: { type: "checkout.verified", endpoint_id: "whk_01m7w2q3r4s5t6v7w8x9y0z1a2" },
});
