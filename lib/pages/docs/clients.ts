import { type Html, html } from "../html.ts";
import { CLIENT_SAMPLES, HANDLERS, handlerSteps } from "./client-samples.ts";
import { paragraphs, prose, sample, tabs, terms } from "./prose.ts";

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
  "Typed clients for Node.js 20.3, Python 3.9 and PHP 8.1 or newer. They need no other package. Each repeats a call where that is safe, with the same idempotency key, and reads all pages of a list.",
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
      "Its `code` is `missing_header`, `timestamp` (check your clock), `signature`, `body` or `secret`. Respond with 400; with 500 for `secret`, which is a mistake in your settings.",
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
    "Your server prints, or logs, `Paid: order-1042`. Whole shops in Express, Fastify, Hono, Next.js, Flask, Django, FastAPI, PHP and Laravel are in the folder `examples` of the repository.",
  )}`;
}
