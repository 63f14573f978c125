import { PROBLEMS, routeErrors } from "../../contract/problems.ts";
import type { Route, Surface } from "../../contract/route.ts";
import { type Html, html } from "../html.ts";
import { callTabs } from "./call-samples.ts";
import { curlOf } from "./curl.ts";
import { type Anchors, fieldRows } from "./field-rows.ts";
import { OBJECT_ANCHORS, OBJECTS } from "./objects.ts";
import { paragraphs, prose, sample, tabs } from "./prose.ts";

export function operationAnchor({ surface, operation }: Route): string {
  return `${surface}-${operation}`;
}

/** One operation: parameters, responses, errors, and the call in each language. */
export function operationEntry(route: Route): Html {
  const { request, scope, idempotent, example } = route;
  return html`<section><h3 id="${operationAnchor(route)}">${route.summary}</h3>
<p class="call"><b>${route.method}</b> <code>${route.path}</code></p>
${route.description && paragraphs(route.description)}
<p>${scope && html`Permission <code>${scope}</code>. `}${
    idempotent && html`Takes an <a href="#idempotency"><code>Idempotency-Key</code></a>.`
  }</p>
${fields("Path parameters", request.params)}${fields("Query parameters", request.query)}${
  hasFields(request.body) && fields("Request body", request.body)
}
${request.body && example !== undefined && sample(`Request body of ${addressOf(route)}`, JSON.stringify(example, null, 2))}
<h4>Responses</h4><p>${responses(route)}</p>
<p>Errors: ${errors(route)}.</p>
${tabs("Language", callTabs(route))}</section>`;
}

const addressOf = ({ method, path }: Route) => `${method} ${path}`;

function fields(title: string, schema: Route["request"]["body"]): Html | false {
  return schema !== undefined && html`<h4>${title}</h4>${fieldRows(schema, "input", NOWHERE)}`;
}
const NOWHERE: Anchors = new Map();

/** False for a body without fields. */
function hasFields(schema: Route["request"]["body"]): boolean {
  return schema !== undefined && !schema.safeParse(undefined).success;
}

function responses(route: Route): Html[] {
  return Object.entries(route.responses).map(
    ([status, schema], index) => html`${index > 0 && ", "}${status} ${linked(schema)}`,
  );
}

function linked(schema: Route["responses"][number]): Html | false {
  // Lists first: that of events is also the example of a list.
  const entry = OBJECTS.find((one) => isListOf(schema, one.schema));
  if (entry)
    return html`<a href="#object-list">list</a> of <a href="#${entry.anchor}">${entry.name}</a>`;
  const own = OBJECTS.find((one) => one.schema === schema);
  return own !== undefined && html`<a href="#${own.anchor}">${own.name}</a>`;
}

function isListOf(schema: Route["responses"][number], item: unknown): boolean {
  if (schema === null || typeof schema === "string" || !("shape" in schema)) return false;
  const { data } = schema.shape as { data?: { element?: unknown } };
  return data?.element === item;
}

function errors(route: Route): Html[] {
  const codes = routeErrors(route).toSorted((a, b) => PROBLEMS[a].status - PROBLEMS[b].status);
  return codes.map(
    (code, index) =>
      html`${index > 0 && ", "}${PROBLEMS[code].status} <a href="#error-${code}"><code>${code}</code></a>`,
  );
}

export const OBJECT_SECTIONS = OBJECTS.map(({ name, anchor, about, schema }) => {
  const others = new Map([...OBJECT_ANCHORS].filter(([, own]) => own !== anchor));
  return html`<section><h3 id="${anchor}">${name}</h3>${paragraphs(about)}
${fieldRows(schema, "output", others)}</section>`;
});

const SURFACES: Readonly<Record<Exclude<Surface, "v1">, string>> = {
  public: "For a customer's browser: no credential, rate-limited",
  service: "The service",
  auth: "Login",
  platform: "Dashboard API, with the access token of a login",
};

/** The other operations, each with its summary and a curl command. */
export function otherOperations(routes: readonly Route[]): Html[] {
  return Object.entries(SURFACES).map(([surface, title]) => {
    const rows = routes
      .filter((route) => route.surface === surface)
      .map(
        (route) => html`<div id="${operationAnchor(route)}"><dt class="call"><b>${route.method}</b>
<code>${route.path}</code></dt><dd>${prose(route.summary)}${sample(`curl for ${addressOf(route)}`, curlOf(route))}</dd></div>`,
      );
    return html`<h3>${title}</h3><dl class="rows">${rows}</dl>`;
  });
}
