import * as z from "zod";
import { EVENT_TYPES } from "../events.ts";
import { appId, id, list, page, timestamp } from "./common.ts";

/** An event as it is listed and as it is the body of a webhook. */
export const event = z.object({
  id: id("evt"),
  object: z.literal("event"),
  type: z.enum(EVENT_TYPES),
  created_at: timestamp,
  livemode: z.boolean(),
  app_id: appId.nullable(),
  /** Rises per checkout, so that a receiver can drop what is stale; 0 where there is no checkout. */
  sequence: z.int().min(0),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
export type EventAnswer = z.output<typeof event>;

export const eventList = list(event);

export const eventParams = z.strictObject({ id: id("evt") });

export const listEventsQuery = z.strictObject({
  ...page,
  type: z.enum(EVENT_TYPES).optional(),
});
