import * as z from "zod";
import { listAttempts } from "../routes/v1.ts";
import {
  checkout,
  checkoutParams,
  createCheckoutBody,
  customerInput,
  listCheckoutsQuery,
  merchantPayment,
  payment,
  publicCheckout,
  updateCheckoutBody,
} from "../schemas/checkout.ts";
import { credits } from "../schemas/credits.ts";
import { event, eventParams, listEventsQuery } from "../schemas/event.ts";
import {
  attempt,
  publicVerification,
  serverVerification,
  verifyBody,
} from "../schemas/verification.ts";
import {
  EXCEPTION_GUIDE,
  OUTCOME_GUIDE,
  REVIEW_GUIDE,
  STATUS_GUIDE,
  type ValueGuide,
  WAITING_GUIDE,
} from "./values.ts";

/** Description of a field; in the second form also of its values. */
export type FieldText = string | { readonly text: string; readonly values: ValueGuide };
type FieldTexts = Readonly<Record<string, FieldText>>;

/** Descriptions for every field of one object: a missing one is a compile error. */
function texts<T extends z.ZodObject>(
  schema: T,
  fields: Readonly<Record<keyof T["shape"], FieldText>>,
): readonly [z.ZodType, FieldTexts] {
  return [schema, fields as FieldTexts];
}

/** Description with every value and its meaning, for a document without links. */
export function withValues(text: FieldText): string {
  if (typeof text === "string") return text;
  const values = Object.entries(text.values.values).map(
    ([value, { meaning }]) => `\n- \`${value}\`: ${meaning}`,
  );
  return `${text.text}\n${values.join("")}`;
}

/** Description with a link to the section of the values, for the documentation. */
export function withLink(text: FieldText): string {
  if (typeof text === "string") return text;
  return `${text.text} See [${text.values.title.toLowerCase()}](#${text.values.anchor}).`;
}

const PAGE_TEXTS = {
  limit: "Maximum number of entries in a page: 1 to 100. Default 20.",
  cursor: "`next_cursor` of the previous page, with the same filters.",
} as const;

const MINOR = "in minor units (santim for ETB: 150000 is 1,500.00 birr)";
const PROVIDER = "Bank or wallet";

const PUBLIC = {
  id: "Permanent identifier of the checkout.",
  object: "Always `checkout`.",
  livemode: "False in test mode.",
  app_id: "The app that receives the payment.",
  merchant_name: "The app's name, shown to the customer.",
  status: { text: "Status of the checkout.", values: STATUS_GUIDE },
  exceptions: {
    text: "Unusual facts about the payment; usually empty.",
    values: EXCEPTION_GUIDE,
  },
  review: "Why a person must decide, and the decision; null if no review was needed.",
  amount: `Amount to pay, ${MINOR}.`,
  currency: "Currency code (ISO 4217).",
  amount_received: `Sum of the counted payments, ${MINOR}.`,
  amount_due: `What the customer still has to pay, ${MINOR}; 0 once the checkout is verified.`,
  description: "What the customer pays for, shown to the customer.",
  payment_methods:
    "Accounts that the customer can pay into. The public checkout has none while the shop's account is suspended: then ask nobody to pay.",
  pay_url: "The hosted page. It needs no login, so send it only to the customer.",
  return_url: "Where the hosted page links to after payment.",
  cancel_url: "Where the hosted page links to for a customer who cancels.",
  expires_at: "When the checkout expires.",
  created_at: "When the checkout was created.",
  verified_at: "When the payment was verified; null before.",
  payments:
    "The payments that belong to the checkout, in order of arrival. Only `status` tells whether the checkout is verified.",
  receipt_url: "A public page that confirms the verified payment; null before.",
  locale: "Language of the hosted page.",
  sequence:
    "Increases by one or more with every event and every update of the checkout: the highest value is the newest state. The status `verifying` does not change it.",
} as const;

const CUSTOMER = {
  name: "The customer's name.",
  phone: "The customer's phone number.",
  email: "The customer's email address.",
} as const;

const ENTRY = publicCheckout.shape.payment_methods.element;

const PAYMENT = {
  object: "Always `payment`.",
  provider: `${PROVIDER} that the payment was found at.`,
  reference: "The bank's reference for the payment.",
  amount: `Amount of the payment, ${MINOR}; null without a receipt, and while its receiver is not confirmed.`,
  currency: "Currency code (ISO 4217).",
  payer_name: "The payer's name, masked; null if the receipt does not show it.",
  paid_at: "When the payment was made, according to the bank.",
  state:
    "`counted`: part of `amount_received`. `doubtful`: a person must decide, or decided not to count it.",
  reason: {
    text: "Why a person must decide about the payment; null if it is counted.",
    values: REVIEW_GUIDE,
  },
  evidence:
    "What proves the payment: `receipt` is the bank's receipt; `notice` is the bank's message on the merchant's paired phone, while the receipt is not available yet; null if only the reference is known.",
} as const;

/** Descriptions of every field of checkouts. */
const CHECKOUT_FIELDS = [
  texts(createCheckoutBody, {
    amount: `Amount to pay: a whole number ${MINOR}. If the app asks for distinct amounts (see Bank notices), a live checkout can ask for 1 to 99 minor units more: store the \`amount\` of the response.`,
    currency:
      "Currency code (ISO 4217), upper case. Default: the service's currency, normally ETB. A payment counts only if its receipt shows this currency, so ask for one that your receiving accounts receive.",
    client_reference: "Your own identifier, such as an order number. You can filter lists by it.",
    description: "What the customer pays for. Shown to the customer.",
    customer: "The customer. Visible only to you, and deleted after 400 days by default.",
    payment_methods: "Ids of the app's payment methods to offer. Default: all enabled ones.",
    return_url:
      "https URL that the hosted page links to after payment, with `checkout_id` and `status` added. In test mode also `http://localhost:…`. Informational only, never proof of payment.",
    cancel_url: "https URL for a customer who cancels. In test mode also `http://localhost:…`.",
    expires_in: "Seconds until the checkout expires. Default 1800 (30 minutes).",
    late_policy:
      "How to treat a payment made within 24 hours after `expires_at`: `review` asks you, `accept` verifies it with the exception `paid_late`. Default `review`.",
    metadata: "Up to 20 key-value pairs of your own (keys up to 40 characters, values up to 500).",
    locale:
      "Language of the hosted page: `en`, `am` (Amharic), `om` (Afaan Oromo), `ti` (Tigrinya) or `so` (Somali); null follows the customer's browser.",
    app_id:
      "The app that receives the payment: required with an account-wide key, otherwise omit it.",
  }),
  texts(updateCheckoutBody, {
    client_reference: "Your own identifier; null removes it.",
    description: "What the customer pays for; null removes it.",
    metadata: "Up to 20 key-value pairs of your own. Replaces the existing ones.",
  }),
  texts(customerInput, CUSTOMER),
  texts(publicCheckout, PUBLIC),
  texts(checkout, {
    ...PUBLIC,
    client_reference: "Your own identifier.",
    customer: "The customer, as you described them.",
    late_policy: "How a late payment is treated: `review` or `accept`.",
    attempts_count: "Number of references tried.",
    metadata: "Your own key-value pairs.",
  }),
  texts(checkout.shape.customer.unwrap(), CUSTOMER),
  texts(publicCheckout.shape.review.unwrap(), {
    reason: { text: "Why a person must decide.", values: REVIEW_GUIDE },
    decided_by: "Who decided; null before the decision.",
    decided_at: "When they decided; null before the decision.",
    note: "The reason they gave.",
  }),
  texts(payment, PAYMENT),
  texts(merchantPayment, {
    ...PAYMENT,
    payment_method:
      "Id of the payment method whose account received it, one of `payment_methods`; null if no receipt showed which.",
    unconfirmed_by_statement:
      "Whether a bank statement that should show the payment does not, or shows its reversal (see Books).",
  }),
  texts(ENTRY, {
    id: "Identifier of the payment method.",
    provider: `${PROVIDER}.`,
    account_name: "Account holder.",
    account_number: "Account or phone number to pay into.",
    label: "The app's own name for the account.",
    instructions: "Instructions for the customer.",
    inputs: "What the customer enters after paying.",
  }),
  texts(ENTRY.shape.inputs.element, {
    id: "Field of the verify call that this input fills.",
    label: "Label to show.",
    example: "Example value.",
    pattern: "Regular expression that the value must match; null for any value.",
  }),
  texts(checkoutParams, { id: "The checkout's id." }),
  texts(listCheckoutsQuery, {
    ...PAGE_TEXTS,
    status: "Only checkouts with this status.",
    client_reference: "Only checkouts with exactly this `client_reference`.",
    created_gte: "Only checkouts created at or after this time (RFC 3339).",
    created_lt: "Only checkouts created before this time (RFC 3339).",
    app_id: "Only checkouts of this app; for account-wide keys.",
  }),
];

const VERIFICATION = {
  object: "Always `verification`.",
  status: { text: "Current status of the checkout.", values: STATUS_GUIDE },
  outcome: { text: "Outcome of the attempt, or `pending`.", values: OUTCOME_GUIDE },
  attempt: "The attempt that this call created or found.",
  checkout: "The checkout in its current state.",
} as const;

/** Descriptions of the other fields of the server API and of webhooks. */
const OTHER_FIELDS = [
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
    granted: "All credits ever granted or bought, minus those that the operator deducted.",
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
    "True if there are more entries: on the next page or, without `next_cursor`, with a larger `limit` or a narrower filter.",
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
