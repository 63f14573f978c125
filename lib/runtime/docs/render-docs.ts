import { ERROR_GUIDE } from "../../contract/error-guide.ts";
import {
  EXCEPTION_GUIDE,
  OUTCOME_GUIDE,
  REVIEW_GUIDE,
  STATUS_GUIDE,
  type ValueGuide,
} from "../../contract/guide/values.ts";
import { PROBLEMS } from "../../contract/problems.ts";
import type { Route } from "../../contract/route.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import { type Html, html, trusted } from "../pay-page/html.ts";
import {
  AUTHENTICATION,
  CONVENTIONS,
  IDEMPOTENCY,
  PAGING,
  RATE_LIMITS,
  RETURN_ADDRESS,
  start,
  testMode,
} from "./basics.ts";
import { OBJECTS } from "./objects.ts";
import { OBJECT_SECTIONS, operationAnchor, operationEntry, otherOperations } from "./operations.ts";
import { paragraphs, prose, terms } from "./prose.ts";
import { STYLE } from "./style.ts";
import { EVENT_TYPE_ROWS, WEBHOOKS } from "./webhooks.ts";

interface Section {
  readonly anchor: string;
  readonly title: string;
  readonly body: Html;
  /** What stands below it in the table of contents: anchor and title. */
  readonly below?: readonly (readonly [string, string])[];
}

const VALUES: readonly ValueGuide[] = [STATUS_GUIDE, EXCEPTION_GUIDE, REVIEW_GUIDE, OUTCOME_GUIDE];

/** The API's documentation as one page without scripts: where every problem's `type` leads to. */
export function renderDocs(routes: readonly Route[], baseUrl: string, nonce: string): string {
  const sections = sectionsOf(routes, baseUrl);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Checkout verification API</title>
<style nonce="${nonce}">${trusted(STYLE)}</style>
</head>
<body>
<div class="page">
<header><h1>Checkout verification API</h1>
<p>Create a checkout, send your customer to its <code>pay_url</code>, and trust the signed
<code>checkout.verified</code> webhook. For programs, the same is in
<a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p></header>
<nav aria-label="Contents"><p>Contents</p><ul>${sections.map(contents)}</ul></nav>
<main>${sections.map(
    ({ anchor, title, body }) => html`<section><h2 id="${anchor}">${title}</h2>
${body}</section>`,
  )}</main>
</div>
</body>
</html>`;
  return page.markup;
}

function sectionsOf(routes: readonly Route[], baseUrl: string): readonly Section[] {
  const server = routes.filter(({ surface }) => surface === "v1").toSorted(createFirst);
  return [
    { anchor: "start", title: "First payment", body: start(baseUrl) },
    { anchor: "authentication", title: "API keys", body: AUTHENTICATION },
    { anchor: "test-mode", title: "Test mode", body: testMode(baseUrl) },
    { anchor: "return-url", title: "The return address proves nothing", body: RETURN_ADDRESS },
    {
      anchor: "webhooks",
      title: "Webhooks",
      body: WEBHOOKS,
      below: [
        ["webhook-headers", "Headers"],
        ["webhook-signature", "Verify the signature"],
        ["webhook-answer", "Answer, retries, order"],
      ],
    },
    { anchor: "event-types", title: "Event types", body: EVENT_TYPE_ROWS },
    { anchor: "conventions", title: "Conventions", body: CONVENTIONS },
    { anchor: "idempotency", title: "Repeating a request", body: IDEMPOTENCY },
    { anchor: "paging", title: "Lists", body: PAGING },
    { anchor: "rate-limits", title: "Rate limits", body: RATE_LIMITS },
    {
      anchor: "operations",
      title: "Server API",
      body: html`${server.map(operationEntry)}`,
      below: server.map((route) => [operationAnchor(route), route.summary]),
    },
    {
      anchor: "objects",
      title: "Objects",
      body: html`${OBJECT_SECTIONS}`,
      below: OBJECTS.map(({ anchor, name }) => [anchor, name]),
    },
    {
      anchor: "values",
      title: "What the values mean",
      body: html`${VALUES.map(valueRows)}`,
      below: VALUES.map(({ anchor, title }) => [anchor, title]),
    },
    { anchor: "errors", title: "Errors", body: ERRORS },
    {
      anchor: "other-operations",
      title: "The rest of the API",
      body: html`${paragraphs(
        "The fields of these are in [openapi.json](/api/openapi.json).",
      )}${otherOperations(routes)}`,
    },
  ];
}

/** Everything begins with a checkout; the rest stays as it is. */
function createFirst(a: Route, b: Route): number {
  const rank = ({ operation }: Route) => (operation === "create-checkout" ? 0 : 1);
  return rank(a) - rank(b);
}

function contents({ anchor, title, below = [] }: Section): Html {
  const more = below.map(([target, name]) => html`<li><a href="#${target}">${name}</a></li>`);
  return html`<li><a href="#${anchor}">${title}</a>${more.length > 0 && html`<ul>${more}</ul>`}</li>`;
}

function valueRows({ anchor, title, values }: ValueGuide): Html {
  return html`<section><h3 id="${anchor}">${title}</h3>${terms(
    Object.entries(values).map(([value, { meaning, advice }]) => [
      html`<code>${value}</code>`,
      html`<p>${prose(meaning)}</p><p>${prose(`**Do:** ${advice}`)}</p>`,
    ]),
  )}</section>`;
}

const ERRORS = html`${paragraphs(
  "Every refusal is `application/problem+json` (RFC 9457): decide by `code`, show `detail` to people, and look into `errors` for each field that is wrong. A payment that is not proved is no error but an [outcome](#outcomes).",
)}<dl class="rows">${Object.entries(ERROR_GUIDE).map(([code, guide]) => errorEntry(code as ErrorCode, guide))}</dl>`;

function errorEntry(code: ErrorCode, guide: string): Html {
  return html`<div id="error-${code}"><dt><code>${code}</code> <small>${PROBLEMS[code].status}</small></dt>
<dd>${PROBLEMS[code].title}. ${prose(guide)}</dd></div>`;
}
