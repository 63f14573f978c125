import * as z from "zod";
import { listAttempts } from "../routes/v1.ts";
import { credits } from "../schemas/credits.ts";
import { event, eventParams, listEventsQuery } from "../schemas/event.ts";
import {
  attempt,
  publicVerification,
  serverVerification,
  verifyBody,
} from "../schemas/verification.ts";
import {
  CHECKOUT_FIELDS,
  type FieldText,
  type FieldTexts,
  PAGE_TEXTS,
  texts,
} from "./checkout-fields.ts";
import { OUTCOME_GUIDE, STATUS_GUIDE, WAITING_GUIDE } from "./values.ts";

const VERIFICATION = {
  object: "Always `verification`.",
  status: { text: "Current status of the checkout.", values: STATUS_GUIDE },
  outcome: { text: "Outcome of the attempt, or `pending`.", values: OUTCOME_GUIDE },
  attempt: "The attempt that this call created or found.",
  checkout: "The checkout in its current state.",
} as const;

/** Descriptions of the other fields of the server API and of webhooks. */
export const OTHER_FIELDS = [
  texts(verifyBody, {
    provider: "Bank or wallet of the receipt. Needed only if the reference alone is ambiguous.",
    input: "A reference, the receipt's link, or the bank's whole text message.",
    payer_phone: "The payer's phone number, if the payment method asks for it in `inputs`.",
    payer_account_suffix:
      "The last five digits of the payer's account, if the payment method asks for them in `inputs`.",
  }),
  texts(serverVerification, VERIFICATION),
  texts(publicVerification, VERIFICATION),
  texts(attempt, {
    id: "Identifier of the attempt.",
    object: "Always `attempt`.",
    outcome: { text: "Outcome; `pending` until it is final.", values: OUTCOME_GUIDE },
    waiting_for: {
      text: "Why the attempt is pending; null while we check, while a person decides, and once the outcome is final.",
      values: WAITING_GUIDE,
    },
    provider: "Bank or wallet that we asked.",
    reference: "The reference that the customer entered.",
    expected: "Amount and currency that the checkout asks for.",
    found: "Payment on the receipt; null until we know that the money went to you.",
    created_at: "When the customer entered the reference.",
    settled_at: "When the outcome became final; null before.",
  }),
  texts(attempt.shape.expected, {
    amount: "In minor units.",
    currency: "ISO 4217.",
  }),
  texts(attempt.shape.found.unwrap(), {
    amount: "In minor units.",
    currency: "ISO 4217.",
    paid_at: "When the payment was made; null if the receipt does not show it.",
  }),
  texts(listAttempts.request.query, PAGE_TEXTS),
  texts(credits, {
    object: "Always `credits`.",
    available: "Credits left: `granted` minus `captured`. Each verified checkout spends one.",
    granted: "All credits ever granted or bought.",
    captured: "All credits ever spent.",
    livemode: "False in test mode, where no credits are spent and all counts are 0.",
  }),
  texts(event, {
    id: "Identifier of the event, also in the header `webhook-id`. Two deliveries with the same id carry the same event.",
    object: "Always `event`.",
    type: "What happened, e.g. `checkout.verified`.",
    created_at: "When the event happened.",
    livemode: "False in test mode.",
    app_id: "The app of the event; null for events about the account's credits.",
    sequence:
      "The checkout's `sequence` after the event: ignore an event with a lower value than you have seen for that checkout. 0 for events without a checkout.",
    data: "The object of the event.",
  }),
  texts(event.shape.data, {
    object: "The object as it was right after the event, e.g. the whole checkout.",
  }),
  texts(eventParams, { id: "The event's id, as in the header `webhook-id`." }),
  texts(listEventsQuery, { ...PAGE_TEXTS, type: "Only events of this type." }),
];

const GUIDE = new Map<z.ZodType, FieldTexts>([...CHECKOUT_FIELDS, ...OTHER_FIELDS]);

/** The fields of every list. */
const LIST: FieldTexts = {
  object: "Always `list`.",
  data: "The entries, newest first.",
  has_more:
    "True if there are more entries: the next page, or, without `next_cursor`, those that a larger `limit` or a narrower filter shows.",
  next_cursor: "Send this as `cursor` to get the next page; null on the last page.",
};

type Json = Record<string, unknown>;

/**
 * Returns the JSON Schema of `schema` with a description for each field that the guide covers. The texts are
 * separate from the schemas, because every function bundles schemas and only two need the texts.
 */
export function describeFields(schema: z.ZodType, json: Json, words: (text: FieldText) => string) {
  const bare = bareOf(schema);
  const inside = (item: z.ZodType, part: unknown): Json =>
    describeFields(item, part as Json, words);
  if (Array.isArray(json.anyOf)) {
    return { ...json, anyOf: json.anyOf.map((option) => inside(bare, option)) };
  }
  if (bare instanceof z.ZodArray && json.items !== undefined) {
    return { ...json, items: inside(bare.element as z.ZodType, json.items) };
  }
  if (!(bare instanceof z.ZodObject) || typeof json.properties !== "object") return json;
  const texts = textsOf(bare);
  const fields = Object.entries(json.properties ?? {}).map(([name, field]) => {
    const text = texts[name];
    const described = inside(bare.shape[name] as z.ZodType, field);
    return [name, text === undefined ? described : { ...described, description: words(text) }];
  });
  return { ...json, properties: Object.fromEntries(fields) as Record<string, Json> };
}

/** Descriptions by the value of the field `object`, which all variants of an object share. */
const GUIDE_BY_OBJECT = new Map<unknown, FieldTexts>();
for (const [schema, texts] of GUIDE) {
  const name = objectNameOf(schema);
  if (name !== null && !GUIDE_BY_OBJECT.has(name)) GUIDE_BY_OBJECT.set(name, texts);
}

function textsOf(schema: z.ZodObject): FieldTexts {
  const name = objectNameOf(schema);
  return GUIDE.get(schema) ?? (name === "list" ? LIST : GUIDE_BY_OBJECT.get(name)) ?? {};
}

function objectNameOf(schema: z.ZodType): unknown {
  if (!(schema instanceof z.ZodObject)) return null;
  const { object } = schema.shape;
  return object instanceof z.ZodLiteral ? object.value : null;
}

/** The schema without its wrappers for optional, nullable and default values. */
function bareOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return bareOf(schema.in as z.ZodType);
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return wraps ? bareOf(schema.unwrap() as z.ZodType) : schema;
}
