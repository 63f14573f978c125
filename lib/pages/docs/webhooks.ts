import { EVENT_CATALOG } from "../../contract/event-catalog.ts";
import { WEBHOOK_HEADERS } from "../../contract/headers.ts";
import { AUTOMATIC_RETRIES, plannedWaitMs } from "../../domain/webhook-endpoint.ts";
import { type Html, html } from "../html.ts";
import { VERIFY_TABS } from "./clients.ts";
import { paragraphs, prose, sample, type Tab, tabs, terms } from "./prose.ts";
import { HMAC_SAMPLE, LIBRARY_SAMPLE } from "./samples.ts";

/** Code that verifies a webhook's signature without a client, by language, and the raw body with one, by framework. Tests run each sample. */

interface LanguageSample {
  readonly language: string;
  readonly code: string;
}

const GO = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"math"
	"strconv"
	"strings"
	"time"
)

// header returns a header of the request by its name: r.Header.Get
func isGenuine(body []byte, header func(string) string, secret string) bool {
	timestamp := header("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) < 24 { // anyone could sign with an empty key
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header("webhook-id") + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(header("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(given)) {
			return true
		}
	}
	return false
}`;

const JAVA = `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Webhooks {
    static boolean isGenuine(byte[] body, Map<String, String> received, String secret) throws Exception {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER); // proxies change the case
        headers.putAll(received);
        String time = headers.getOrDefault("webhook-timestamp", "");
        if (!time.matches("[0-9]{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(time)) > 300) return false;
        byte[] key = Base64.getDecoder().decode(secret.replace("whsec_", ""));
        if (key.length < 24) return false; // anyone could sign with an empty key
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        String prefix = headers.getOrDefault("webhook-id", "") + "." + time + ".";
        mac.update(prefix.getBytes(StandardCharsets.UTF_8));
        String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        for (String given : headers.getOrDefault("webhook-signature", "").split(" ")) {
            if (MessageDigest.isEqual(expected.getBytes(), given.getBytes())) return true;
        }
        return false;
    }
}`;

export const VERIFY_SAMPLES = {
  go: { language: "Go", code: GO },
  java: { language: "Java", code: JAVA },
} as const satisfies Record<string, LanguageSample>;

/** A route of Spring. Our tests do not run it. */
const SPRING =
  '@PostMapping("/webhooks")\nResponseEntity<Void> webhook(@RequestBody byte[] body, @RequestHeader Map<String, String> headers)';

interface RawBodySample {
  readonly framework: string;
  readonly code: string;
  /** What else the framework needs. */
  readonly also?: string;
}

const PYTHON_REFUSAL = (refuse: string) => `    except WebhookSignatureError:\n        ${refuse}`;

/** Code that passes the raw body to a client, by framework. */
export const RAW_BODY = {
  express: {
    framework: "Express",
    code: `app.post("/webhooks", express.raw({ type: () => true }), async (request, response) => {
  const event = await verifyWebhook(request.body, request.headers, secret).catch(() => null);
  response.sendStatus(event === null ? 400 : 204);
});`,
  },
  next: {
    framework: "Next.js",
    code: `export async function POST(request) {
  const body = await request.text();
  const event = await verifyWebhook(body, request.headers, secret).catch(() => null);
  return new Response(null, { status: event === null ? 400 : 204 });
}`,
  },
  flask: {
    framework: "Flask",
    code: `@app.post("/webhooks")
def webhook():
    try:
        event = verify_webhook(request.get_data(), request.headers, secret)
${PYTHON_REFUSAL('return "", 400')}
    return "", 204`,
  },
  django: {
    framework: "Django",
    code: `@csrf_exempt
def webhook(request):
    try:
        event = verify_webhook(request.body, request.headers, secret)
${PYTHON_REFUSAL("return HttpResponse(status=400)")}
    return HttpResponse(status=204)`,
  },
  fastapi: {
    framework: "FastAPI",
    code: `@app.post("/webhooks")
async def webhook(request: Request):
    try:
        event = verify_webhook(await request.body(), request.headers, secret)
${PYTHON_REFUSAL("return Response(status_code=400)")}
    return Response(status_code=204)`,
  },
  laravel: {
    framework: "Laravel",
    code: `function webhook(Request $request, string $secret): Response {
    try {
        $event = Webhook::verify($request->getContent(), $request->headers->all(), $secret);
    } catch (WebhookSignatureError) {
        return new Response('', 400);
    }
    return new Response('', 204);
}`,
    also: "Routes in `routes/web.php` need an exemption from CSRF verification; those in `routes/api.php` have none.",
  },
} as const satisfies Record<string, RawBodySample>;

const VERIFIED = EVENT_CATALOG.find(({ type }) => type === "checkout.verified")?.example;

const WAITS = Array.from({ length: AUTOMATIC_RETRIES }, (_, n) => inWords(plannedWaitMs(n)));

function inWords(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

const RAW_BODY_TABS: readonly Tab[] = Object.values(RAW_BODY).map(
  ({ framework, code, ...more }) => ({
    name: framework,
    label: `Raw body in ${framework}`,
    code,
    ...more,
  }),
);

/** How to receive, verify and order webhooks. */
export const WEBHOOKS: Html = html`${paragraphs(
  "Register an https URL for an app in the dashboard, with the [event types](#event-types) you want, or `*` for all, including later ones. We POST each event to it as JSON, signed according to [Standard Webhooks](https://www.standardwebhooks.com).",
)}
${sample("Body of checkout.verified", JSON.stringify(VERIFIED, null, 2))}
<h3 id="webhook-headers">Headers</h3>
${terms(Object.entries(WEBHOOK_HEADERS).map(([name, about]) => [html`<code>${name}</code>`, prose(about)]))}
<h3 id="webhook-signature">Verify the signature</h3>
${paragraphs(
  "Anyone can POST to your URL, so trust only signed requests. Our [clients](#client-libraries) verify a webhook in one call. In other languages, use a Standard Webhooks library, or [compute the signature yourself](/api/docs/signatures/).",
)}
${VERIFY_TABS}
<h3 id="raw-body">The raw body</h3>
${paragraphs(
  "The signature covers the bytes of the body exactly as we sent them. JSON that was parsed and serialized again can have different bytes, so its signature no longer matches. Read the raw body before anything parses it:",
)}
${tabs("Framework", RAW_BODY_TABS)}
<h3 id="webhook-answer">Response, retries and order</h3>
${terms([
  [
    "Response",
    prose(
      "Respond with any 2xx within 15 seconds, ideally within one. Store the event, respond, and process it afterward. After two timeouts in a row, we wait only 5 seconds in the first four attempts of each delivery. A redirect is a failure. Responding with 410, or with the header `webhook-delivery: disable`, disables the endpoint.",
    ),
  ],
  [
    "Retries",
    prose(
      `Every other failure is retried ${AUTOMATIC_RETRIES} times over about 6 hours: after ${WAITS.join(", ")}, each plus or minus 10 %. \`Retry-After\` is honored up to 15 minutes. A URL that resolves to a private address is not retried. After 5 days of failures (at least 20) without a success, we disable the endpoint and notify you.`,
    ),
  ],
  [
    "Duplicates",
    prose(
      "An event can arrive more than once, always with the same `id` (also in `webhook-id`). Store the ids that you have handled, and skip them.",
    ),
  ],
  [
    "Order",
    prose(
      "Events can arrive out of order. `sequence` increases with every change of a checkout: ignore an event with a lower `sequence` than one you have seen for that checkout.",
    ),
  ],
  [
    "Missed events",
    prose(
      "Read the [events of the last 30 days](#v1-list-events), or resend failed deliveries from the dashboard. Our clients read a listed event as they read a webhook, so one function of your shop can handle both.",
    ),
  ],
  [
    "New secret",
    prose(
      "Rotate the secret on the endpoint's page in the dashboard, or with `checkout webhooks rotate ID`. Both secrets then sign every delivery for 24 hours, so store the new one on your server within that time. Our clients also take several secrets, for example the new and the old one.",
    ),
  ],
])}`;

/** For languages without a client of ours. */
export const SIGNATURES: Html = html`${paragraphs(
  "Our [clients](#client-libraries) for TypeScript, Python and PHP verify a webhook in one call. This page is for other languages. Most have a library for [Standard Webhooks](https://www.standardwebhooks.com); in Node.js (`npm install standardwebhooks`):",
)}
${sample("Verify with the standardwebhooks library", LIBRARY_SAMPLE)}
<h2 id="signature-rule">Without a library</h2>
${paragraphs(
  "The key is the part of the secret after `whsec_`, decoded from base64. Reject a key of fewer than 24 bytes: anyone could sign with an empty one. Compute HMAC-SHA256 over the id, a dot, the timestamp, a dot and the raw body. Compare it, in constant time, with each signature in the header; one match is enough. Reject a timestamp that is more than five minutes off.",
)}
${tabs("Language", [
  { name: "Node.js", label: "Verify in Node.js", code: HMAC_SAMPLE },
  ...Object.values(VERIFY_SAMPLES).map(({ language, code }) => ({
    name: language,
    label: `Verify in ${language}`,
    code,
  })),
])}
${paragraphs("Our tests run this code. In Spring, these parameters give you the raw body; our tests do not run them:")}
${sample("Raw body in Spring", SPRING)}`;

/** The meaning of each event type. */
export const EVENT_TYPE_ROWS: Html = terms(
  EVENT_CATALOG.map(({ type, description }) => [
    html`<code id="event-${type}">${type}</code>`,
    prose(description),
  ]),
);
