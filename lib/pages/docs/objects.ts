import type * as z from "zod";
import { checkout } from "../../contract/schemas/checkout.ts";
import { credits } from "../../contract/schemas/credits.ts";
import { event, eventList } from "../../contract/schemas/event.ts";
import { attempt, serverVerification } from "../../contract/schemas/verification.ts";
import type { Anchors } from "./field-rows.ts";

interface ApiObject {
  readonly name: string;
  readonly anchor: string;
  readonly about: string;
  readonly schema: z.ZodType;
}

/** The objects in responses and webhooks. */
export const OBJECTS: readonly ApiObject[] = [
  {
    name: "Checkout",
    anchor: "object-checkout",
    about: "A request for one amount from one customer, who can pay it in up to five payments.",
    schema: checkout,
  },
  {
    name: "Verification",
    anchor: "object-verification",
    about: "The response of the verify call.",
    schema: serverVerification,
  },
  {
    name: "Attempt",
    anchor: "object-attempt",
    about: "One try to verify a checkout with one reference.",
    schema: attempt,
  },
  {
    name: "Credits",
    anchor: "object-credits",
    about: "The account's credit balance.",
    schema: credits,
  },
  {
    name: "Event",
    anchor: "object-event",
    about: "Something that changed: an entry in the list of events, and the body of a webhook.",
    schema: event,
  },
  {
    name: "List",
    anchor: "object-list",
    about: "One page of any list.",
    schema: eventList,
  },
];

/** Anchor by the value of the field `object`. */
export const OBJECT_ANCHORS: Anchors = new Map(
  OBJECTS.map(({ name, anchor }) => [name.toLowerCase(), anchor]),
);
