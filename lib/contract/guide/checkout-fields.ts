import {
  checkout,
  checkoutParams,
  createCheckoutBody,
  listCheckoutsQuery,
  publicCheckout,
} from "../schemas/checkout.ts";
import { PAGE_TEXTS, texts } from "./field-text.ts";
import { EXCEPTION_GUIDE, REVIEW_GUIDE, STATUS_GUIDE } from "./values.ts";

const MINOR = "in minor units (santim for ETB: 150000 is 1,500.00 birr)";
const PROVIDER = "Bank or wallet";

const PUBLIC = {
  id: "Names the checkout for ever.",
  object: "Always `checkout`.",
  livemode: "False for a checkout of test mode.",
  app_id: "The app that is paid.",
  merchant_name: "The app's name, as the customer reads it.",
  status: { text: "Where the checkout stands.", values: STATUS_GUIDE },
  exceptions: {
    text: "What is out of the ordinary about the payment; any number of them, mostly none.",
    values: EXCEPTION_GUIDE,
  },
  review: "Why a person has to decide, and what was decided; null where that was never needed.",
  amount: `What is to be paid, ${MINOR}.`,
  currency: "ISO 4217.",
  amount_received: `What was paid, ${MINOR}; null until a payment is found.`,
  description: "What is paid for, as the customer reads it.",
  payment_methods: "Where the customer can pay.",
  pay_url:
    "The hosted page. Send the customer there; it needs no login, so send it to nobody else.",
  return_url: "Where the page leads the customer afterwards.",
  cancel_url: "Where the page leads a customer who gives up.",
  expires_at: "Until then it should be paid.",
  created_at: "When it was created.",
  verified_at: "When the payment was proved; null before.",
  payment: "The payment that was found; null before.",
  receipt_url: "A page that proves the verified payment to anybody; null before.",
  locale: "Language of the hosted page.",
  sequence: "Rises with every change of this checkout. Of two states, the higher one is newer.",
} as const;

const CUSTOMER = {
  name: "The customer's name.",
  phone: "The customer's phone number.",
  email: "The customer's e-mail address.",
} as const;

const ENTRY = publicCheckout.shape.payment_methods.element;

/** What every field about checkouts means. */
export const CHECKOUT_FIELDS = [
  texts(createCheckoutBody, {
    amount: `What is to be paid: a whole number ${MINOR}.`,
    currency:
      "ISO 4217, upper case. Default: the service's own currency, ETB unless set up otherwise.",
    client_reference: "Your own number for it, e.g. of the order. Lists can be filtered by it.",
    description: "What is paid for. The customer reads it.",
    customer: "Who pays. Only you see it; it is deleted after 400 days.",
    payment_methods: "Ids of the app's payment methods to offer. Default: all that are enabled.",
    return_url:
      "https address where the hosted page leads the customer afterwards, with `checkout_id` and `status` added. Informational only: never take it as a proof of payment.",
    cancel_url: "https address where the hosted page leads a customer who gives up.",
    expires_in: "Seconds until it expires. Default 1800 (30 minutes).",
    late_policy:
      "What happens to a payment made after `expires_at`, but within 24 hours of it: `review` asks you, `accept` verifies it with the exception `paid_late`. Default `review`.",
    metadata: "Up to 20 texts of your own by name (name up to 40 characters, text up to 500).",
    locale: "Language of the hosted page; null: the one that the payer's browser asks for.",
    app_id: "The app that is paid: required with a key of the whole account, else left out.",
  }),
  texts(createCheckoutBody.shape.customer.unwrap(), CUSTOMER),
  texts(publicCheckout, PUBLIC),
  texts(checkout, {
    ...PUBLIC,
    client_reference: "Your own number for it.",
    customer: "What you said of the customer.",
    late_policy: "What happens to a late payment: `review` or `accept`.",
    attempts_count: "How many references were tried.",
    metadata: "Your own texts.",
  }),
  texts(checkout.shape.customer.unwrap(), CUSTOMER),
  texts(publicCheckout.shape.review.unwrap(), {
    reason: { text: "Why a person has to decide.", values: REVIEW_GUIDE },
    decided_by: "Who decided; null until then.",
    decided_at: "When it was decided; null until then.",
    note: "The reason that was given.",
  }),
  texts(publicCheckout.shape.payment.unwrap(), {
    provider: `${PROVIDER} whose receipt proves the payment.`,
    reference: "The bank's reference of the payment.",
    payer_name: "Who paid, masked; null where the receipt does not say.",
    paid_at: "When it was paid, as the bank says.",
  }),
  texts(ENTRY, {
    id: "Names the payment method.",
    provider: `${PROVIDER}.`,
    account_name: "Whose account it is.",
    account_number: "Account or phone number to pay into.",
    label: "The app's own name for it.",
    instructions: "What the customer should know.",
    inputs: "What the customer has to type after paying.",
  }),
  texts(ENTRY.shape.inputs.element, {
    id: "Which field of the verify call it fills.",
    label: "What to call it.",
    example: "What it looks like.",
    pattern: "Regular expression that it fits; null where anything may come.",
  }),
  texts(checkoutParams, { id: "The checkout's id." }),
  texts(listCheckoutsQuery, {
    ...PAGE_TEXTS,
    status: "Only checkouts that show this status.",
    client_reference: "Only checkouts with exactly this reference of yours.",
    created_gte: "Only checkouts created at this time or later (RFC 3339).",
    created_lt: "Only checkouts created before this time (RFC 3339).",
    app_id: "Only checkouts of this app; for keys of the whole account.",
  }),
];
