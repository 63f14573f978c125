import { ERROR_GUIDE } from "../../contract/error-guide.ts";
import { EVENT_TYPES } from "../../contract/events.ts";
import { PROBLEMS } from "../../contract/problems.ts";
import type { Route, Surface } from "../../contract/route.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import { type Html, html, trusted } from "../pay-page/html.ts";

const SURFACES: Readonly<Record<Surface, string>> = {
  v1: "Server API (API key)",
  public: "Public (no credential, rate-limited)",
  auth: "Login",
  platform: "Dashboard API (access token)",
  service: "Service",
};

const STYLE = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 16%,transparent)}
body{font:16px/1.6 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:2rem 1rem 6rem}
h1{font-size:2rem;line-height:1.2}h2{margin-top:3rem;border-bottom:1px solid var(--line)}
code,pre{font:0.875em/1.6 ui-monospace,monospace}pre{overflow-x:auto;padding:1rem;border:1px solid var(--line);border-radius:.5rem}
dt{margin-top:1.25rem;font-weight:600;scroll-margin-top:1rem}dd{margin:0}dt:target{outline:2px solid;outline-offset:.5rem}
.row{display:grid;grid-template-columns:5rem minmax(0,1fr);gap:0 1rem;padding:.6rem 0;border-bottom:1px solid var(--line)}
.row p{margin:0;grid-column:2;overflow-wrap:anywhere}.method{font-weight:600}
`;

/** The API's documentation as one page without scripts: where every problem's `type` leads to. */
export function renderDocs(routes: readonly Route[], baseUrl: string, nonce: string): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Checkout verification API</title>
<style nonce="${nonce}">${trusted(STYLE)}</style>
</head>
<body>
<main>
<h1>Checkout verification API</h1>
<p>Create a checkout, send your customer to its <code>pay_url</code>, and trust the signed
<code>checkout.verified</code> webhook. The machine-readable description is
<a href="/api/openapi.json">openapi.json</a>.</p>
<h2>First request</h2>
<pre><code>curl ${baseUrl}/api/v1/checkouts/ \\
  -H 'Authorization: Bearer pk_live_…' \\
  -H 'content-type: application/json' \\
  -H 'Idempotency-Key: order-1042' \\
  -d '{"amount": 150000, "currency": "ETB", "client_reference": "order-1042"}'</code></pre>
<p>Amounts are integers in the currency's minor unit. A key beginning with <code>pk_</code> is a
<strong>secret of your server</strong>: never put it into a page or an app.</p>
<h2>Webhooks</h2>
<p>Deliveries follow <a href="https://www.standardwebhooks.com">Standard Webhooks</a>: verify
<code>webhook-signature</code> over <code>{webhook-id}.{webhook-timestamp}.{body}</code> with your
endpoint's secret, answer with any 2xx, and treat the same <code>webhook-id</code> as the same event.
A failed delivery is retried 8 times over about 6 hours.</p>
<p>Kinds: ${EVENT_TYPES.map((type, index) => html`${index > 0 ? ", " : ""}<code>${type}</code>`)}.</p>
<h2>Operations</h2>
${Object.entries(SURFACES).map(([surface, title]) => operations(routes, surface, title))}
<h2>Errors</h2>
<p>Every refusal is <code>application/problem+json</code> (RFC 9457) with <code>code</code> and
<code>request_id</code>.</p>
<dl>${Object.entries(ERROR_GUIDE).map(([code, guide]) => errorEntry(code as ErrorCode, guide))}</dl>
</main>
</body>
</html>`;
  return page.markup;
}

function operations(routes: readonly Route[], surface: string, title: string): Html {
  const rows = routes
    .filter((route) => route.surface === surface)
    .map(
      (route) => html`<div class="row"><span class="method">${route.method}</span>
<p><code>${route.path}</code></p><p>${route.summary}</p></div>`,
    );
  return html`<h3>${title}</h3>${rows}`;
}

function errorEntry(code: ErrorCode, guide: string): Html {
  return html`<dt id="error-${code}"><code>${code}</code> · ${PROBLEMS[code].status}</dt>
<dd>${PROBLEMS[code].title}. ${guide}</dd>`;
}
