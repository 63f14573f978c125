import * as z from "zod";
import { EVENT_TYPES } from "../events.ts";
import { appId, id } from "./common.ts";
import { delivery } from "./delivery.ts";
import { event } from "./event.ts";

export const triggerEventBody = z
  .strictObject({
    type: z.enum(EVENT_TYPES),
    endpoint_id: id("whk").optional(),
    app_id: appId.optional(),
  })
  .refine(
    (body) => (body.endpoint_id === undefined) !== (body.app_id === undefined),
    "must have either endpoint_id or app_id",
  );
export type TriggerEventBody = z.output<typeof triggerEventBody>;

export const triggeredEvent = z.object({
  object: z.literal("triggered_event"),
  event,
  /** null when no endpoint was named. */
  delivery: delivery.nullable(),
});
