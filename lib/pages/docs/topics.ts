import {
  EXCEPTION_GUIDE,
  OUTCOME_GUIDE,
  REVIEW_GUIDE,
  STATUS_GUIDE,
  type ValueGuide,
  WAITING_GUIDE,
} from "../../contract/guide/values.ts";
import { ERROR_GUIDE, PROBLEMS } from "../../contract/problems.ts";
import type { Route } from "../../contract/route.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import { type Html, html } from "../html.ts";
import { BANK_NOTICES } from "./bank-notices.ts";
import {
  AUTHENTICATION,
  CONVENTIONS,
  IDEMPOTENCY,
  PAGING,
  RATE_LIMITS,
  RETURN_ADDRESS,
  SIZES,
  testMode,
} from "./basics.ts";
import { BOOKS } from "./books.ts";
import { CALL_CLIENTS } from "./call-samples.ts";
import { CLIENTS, handlerGuides } from "./clients.ts";
import { CURL_VARIABLES } from "./curl.ts";
import {
  CHANGELOG,
  COMMAND_LINE,
  GOING_LIVE,
  LINKS,
  LOCAL,
  quickstart,
  SECURITY,
  VERSIONING,
} from "./guides.ts";
import { OBJECT_SECTIONS, operationEntry, otherOperations } from "./operations.ts";
import { paragraphs, prose, terms } from "./prose.ts";
import { TEAM } from "./team.ts";
import { EVENT_TYPE_ROWS, SIGNATURES, WEBHOOKS } from "./webhooks.ts";

/** One page: `/api/docs/{slug}/`. */
export interface Topic {
  readonly slug: string;
  readonly title: string;
  readonly about: string;
  readonly body: Html;
}

const VALUES: readonly ValueGuide[] = [
  STATUS_GUIDE,
  EXCEPTION_GUIDE,
  REVIEW_GUIDE,
  OUTCOME_GUIDE,
  WAITING_GUIDE,
];

/** Every page of the documentation, in reading order. */
export function topics(routes: readonly Route[], baseUrl: string): readonly Topic[] {
  const server = routes.filter(({ surface }) => surface === "v1").toSorted(createFirst);
  return [
    topic("quickstart", "Quickstart", "A verified payment in your own code.", quickstart(baseUrl)),
    topic("clients", "Clients", "TypeScript, Python and PHP.", [
      section("client-libraries", "Client libraries", CLIENTS),
      section("handlers", "A webhook handler in your framework", handlerGuides(baseUrl)),
    ]),
    topic("basics", "API basics", "Keys, requests, lists and idempotency.", [
      section("authentication", "API keys", AUTHENTICATION),
      section("conventions", "Requests and responses", CONVENTIONS),
      section("idempotency", "Repeating a request", IDEMPOTENCY),
      section("paging", "Lists", PAGING),
    ]),
    topic("states", "Payment states", "Every status, exception and outcome, and what to do.", [
      ...VALUES.map(valueRows),
      section("return-url", "The return page proves nothing", RETURN_ADDRESS),
    ]),
    topic("webhooks", "Webhooks", "Receive, verify and order events.", [
      section("webhooks", "Deliveries", WEBHOOKS),
      section("event-types", "Event types", EVENT_TYPE_ROWS),
    ]),
    topic(
      "signatures",
      "Webhooks without a client",
      "How to check a signature, in Node.js, Go and Java.",
      SIGNATURES,
    ),
    topic(
      "bank-notices",
      "Bank notices",
      "What the bank's SMS on your phone can do, and what it proves.",
      BANK_NOTICES,
    ),
    topic("links", "Payment links", "Get paid without a server, with your own logo.", LINKS),
    topic("team", "Team and counter", "Members, roles, cashiers and notifications.", TEAM),
    topic(
      "sandbox",
      "Sandbox",
      "Common outcomes, without real money.",
      section("sandbox", "Test references", testMode(baseUrl)),
    ),
    topic("books", "Books", "Sheets for accountants, and whether the bank agrees.", BOOKS),
    topic("local", "Testing on your machine", "The whole service on your laptop.", LOCAL),
    topic("command-line", "Command line", "Listen, trigger, resend, diagnose.", COMMAND_LINE),
    topic("reference", "API reference", "Every operation and object.", [
      section(
        "operations",
        "Server API",
        html`${paragraphs(CURL_VARIABLES, CALL_CLIENTS)}${server.map(operationEntry)}`,
      ),
      section("objects", "Objects", html`${OBJECT_SECTIONS}`),
      section(
        "other-operations",
        "Other operations",
        html`${paragraphs(
          "Their fields are in [openapi.json](/api/openapi.json). In a browser, a page of another origin, such as your shop's, cannot read the responses, unless the operator of the service allows its origin: call them from your server.",
        )}${otherOperations(routes)}`,
      ),
    ]),
    topic("errors", "Errors", "One entry for each code.", ERRORS),
    topic("limits", "Limits", "Sizes, rates and times.", [
      section("rate-limits", "Rate limits", RATE_LIMITS),
      section("sizes", "Sizes and times", SIZES),
    ]),
    topic("going-live", "Going live", "A checklist.", GOING_LIVE),
    topic("security", "Security", "Keys, signatures and data.", SECURITY),
    topic("versioning", "Versioning", "What may change, and when.", VERSIONING),
    topic("changelog", "Changelog", "What changed.", CHANGELOG),
  ];
}

function topic(slug: string, title: string, about: string, body: Html | readonly Html[]): Topic {
  return { slug, title, about, body: html`${body}` };
}

function section(anchor: string, title: string, body: Html): Html {
  return html`<section><h2 id="${anchor}">${title}</h2>${body}</section>`;
}

/** Sorts `create-checkout` first; the others keep their order. */
function createFirst(a: Route, b: Route): number {
  const rank = ({ operation }: Route) => (operation === "create-checkout" ? 0 : 1);
  return rank(a) - rank(b);
}

function valueRows({ anchor, title, values }: ValueGuide): Html {
  return section(
    anchor,
    title,
    terms(
      Object.entries(values).map(([value, { meaning, advice }]) => [
        html`<code>${value}</code>`,
        html`<p>${prose(meaning)}</p><p>${prose(`**Do:** ${advice}`)}</p>`,
      ]),
    ),
  );
}

const ERRORS = html`${paragraphs(
  "Every error is `application/problem+json` (RFC 9457). Branch on `code`, show `detail` to people, and read `errors` for each invalid field. A payment that cannot be verified is not an error but an [outcome](#outcomes).",
)}<dl class="rows">${Object.entries(ERROR_GUIDE).map(([code, guide]) => errorEntry(code as ErrorCode, guide))}</dl>`;

function errorEntry(code: ErrorCode, guide: string): Html {
  return html`<div id="error-${code}"><dt><code>${code}</code> <small>${PROBLEMS[code].status}</small></dt>
<dd>${PROBLEMS[code].title}. ${prose(guide)}</dd></div>`;
}
