import { EVENT_CATALOGUE } from "../../contract/event-catalogue.ts";
import { WEBHOOK_HEADERS } from "../../contract/webhook-headers.ts";
import { AUTOMATIC_RETRIES, plannedWaitMs } from "../../domain/webhook-schedule.ts";
import { type Html, html } from "../pay-page/html.ts";
import { paragraphs, prose, sample, terms } from "./prose.ts";
import { HMAC_SAMPLE, LIBRARY_SAMPLE } from "./samples.ts";

const VERIFIED = EVENT_CATALOGUE.find(({ type }) => type === "checkout.verified")?.example;

const WAITS = Array.from({ length: AUTOMATIC_RETRIES }, (_, n) => inWords(plannedWaitMs(n)));

function inWords(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** How to receive, verify and order what we send. */
export const WEBHOOKS: Html = html`${paragraphs(
  "Register an https address for an app in the dashboard, with the [event types](#event-types) you want. We POST each event to it as JSON, signed as [Standard Webhooks](https://www.standardwebhooks.com) describes.",
)}
${sample("Body of checkout.verified", JSON.stringify(VERIFIED, null, 2))}
<h3 id="webhook-headers">Headers</h3>
${terms(Object.entries(WEBHOOK_HEADERS).map(([name, about]) => [html`<code>${name}</code>`, prose(about)]))}
<h3 id="webhook-signature">Verify the signature</h3>
${paragraphs(
  "Anybody can POST to your address, so believe nothing that is not signed. In Node.js, with the official library (`npm install standardwebhooks`; there are others for most languages):",
)}
${sample("Verify with the standardwebhooks library", LIBRARY_SAMPLE)}
${paragraphs(
  "Without a library: the key is what follows `whsec_` in the endpoint's secret, decoded from base64. HMAC-SHA256 over the id, a dot, the timestamp, a dot and the body, byte for byte as it came:",
)}
${sample("Verify without a library", HMAC_SAMPLE)}
<h3 id="webhook-answer">Answer, retries, order</h3>
${terms([
  [
    "Answer",
    prose(
      "Any 2xx within 15 seconds. Store the event, answer, and work afterwards. A redirect is a failure. With 410, or the header `webhook-delivery: disable`, the endpoint is disabled.",
    ),
  ],
  [
    "Retries",
    prose(
      `Everything else is tried again, ${AUTOMATIC_RETRIES} times over about 6 hours: after ${WAITS.join(", ")}, each 10 % more or less. \`Retry-After\` is heeded up to 15 minutes. After 5 days without a success the endpoint is disabled, and you are told.`,
    ),
  ],
  [
    "Duplicates",
    prose(
      "An event may come more than once, always with the same `id` (and `webhook-id`). Keep the ids you have handled and skip those.",
    ),
  ],
  [
    "Order",
    prose(
      "Events may overtake each other. `sequence` rises with every change of a checkout: drop an event whose `sequence` is lower than what you have seen of that checkout.",
    ),
  ],
  [
    "Lost ones",
    prose(
      "Read the [events of the last 30 days](#v1-list-events), or send failed deliveries again from the dashboard.",
    ),
  ],
])}`;

/** What each kind tells. */
export const EVENT_TYPE_ROWS: Html = terms(
  EVENT_CATALOGUE.map(({ type, description }) => [
    html`<code id="event-${type}">${type}</code>`,
    prose(description),
  ]),
);
