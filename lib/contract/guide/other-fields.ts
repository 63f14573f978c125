import { listAttempts } from "../routes/v1.ts";
import { credits } from "../schemas/credits.ts";
import { event, listEventsQuery } from "../schemas/event.ts";
import {
  attempt,
  publicVerification,
  serverVerification,
  verifyBody,
} from "../schemas/verification.ts";
import { PAGE_TEXTS, texts } from "./field-text.ts";
import { OUTCOME_GUIDE, STATUS_GUIDE } from "./values.ts";

const VERIFICATION = {
  object: "Always `verification`.",
  status: { text: "Status of the checkout now.", values: STATUS_GUIDE },
  outcome: { text: "How the attempt ended, or `pending`.", values: OUTCOME_GUIDE },
  attempt: "The attempt that this call made, or found.",
  checkout: "The checkout as it is now.",
} as const;

/** What the other fields of the server API and of webhooks mean. */
export const OTHER_FIELDS = [
  texts(verifyBody, {
    provider:
      "Bank or wallet of the receipt. Needed only where the reference alone does not tell it.",
    input: "A reference, the receipt's link, or the whole text message of the bank.",
    payer_phone: "The payer's phone number, where the payment method asks for it in `inputs`.",
  }),
  texts(serverVerification, VERIFICATION),
  texts(publicVerification, VERIFICATION),
  texts(attempt, {
    id: "Names the attempt.",
    object: "Always `attempt`.",
    outcome: { text: "How it ended.", values: OUTCOME_GUIDE },
    provider: "Bank or wallet that was asked.",
    reference: "The reference that was tried.",
    expected: "What the checkout asks for.",
    found: "What the receipt says; null until it is known that the money went to you.",
    created_at: "When the reference was given.",
    settled_at: "When it ended; null while it is being tried.",
  }),
  texts(attempt.shape.expected, {
    amount: "In minor units.",
    currency: "ISO 4217.",
  }),
  texts(attempt.shape.found.unwrap(), {
    amount: "In minor units.",
    currency: "ISO 4217.",
    paid_at: "When it was paid; null where the receipt does not say.",
  }),
  texts(listAttempts.request.query, PAGE_TEXTS),
  texts(credits, {
    object: "Always `credits`.",
    available: "What is left: `granted` less `captured`. One is spent by each verified checkout.",
    granted: "All that were ever given or bought.",
    captured: "All that were spent.",
    livemode: "False in test mode, where nothing is spent and all counts are 0.",
  }),
  texts(event, {
    id: "Names the event, and stands in `webhook-id`. The same id is the same event.",
    object: "Always `event`.",
    type: "What happened, e.g. `checkout.verified`.",
    created_at: "When it happened.",
    livemode: "False for an event of test mode.",
    app_id: "The app that it is about; null for the account's credits.",
    sequence:
      "The checkout's `sequence` after it: drop what is lower than what you have seen of that checkout. 0 where there is no checkout.",
    data: "What it is about.",
  }),
  texts(event.shape.data, {
    object: "The object as it was just after the event, e.g. the whole checkout.",
  }),
  texts(listEventsQuery, { ...PAGE_TEXTS, type: "Only events of this type." }),
];
