import { EVENT_CATALOGUE } from "../../contract/event-catalogue.ts";
import { type Html, html } from "../pay-page/html.ts";
import { paragraphs, prose, sample, terms } from "./prose.ts";
import { curlSample, verifySample } from "./samples.ts";
import { TEST_REFERENCES } from "./test-references.ts";

const CREATED = EVENT_CATALOGUE.find(({ type }) => type === "checkout.created")?.example.data
  .object;

export function start(baseUrl: string): Html {
  return html`${paragraphs(
    "**1.** In the dashboard, create an app and a test key (`pk_test_…`), and register a webhook endpoint.",
    "**2.** Create a checkout from your server:",
  )}${sample("Create a checkout with curl", curlSample(baseUrl))}${paragraphs(
    "The answer is 201 with the checkout:",
  )}${sample("The checkout", JSON.stringify({ ...CREATED, livemode: false }, null, 2))}${paragraphs(
    "**3.** Send your customer to `pay_url`. There he sees where to pay and gives the bank's reference.",
    "**4.** Wait for the signed webhook `checkout.verified`, compare `amount` and `client_reference` with your order, and deliver.",
    "Each field is told under [Checkout](#object-checkout).",
  )}`;
}

export const AUTHENTICATION = paragraphs(
  "Send the key with every request: `Authorization: Bearer pk_live_…`. A key is a **secret of your server**, although it begins with `pk_`: never put it into a page or an app. The query parameter `api_key` works too, for clients that cannot send a header; addresses end up in logs, so prefer the header.",
  "`pk_live_…` is for real money, `pk_test_…` for [test mode](#test-mode); neither sees the other's objects. A key belongs to one app, or to the whole account: such a key names the `app_id` at creation. A key may be limited to scopes; without them it has all.",
);

export const CONVENTIONS = terms([
  [
    "Amounts",
    prose(
      "Whole numbers in the currency's minor unit, never with a decimal point: `150000` with `ETB` is 1,500.00 birr.",
    ),
  ],
  ["Times", prose("RFC 3339 in UTC, e.g. `2026-11-20T09:00:00.000Z`.")],
  [
    "Requests",
    prose(
      "JSON as `application/json`, at most 64 KiB. An unknown field is refused, so that a typing error never passes silently. Paths end in `/`; without it they work the same.",
    ),
  ],
  [
    "Answers",
    prose(
      "New fields may come at any time: ignore what you do not know. Every answer has the header `x-request-id`; tell it to us when you ask.",
    ),
  ],
]);

export const PAGING = paragraphs(
  "Lists come newest first, in pages of `limit` entries (1 to 100, default 20). While `has_more` is true, ask again with `cursor` set to `next_cursor` and the same filters. A cursor of another filter or another key is refused.",
);

export const IDEMPOTENCY = paragraphs(
  "Send an `Idempotency-Key` (up to 255 printable characters, e.g. your order's number) with every POST. Then a request that got no answer can be repeated safely: the same key with the same body gets the first answer again for 24 hours, with the header `idempotent-replayed: true`.",
  "Another body with the same key is refused with 422 [`idempotency_mismatch`](#error-idempotency_mismatch); while the first request is still running, the answer is 409 [`idempotency_in_progress`](#error-idempotency_in_progress).",
);

export const RATE_LIMITS = paragraphs(
  "Server API: about 100 requests a second per key. Public verify: 60 calls a minute per address and 6 a minute per checkout, with the headers `RateLimit` and `RateLimit-Policy`; and 20 failed attempts per checkout in all. An operator may set other numbers. Over a limit the answer is 429 with `Retry-After`: wait as many seconds.",
);

export const RETURN_ADDRESS = paragraphs(
  "After paying, the customer may follow a link to your `return_url`, with `checkout_id` and `status` in the query. Both are **informational only**: anybody can type that address, and a customer may pay and never come back. Never deliver because of it: wait for the webhook, or read the checkout with your key.",
);

export function testMode(baseUrl: string): Html {
  const references = Object.entries(TEST_REFERENCES).map(
    ([reference, about]) => [html`<code>${reference}…</code>`, prose(about)] as const,
  );
  return html`${paragraphs(
    "With a key `pk_test_…` everything works as in earnest, webhooks included, but no bank is asked and no credit is spent. Webhook endpoints belong to one mode, too: register one with `livemode` false. Instead of a bank's reference, type one of these on the hosted page or send it by the [verify call](#v1-verify-checkout). Each counts once, as in earnest: let letters or digits follow, e.g. `TESTOK1042`.",
  )}${terms(references)}${sample("Verify a test payment with curl", verifySample(baseUrl))}`;
}
