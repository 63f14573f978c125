import { SERVICE_VERSION } from "../../contract/brand.ts";
import { quickstartSteps, registeredWebhook } from "../../contract/guide/quickstart.ts";
import { NOTIFICATION_KINDS } from "../../contract/notification-kinds.ts";
import { type Html, html } from "../html.ts";
import { paragraphs, prose, sample, terms } from "./prose.ts";

export function quickstart(baseUrl: string): Html {
  const steps = quickstartSteps("npx --yes checkout-verification-client").map(
    ({ title, code }, index) => html`<h3>${`${index + 1}. ${title}`}</h3>${sample(title, code)}`,
  );
  return html`${paragraphs(
    "You need Node.js 20.3 or newer, curl, bash and a test key (`pk_test_…`) from the dashboard, under **Apps**, **API keys**. Paste each block into the same terminal.",
  )}<h3 id="quickstart-steps">Set your address and key</h3>${sample("Variables", `export CHECKOUT_BASE_URL=${baseUrl}\nexport CHECKOUT_API_KEY=pk_test_…`)}${steps}${paragraphs(
    "Your server prints `Paid: order-1042, 1500 ETB`. To see what a customer sees, create another checkout with another `Idempotency-Key`, open its `pay_url` and enter `TESTOK1`.",
    "In a clone of the service's repository, `npm start` prints the same commands with its own address and keys, and `npm run -s checkout --` runs the command line.",
    "For your own server, see [the clients and five steps for your framework](#client-libraries).",
  )}`;
}

export const LOCAL: Html = html`${paragraphs(
  "`npm ci && npm start` runs the whole service on your machine, with a bank simulator, and prints its keys and the quickstart. The following works on your machine only.",
)}${terms([
  [
    "Webhooks to your server",
    prose(
      "Endpoints may be `http://127.0.0.1:PORT/…` or `http://localhost:PORT/…`. A hosted service cannot reach your machine, so use `checkout listen --forward-to http://localhost:4000/`.",
    ),
  ],
  [
    "Pages of your shop",
    prose("In test mode `return_url` and `cancel_url` may be `http://localhost:…`, hosted or not."),
  ],
  [
    "Log in",
    prose(
      "Request a code for any Ethiopian mobile number, then read it at `/_local/sms/?phone=%2B251911000000`. `checkout login --local --phone +251911000000` does both.",
    ),
  ],
  [
    "Pay like a customer",
    prose(
      'POST `{"provider": "telebirr", "amount": 150000}` to `/_local/bank/transfers/`. The response has the reference, the link to the receipt and the SMS. Use a live key: the simulator acts as the bank.',
    ),
  ],
  [
    "Move the clock",
    prose(
      'POST `{"advance_seconds": 3600}` to `/_local/clock/`. Retries and expiries due in that time happen. Webhooks still use your machine\'s own clock for signatures, so your server accepts them.',
    ),
  ],
  [
    "Credits",
    prose(
      "`checkout credits grant --local --credits 100` grants credits. To try a purchase, run `checkout credits buy --local --credits 100` or use the dashboard, and pay at the simulator with `receiver_account` `251933000000` and `receiver_name` `Checkout Service`.",
    ),
  ],
])}<h3 id="local-endpoint">Register an endpoint on your machine</h3>${paragraphs(
  "After the [quickstart](#quickstart-steps), the same shop can receive webhooks at a registered endpoint instead of through `listen`:",
)}${sample("Register an endpoint on your machine", registeredWebhook("npm run -s checkout --", "+251911000000"))}`;

export const GOING_LIVE: Html = html`<ol>${[
  "Add your real accounts under **Apps**, **Payment methods**, and pay a small amount to each.",
  "Create a live key (`pk_live_…`) for one app, with only the permissions that your server needs. Keep it in your server's secret store.",
  "Register a live webhook endpoint on https, port 443, and store its signing secret. With the command line: `checkout login`, then `checkout webhooks create --url https://shop.example/webhooks --events checkout.verified,checkout.review,checkout.expired,credits.low --live`.",
  "Verify every signature on the **raw** body, respond within 15 seconds, and deliver each order once, even if an event arrives twice.",
  "Compare `amount`, `currency` and `client_reference` with your order before you deliver. `amount` is what the checkout asked for, up to 99 santim more than your order if the app asks for [distinct amounts](#distinct-amounts). If `exceptions` contains `approved_by_hand`, `amount_received` can be lower.",
  "Send an `Idempotency-Key` with every POST: the same key whenever you create an order's checkout, another one to replace an expired checkout, and a new one for each verify call.",
  "Decide how to handle `checkout.review` and `checkout.expired`, and try both with [test references](#sandbox).",
  "Buy credits, and subscribe to `credits.low`.",
  "Run `checkout doctor` on your server.",
].map((text) => html`<li>${prose(text)}</li>`)}</ol>`;

export const VERSIONING: Html = html`${paragraphs(
  "The server API has its version in the path: `/api/v1/`. Within a version we never remove or rename anything, and no field changes its type or meaning. The same is true of webhooks, their events and headers, the public operations, and error codes. An automatic check compares each release with the one before it.",
  "The dashboard API (`/api/platform/`, `/api/auth/`) can change without notice: it serves only our dashboard and command line.",
  "We can make these changes at any time, so your code must accept them: new operations, new optional fields in requests, new fields in responses and webhooks, new event types, and new values of statuses, outcomes and error codes. Treat an unknown status as not paid.",
)}<h3 id="deprecation">Deprecation</h3>${paragraphs(
  "We announce the end of a version at least 12 months ahead, in the changelog and by message to the account's owner. From then on its responses have the headers `Deprecation` and `Sunset`.",
)}`;

export const CHANGELOG: Html = terms([
  [
    SERVICE_VERSION,
    prose(
      "First version: checkouts, events, credits, webhooks, test mode, the command line and clients for TypeScript, Python and PHP.",
    ),
  ],
]);

export const SECURITY: Html = terms([
  [
    "API keys",
    prose(
      "Keys begin with `pk_` and are **secret**: here `pk` does not mean a public key. Anyone with your key can read your checkouts. Never put a key in a page, an app or a repository. If a key leaks, rotate it in the dashboard and choose **0 seconds (it leaked)**. The old key stops working within 60 seconds.",
    ),
  ],
  [
    "Webhooks",
    prose(
      "Anyone can POST to your endpoint. Trust only a body whose signature you verified, and handle each event id once. When you rotate the secret, both secrets sign during the overlap (24 hours by default, at most 7 days): store the new one before the overlap ends. After a leak, choose an overlap of 0 seconds.",
    ),
  ],
  ["The return page", prose("It proves nothing: see [the return page](#return-url).")],
  [
    "What we store",
    prose(
      "After 400 days by default, we delete the customer's name, phone number and email address, the payer's name and phone, and stored receipts. Public receipts mask the payer. 30 days after you close your account, we delete its data; backups keep it for 35 more days. We keep only a digest of each login that received sign-up credits, so that we grant them only once.",
    ),
  ],
  [
    "Money",
    prose(
      "Customers pay into your own accounts. We never hold or move money, so only you can refund a customer, from your account.",
    ),
  ],
]);

const KINDS = Object.keys(NOTIFICATION_KINDS).map((kind) => `\`${kind}\``);

/** For shop owners: links without a server of their own, and the look of the pay page. */
export const LINKS: Html = html`<h2 id="payment-links">Reusable links</h2>${paragraphs(
  "You need no server to be paid. Under **Payment links**, choose **New link**, and set an amount or let each customer enter it. Put the link on a poster, in a message or on your counter: **Print counter card** prints its QR code. Each customer who opens the link and continues gets their own checkout, which works like any other and sends the same webhooks. Its `metadata.payment_link` is the link's id.",
  "A customer who opens the link again in the same browser can return to their unfinished checkout. Turn a link off to take no new payments through it; its checkouts stay as they are. A link creates at most 300 checkouts a minute, and 120 for each IP address.",
)}<h2 id="short-url">A short URL for one checkout</h2>${paragraphs(
  "A checkout that you create in the dashboard gets a short URL, which you can send by WhatsApp, Telegram or SMS. It leads to the pay page for 400 days, and is the same each time you ask for it.",
)}<h2 id="branding">Branding</h2>${paragraphs(
  "Under **Apps**, **Settings**, set the name, logo and color that customers see on the pay page and the receipt. A logo is a PNG of at most 1024 × 1024 pixels or an SVG without scripts and links to other files, at most 50 KB. We darken or lighten your color where its contrast is too low. Checkouts keep the branding they were created with.",
)}`;

const MCP_CONFIGURATION = `{
  "mcpServers": {
    "mahtem": {
      "command": "npx",
      "args": ["checkout-verification-client", "mcp"],
      "env": { "CHECKOUT_BASE_URL": "…", "CHECKOUT_API_KEY": "pk_test_…" }
    }
  }
}`;

export const COMMAND_LINE: Html = html`${paragraphs(
  "`npx checkout-verification-client` runs the command line without installing it. `npm install --global checkout-verification-client` installs it as `checkout`.",
)}${terms([
  [
    html`<code>login</code>`,
    prose(
      "Logs in with a code sent to your phone, and shows the account that all commands then act in: the one you used last. The session is kept in a file that only you can read. `webhooks`, `deliveries`, `trigger`, `errors`, `customers`, `members`, `notifications` and most of `credits` need it; `logout` deletes it.",
    ),
  ],
  [
    html`<code>listen</code>`,
    prose(
      "Forwards events to `--forward-to URL`, signed with a secret that stays the same for your key (`--print-secret`). `--events a,b` filters, and `--replay 10` begins with the last ten matching events. If the service is down, it waits and continues.",
    ),
  ],
  [
    html`<code>trigger</code>`,
    prose(
      "Sends a test event: `trigger checkout.verified --endpoint whk_…`, or without an endpoint for `listen`.",
    ),
  ],
  [
    html`<code>checkouts</code>`,
    prose(
      "`create --amount 150000`, `get ID`, `list --status open --limit 20`, `verify ID --input TESTOK1 --wait`, `cancel ID`, `open ID`.",
    ),
  ],
  [
    html`<code>webhooks</code>`,
    prose(
      "`create --url URL`, `list`, `rotate ID`. Members who work with some apps only name one: `list --app 1001`.",
    ),
  ],
  [
    html`<code>deliveries</code>`,
    prose(
      "`list --endpoint whk_… --limit 20`, `resend ID --endpoint whk_…`, `resend --all-failed --endpoint whk_…`.",
    ),
  ],
  [html`<code>events</code>`, prose("`tail` prints every new event.")],
  [
    html`<code>credits</code>`,
    prose(
      "`show` (with a live key or a login), `ledger --limit 50` and `buy --credits 100` (with a login). On your machine also `grant --local --credits 100` and `adjust --local --credits=-20`.",
    ),
  ],
  [
    html`<code>customers</code>`,
    prose(
      "`export --phone 0911998877` prints as JSON what the account stores about a customer. `erase --phone 0911998877` counts the customer's checkouts; with `--yes`, it erases the customer's data for good.",
    ),
  ],
  [
    html`<code>members</code>`,
    prose(
      "`list`, `invite --role cashier --phone 0911998877`, `role usr_… --role manager`, `remove usr_…` or `remove inv_…`: see [your team](#team).",
    ),
  ],
  [
    html`<code>notifications</code>`,
    prose(
      `\`show\`, \`set --channel telegram --paid daily --quiet 22:00-07:00\` and \`test\`: your own, in the account in use. \`--kind\` names a kind of message that you want; repeat it for more: ${KINDS.join(", ")}.`,
    ),
  ],
  [html`<code>errors</code>`, prose("Lists what needs your attention, with advice.")],
  [
    html`<code>doctor</code>`,
    prose(
      "Checks key, mode and clock; without a key, the login. With `--forward-to URL`, it also checks that your server accepts a signed webhook and rejects a forged one. With `--endpoint whk_…`, it also checks that the service reaches a registered endpoint.",
    ),
  ],
  [html`<code>mcp</code>`, prose("Gives an assistant [tools for this API](#mcp).")],
  [
    html`<code>completion</code>`,
    prose(
      'Completes commands, actions and options: `eval "$(checkout completion bash)"`, the same with `zsh`, or `checkout completion fish | source`.',
    ),
  ],
])}${paragraphs(
  "Without a login, it reads `CHECKOUT_API_KEY` and `CHECKOUT_BASE_URL`. With `--json`, results are JSON on standard output, and errors are JSON on standard error. Progress and notes go to standard error.",
)}
<h3 id="mcp">Model Context Protocol</h3>
${paragraphs(
  "`checkout mcp` serves the [Model Context Protocol](https://modelcontextprotocol.io) on its standard input and output. Register it with your assistant or editor:",
)}${sample("Register the MCP server", MCP_CONFIGURATION)}${terms([
  [html`<code>create_test_checkout</code>`, "Creates a checkout in test mode."],
  [
    html`<code>read_checkout</code>`,
    prose(
      "Reads a checkout and its attempts; after `checkout login`, also its events and deliveries.",
    ),
  ],
  [
    html`<code>explain_problem</code>`,
    "Explains an error code, status, exception, review reason or outcome.",
  ],
  [
    html`<code>replay_event</code>`,
    "Sends an event again: to a test endpoint, or to a server on your machine.",
  ],
  [
    html`<code>check_endpoint</code>`,
    "Pings a test endpoint, or checks that a server on your machine accepts a signed webhook and rejects a forged one.",
  ],
])}${paragraphs(
  "It needs a test key. `checkout mcp --live` needs a live key and is read-only: it has `read_checkout`, which hides the customer's data, `explain_problem`, and `check_endpoint`, which sends nothing in this mode.",
)}
<h3 id="exit-codes">Exit codes</h3>
${terms([
  ["0", "Done"],
  ["1", "Rejected by the service, or failed"],
  ["2", "Wrong usage"],
  ["3", "Address, API key or login missing or rejected"],
  ["4", "The service is unreachable"],
  ["130", "Interrupted"],
])}`;
