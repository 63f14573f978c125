import { API_KEYS_PER_DAY, MAX_API_KEYS } from "../../contract/schemas/api-key.ts";
import { APPS_PER_DAY } from "../../contract/schemas/app.ts";
import {
  ENDPOINTS_PER_DAY,
  MAX_ENDPOINTS_PER_ACCOUNT,
  MAX_ENDPOINTS_PER_APP,
} from "../../contract/schemas/webhook.ts";
import { AUTOMATIC_RETRIES } from "../../domain/webhook-endpoint.ts";
import { type Html, html } from "../html.ts";
import { paragraphs, prose, sample, terms } from "./prose.ts";
import { TEST_REFERENCES, verifySample } from "./samples.ts";

export const AUTHENTICATION = paragraphs(
  "Send the key with every request: `Authorization: Bearer pk_live_…`. A key is **your server's secret**, although it begins with `pk_`: never put it in a page or an app. Clients that cannot send a header can use the query parameter `api_key`. URLs end up in logs, so prefer the header.",
  "`pk_live_…` is for real money and `pk_test_…` for [test mode](#sandbox); neither can read the other's objects. A key belongs to one app or to the whole account. With an account-wide key, send the `app_id`. A key has all permissions (`checkouts:read`, `checkouts:write`, `credits:read`, `events:read`) unless you limit it, and it works until you revoke it, or until the last day that you choose. After you rotate a key, the old one keeps working for 24 hours by default, at most 7 days. The new key expires when the old one would have.",
);

export const CONVENTIONS = terms([
  [
    "Amounts",
    prose(
      "Whole numbers in the currency's minor unit, never with a decimal point: `150000` with `ETB` is 1,500.00 birr. Round a price that you convert: as a floating-point number, 19.99 × 100 is 1998.99…, and without rounding you would ask for 1998.",
    ),
  ],
  ["Times", prose("RFC 3339 in UTC, e.g. `2026-11-20T09:00:00.000Z`.")],
  [
    "Requests",
    prose(
      "JSON in UTF-8 as `application/json`, at most 64 KiB for most operations ([Limits](#sizes)). Escape the replacement character U+FFFD as `\\ufffd`: unescaped, it is rejected, because it looks like invalid UTF-8. Unknown fields are rejected, so that a typo never passes silently. Paths end in `/`, but also work without it.",
    ),
  ],
  [
    "Responses",
    prose(
      "New fields can appear at any time: ignore fields you do not know. Every response has the header `x-request-id`: quote it when you contact support.",
    ),
  ],
]);

export const PAGING = paragraphs(
  "Lists are sorted newest first, in pages of at most `limit` entries (1 to 100, default 20). With a filter, a page can have fewer entries, or none, even if more pages follow. So can a page of very large entries, which ends at about 3 MB. While `next_cursor` is set, repeat the request with the same filters and `cursor` set to it. A cursor from another filter or merchant is rejected.",
);

export const IDEMPOTENCY = paragraphs(
  "Send an `Idempotency-Key` (up to 255 printable ASCII characters, e.g. your order's number) with every POST. You can then safely repeat a request that got no response: for 24 hours, the same key with the same body returns the first response, with the header `idempotent-replayed: true`. The order of the body's fields does not matter. A replay shows the object as it was then: to follow a pending attempt, read the checkout. To replace an expired or canceled checkout for the same order, use another key, such as `order-1042-2`: the same key returns the old `pay_url`.",
  "The same key with a different body is rejected with 422 [`idempotency_mismatch`](#error-idempotency_mismatch). While the first request is still running, the response is 409 [`idempotency_in_progress`](#error-idempotency_in_progress).",
);

export const RATE_LIMITS = paragraphs(
  "Server API: about 100 requests per second for each key, with further limits for each network and for the whole service. Verify calls of the hosted page: 6 per minute for each checkout and, once a checkout has three failed attempts, 60 per minute for each IP address, with the headers `RateLimit` and `RateLimit-Policy`. Over a limit, the response is 429 with `Retry-After`: wait that number of seconds.",
  "We check at most three references of a checkout at the same time. For another one, the response is 429 with `Retry-After`: the seconds until we ask one of their banks again, up to an hour while a bank is down. A checkout accepts 20 references that fail and ten that have not failed, at most three of which are for the merchant to check manually. Beyond that, the response is 409 [`checkout_blocked`](#error-checkout_blocked), and retrying does not help: approve the payment in the dashboard, or create a new checkout, which accepts payments made up to 15 minutes before its creation.",
  "The operator of the service can change the limits of the hosted page's verify calls and of failed references.",
);

/** Limits of one field are in the reference, beside the field. */
export const SIZES = terms([
  ["Request body", "64 KiB; of a logo 67 KiB, of a statement 5 MiB, of a forwarded message 4 KiB"],
  ["Page of a list", "1 to 100 entries, 20 by default"],
  [
    "CSV file of checkouts",
    prose(
      "At most 10,000 rows, about 5 MB, or as many rows as fit in 20 seconds. If rows are left out, the header `Link` has the URL of the next part.",
    ),
  ],
  ["Time to pay", prose("`expires_in`: 5 minutes to 7 days, 30 minutes by default")],
  ["Late payments", "A payment made in time can be verified until 24 hours after the expiry"],
  ["Idempotency keys", "Up to 255 ASCII characters, kept for 24 hours"],
  ["Apps", `${APPS_PER_DAY} new apps a day`],
  [
    "API keys",
    `${MAX_API_KEYS} active ones for each account, ${API_KEYS_PER_DAY} new ones a day, including by rotation`,
  ],
  [
    "Webhook endpoints",
    `${MAX_ENDPOINTS_PER_APP} for each app and ${MAX_ENDPOINTS_PER_ACCOUNT} for each account, ${ENDPOINTS_PER_DAY} new ones a day`,
  ],
  [
    "Webhook deliveries",
    `15 seconds to respond, ${AUTOMATIC_RETRIES} automatic retries over about 6 hours`,
  ],
  ["Events", "Listed for 30 days, available by id for 90 days"],
  ["Deliveries", "Listed for 90 days, their attempts for 30 days"],
]);

export const RETURN_ADDRESS = paragraphs(
  "After paying, the customer can follow a link to your `return_url`, with `checkout_id` and `status` in the query. Both are **informational only**: anyone can type that URL, and a customer can pay and never return. Never deliver because a customer returned: wait for the webhook, or read the order's checkout with your key. Use the checkout's id that you stored with the order, not the one in the URL, which a customer could copy from an older, paid order.",
);

export function testMode(baseUrl: string): Html {
  const references = Object.entries(TEST_REFERENCES).map(
    ([reference, about]) => [html`<code>${reference}…</code>`, prose(about)] as const,
  );
  return html`${paragraphs(
    "With a key `pk_test_…`, everything works as in live mode, including webhooks, but we query no bank and spend no credits. A webhook endpoint belongs to one mode: register it with `livemode` false. In place of a bank's reference, enter one of these on the hosted page or send it with the [verify call](#v1-verify-checkout). Each reference works once for each account, so add letters or digits: `TESTOK2001`. Using one again gives `already_used`. For the sample below, set `CHECKOUT_ID` to the id of an open test checkout.",
  )}${terms(references)}${sample("Verify a test payment with curl", verifySample(baseUrl))}
<h3 id="trigger-event">Trigger an event</h3>${paragraphs(
    "To test how your server handles an event type, [send it](#platform-trigger-event) to a test endpoint, or run `checkout trigger checkout.review`. The event contains a realistic object; nothing in your account changes.",
  )}`;
}
