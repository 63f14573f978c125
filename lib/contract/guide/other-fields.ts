import { listAttempts } from "../routes/v1.ts";
import { credits } from "../schemas/credits.ts";
import { event, eventParams, listEventsQuery } from "../schemas/event.ts";
import {
  attempt,
  publicVerification,
  serverVerification,
  verifyBody,
} from "../schemas/verification.ts";
import { PAGE_TEXTS, texts } from "./field-text.ts";
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
