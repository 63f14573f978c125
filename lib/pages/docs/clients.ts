import { type Html, html } from "../html.ts";
import { paragraphs, prose, sample, tabs, terms } from "./prose.ts";

/** The clients at work, by language. Tests run each sample. */

interface ClientSample {
  readonly language: string;
  /** For a shell. */
  readonly install: string;
  /** Asks for a payment. Runs as a program of its own. */
  readonly create: string;
  /** Verifies a webhook: a function that returns the order that is paid, or null. */
  readonly verify: string;
}

const TYPESCRIPT: ClientSample = {
  language: "TypeScript",
  install: "npm install checkout-verification-client",
  create: `import { createClient } from "checkout-verification-client";

const client = createClient({
  baseUrl: process.env.CHECKOUT_BASE_URL,
  apiKey: process.env.CHECKOUT_API_KEY,
});
const checkout = await client.checkouts.create(
  { amount: 150000, currency: "ETB", client_reference: "order-1042" },
  { idempotencyKey: "order-1042" },
);
console.log(checkout.pay_url); // redirect your customer to it`,
  verify: `import { verifyWebhook, type WebhookHeaders } from "checkout-verification-client";

/** @throws WebhookSignatureError: respond with 400 */
export async function paidOrder(rawBody: string | Uint8Array, headers: WebhookHeaders) {
  const event = await verifyWebhook(rawBody, headers, process.env.WEBHOOK_SECRET);
  return event.type === "checkout.verified" ? event.data.object.client_reference : null;
}`,
};

const PYTHON: ClientSample = {
  language: "Python",
  install: "pip install checkout-verification-client",
  create: `import os
from checkout_verification_client import Client

client = Client(os.environ["CHECKOUT_BASE_URL"], api_key=os.environ["CHECKOUT_API_KEY"])
checkout = client.checkouts.create(
    amount=150000, currency="ETB", client_reference="order-1042", idempotency_key="order-1042"
)
print(checkout.pay_url)  # redirect your customer to it`,
  verify: `import os
from typing import Mapping, Optional
from checkout_verification_client import models, verify_webhook

def paid_order(raw_body: bytes, headers: Mapping[str, str]) -> Optional[str]:
    """Raises WebhookSignatureError: respond with 400."""
    event = verify_webhook(raw_body, headers, os.environ["WEBHOOK_SECRET"])
    return event.data.object.client_reference if isinstance(event, models.CheckoutVerifiedEvent) else None`,
};

const PHP: ClientSample = {
  language: "PHP",
  install: "composer require checkout-verification/client",
  create: `<?php
require 'vendor/autoload.php';

use CheckoutVerification\\Client;

$client = new Client(getenv('CHECKOUT_BASE_URL'), getenv('CHECKOUT_API_KEY'));
$checkout = $client->checkouts->create(
    ['amount' => 150000, 'currency' => 'ETB', 'client_reference' => 'order-1042'],
    idempotencyKey: 'order-1042',
);
echo $checkout->pay_url, PHP_EOL; // redirect your customer to it`,
  verify: `<?php
require 'vendor/autoload.php';

use CheckoutVerification\\Model\\CheckoutVerifiedEvent;
use CheckoutVerification\\Webhook;

/** @throws CheckoutVerification\\WebhookSignatureError: respond with 400 */
function paid_order(string $rawBody, array $headers): ?string {
    $event = Webhook::verify($rawBody, $headers, getenv('WEBHOOK_SECRET'));
    return $event instanceof CheckoutVerifiedEvent ? $event->data->object->client_reference : null;
}`,
};

export const CLIENT_SAMPLES = { typescript: TYPESCRIPT, python: PYTHON, php: PHP } as const;

interface HandlerSample {
  readonly framework: string;
  readonly file: string;
  readonly install: string;
  readonly code: string;
  /** Makes the framework read the file. */
  readonly load?: string;
  readonly start: string;
  /** What else the framework needs. */
  readonly also?: string;
}

/** A shop's webhook handler, whole, by framework: the raw body is right in each. */
export const HANDLERS = {
  express: {
    framework: "Express",
    file: "shop.mjs",
    install: "npm install checkout-verification-client express",
    start: "node shop.mjs",
    code: `import { verifyWebhook } from "checkout-verification-client";
import express from "express";

const app = express();
app.post("/webhooks", express.raw({ type: () => true }), async (request, response) => {
  const secret = process.env.WEBHOOK_SECRET;
  const event = await verifyWebhook(request.body, request.headers, secret).catch(() => null);
  if (event === null) return response.sendStatus(400);
  if (event.type === "checkout.verified") console.log("Paid:", event.data.object.client_reference);
  response.sendStatus(204);
});
app.listen(4000, "127.0.0.1");`,
  },
  flask: {
    framework: "Flask",
    file: "shop.py",
    install: "python3 -m venv .venv && .venv/bin/pip install checkout-verification-client flask",
    start: ".venv/bin/flask --app shop run --port 4000",
    code: `import os
from checkout_verification_client import WebhookSignatureError, verify_webhook
from flask import Flask, request

app = Flask(__name__)

@app.post("/webhooks")
def webhook():
    try:
        event = verify_webhook(request.get_data(), request.headers, os.environ["WEBHOOK_SECRET"])
    except WebhookSignatureError:
        return "", 400
    if event.type == "checkout.verified":
        print("Paid:", event.data.object.client_reference, flush=True)
    return "", 204`,
  },
  php: {
    framework: "PHP",
    file: "shop.php",
    install: "composer require checkout-verification/client",
    start: "php -S 127.0.0.1:4000 shop.php",
    code: `<?php
require 'vendor/autoload.php';

use CheckoutVerification\\Model\\CheckoutVerifiedEvent;
use CheckoutVerification\\Webhook;
use CheckoutVerification\\WebhookSignatureError;

try {
    $body = file_get_contents('php://input');
    $event = Webhook::verify($body, $_SERVER, getenv('WEBHOOK_SECRET') ?: '');
} catch (WebhookSignatureError) {
    http_response_code(400);
    return;
}
if ($event instanceof CheckoutVerifiedEvent) {
    error_log('Paid: ' . $event->data->object->client_reference);
}
http_response_code(204);`,
  },
  laravel: {
    framework: "Laravel",
    file: "routes/webhooks.php",
    install: "composer require checkout-verification/client",
    start: "php artisan serve --port=4000 --no-reload",
    load: `echo "require __DIR__ . '/webhooks.php';" >> routes/web.php`,
    also: "In the folder of a Laravel project. The webhook has no CSRF token, so its route does not ask for one. In production, read the secret by `config()`.",
    code: `<?php

use CheckoutVerification\\Model\\CheckoutVerifiedEvent;
use CheckoutVerification\\Webhook;
use CheckoutVerification\\WebhookSignatureError;
use Illuminate\\Foundation\\Http\\Middleware\\PreventRequestForgery;
use Illuminate\\Foundation\\Http\\Middleware\\VerifyCsrfToken;
use Illuminate\\Http\\Request;
use Illuminate\\Http\\Response;
use Illuminate\\Support\\Facades\\Route;

Route::post('/webhooks', function (Request $request): Response {
    $secret = getenv('WEBHOOK_SECRET') ?: '';
    try {
        $event = Webhook::verify($request->getContent(), $request->headers->all(), $secret);
    } catch (WebhookSignatureError) {
        return new Response('', 400);
    }
    if ($event instanceof CheckoutVerifiedEvent) {
        error_log('Paid: ' . $event->data->object->client_reference);
    }
    return new Response('', 204);
})->withoutMiddleware([PreventRequestForgery::class, VerifyCsrfToken::class]); // of Laravel 13, and before`,
  },
} as const satisfies Record<string, HandlerSample>;

const CHECKOUT = "npx --yes checkout-verification-client";

/** From an empty folder to a verified webhook: five blocks to paste. */
export function handlerSteps({
  install,
  file,
  code,
  load,
  start,
}: HandlerSample): readonly string[] {
  return [
    install,
    `cat > ${file} <<'EOF'\n${code}\nEOF${load === undefined ? "" : `\n${load}`}`,
    `WEBHOOK_SECRET=$(${CHECKOUT} listen --print-secret) ${start} &`,
    `${CHECKOUT} listen --forward-to http://127.0.0.1:4000/webhooks --replay 10 &`,
    // A test reference works once for each account, and the quickstart may have used it.
    `${CHECKOUT} checkouts create --amount 150000 --client-reference order-1042 --input TESTOK$RANDOM`,
  ];
}

function clientTabs(label: string, part: "install" | "create" | "verify"): Html {
  const all = Object.values(CLIENT_SAMPLES).map((client) => ({
    name: client.language,
    label: `${label} ${client.language}`,
    code: client[part],
  }));
  return tabs("Language", all);
}

/** A webhook, verified by each client. */
export const VERIFY_TABS: Html = clientTabs("Verify a webhook in", "verify");

/** The clients, and a webhook handler in common frameworks. */
export const CLIENTS: Html = html`${paragraphs(
  "Typed clients for Node.js 20.3, Python 3.9 and PHP 8.1 or newer. They have no dependencies. Each retries a call if that is safe, with the same idempotency key, and reads all pages of a list. Python also has an `AsyncClient` for asyncio, and PHP can send requests with your own PSR-18 client: see the README of each package.",
  "For Go or Java, generate a client from [openapi.json](/api/openapi.json): `openapi-generator-cli generate -g go -i openapi.json -o client`, or `-g java`. A program in any language can also follow the curl commands of the [API reference](/api/docs/reference/), and [check a webhook's signature](/api/docs/signatures/) itself.",
)}
<h3>Install</h3>${clientTabs("Install the client for", "install")}
<h3>Create a checkout</h3>${clientTabs("Create a checkout in", "create")}
<h3>Verify a webhook</h3>${VERIFY_TABS}
<h3 id="client-errors">Errors</h3>
${terms([
  [
    html`<code>ApiProblem</code>`,
    prose(
      "Every failed call throws it. Its `code` is one of our [error codes](/api/docs/errors/), `unreachable` (no response), `untrusted` (the certificate is not valid), `unexpected` (the response is not from this API) or `timeout` (waiting ended).",
    ),
  ],
  [
    html`<code>WebhookSignatureError</code>`,
    prose(
      "Its `code` is `missing_header`, `timestamp` (check your clock), `signature`, `body` or `secret`. Respond with 400, or with 500 for `secret`, which means that your settings are wrong.",
    ),
  ],
])}${paragraphs("No client sends anything over plain `http://` except to the same machine, none follows a redirect, and none shows your key in a message.")}`;

/** Five steps for each framework. */
export function handlerGuides(baseUrl: string): Html {
  return html`${paragraphs(
    "From an empty folder to a verified webhook: paste five blocks into one terminal. You need bash, Node.js 20.3 or newer for the command line, and a test key from the dashboard:",
  )}${sample("Variables", `export CHECKOUT_BASE_URL=${baseUrl}\nexport CHECKOUT_API_KEY=pk_test_…`)}${Object.values(
    HANDLERS,
  ).map(
    (handler) =>
      html`<h3>${handler.framework}</h3>${"also" in handler && paragraphs(handler.also)}${handlerSteps(handler).map((step, index) => sample(`${handler.framework}, step ${index + 1}`, step))}`,
  )}${paragraphs(
    "Your server prints or logs `Paid: order-1042`. Whole shops in Express, Fastify, Hono, Next.js, Flask, Django, FastAPI, PHP and Laravel are in the folder `examples` of the repository.",
  )}`;
}
