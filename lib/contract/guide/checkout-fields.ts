import type * as z from "zod";
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
import { EXCEPTION_GUIDE, REVIEW_GUIDE, STATUS_GUIDE, type ValueGuide } from "./values.ts";

/** Description of a field; in the second form also of its values. */
export type FieldText = string | { readonly text: string; readonly values: ValueGuide };
export type FieldTexts = Readonly<Record<string, FieldText>>;

/** Descriptions for every field of one object: a missing one is a compile error. */
export function texts<T extends z.ZodObject>(
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

export const PAGE_TEXTS = {
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
  payment_methods: "Accounts that the customer can pay into.",
  pay_url: "The hosted page. It needs no login, so send it only to the customer.",
  return_url: "Where the hosted page links to after payment.",
  cancel_url: "Where the hosted page links to for a customer who gives up.",
  expires_at: "When the checkout expires.",
  created_at: "When the checkout was created.",
  verified_at: "When the payment was verified; null before.",
  payments:
    "The payments that belong to the checkout, in the order of their arrival. Only `status` tells whether it is verified.",
  receipt_url: "A public page that confirms the verified payment; null before.",
  locale: "Language of the hosted page.",
  sequence:
    "Increases with every event and every update of the checkout, by one or more: the highest value is the newest state. `verifying` does not change it.",
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
    "`counted`: part of `amount_received`. `doubtful`: a person must decide, or has decided without counting it.",
  reason: {
    text: "Why a person must decide about the payment; null if it is counted.",
    values: REVIEW_GUIDE,
  },
  evidence: "What proves it: `receipt` is the bank's; null if only the reference is known.",
} as const;

/** Descriptions of every field of checkouts. */
export const CHECKOUT_FIELDS = [
  texts(createCheckoutBody, {
    amount: `Amount to pay: a whole number ${MINOR}.`,
    currency:
      "Currency code (ISO 4217), upper case. Default: the service's currency, normally ETB.",
    client_reference: "Your own identifier, such as an order number. You can filter lists by it.",
    description: "What the customer pays for. Shown to the customer.",
    customer: "The customer. Visible only to you, and deleted after 400 days by default.",
    payment_methods: "Ids of the app's payment methods to offer. Default: all enabled ones.",
    return_url:
      "https URL that the hosted page links to after payment, with `checkout_id` and `status` added. In test mode also `http://localhost:…`. Informational only, never proof of payment.",
    cancel_url: "https URL for a customer who gives up. In test mode also `http://localhost:…`.",
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
    note: "The reason that they gave.",
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
