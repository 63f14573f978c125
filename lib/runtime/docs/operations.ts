import { PROBLEMS } from "../../contract/problems.ts";
import type { Route, Surface } from "../../contract/route.ts";
import { routeErrors } from "../../contract/route-errors.ts";
import { type Html, html } from "../pay-page/html.ts";
import { type Anchors, fieldRows } from "./field-rows.ts";
import { OBJECT_ANCHORS, OBJECTS } from "./objects.ts";
import { paragraphs, prose, sample } from "./prose.ts";

export function operationAnchor({ surface, operation }: Route): string {
  return `${surface}-${operation}`;
}

/** An operation in full: what goes in, what comes out, what can be refused. */
export function operationEntry(route: Route): Html {
  const { request, scope, idempotent, example } = route;
  return html`<section><h3 id="${operationAnchor(route)}">${route.summary}</h3>
<p class="call"><b>${route.method}</b> <code>${route.path}</code></p>
${route.description && paragraphs(route.description)}
<p>${scope && html`Scope <code>${scope}</code>. `}${
    idempotent && html`Takes an <a href="#idempotency"><code>Idempotency-Key</code></a>.`
  }</p>
${fields("In the path", request.params)}${fields("In the query", request.query)}${
  hasFields(request.body) && fields("Body", request.body)
}
${request.body && example !== undefined && sample("Example of the body", JSON.stringify(example, null, 2))}
<h4>Answers</h4><p>${answers(route)}</p>
<p>Errors: ${errors(route)}.</p></section>`;
}

function fields(title: string, schema: Route["request"]["body"]): Html | false {
  return schema !== undefined && html`<h4>${title}</h4>${fieldRows(schema, "input", NOWHERE)}`;
}
const NOWHERE: Anchors = new Map();

/** A body that takes no field at all is not worth a heading. */
function hasFields(schema: Route["request"]["body"]): boolean {
  return schema !== undefined && !schema.safeParse(undefined).success;
}

function answers(route: Route): Html[] {
  return Object.entries(route.responses).map(
    ([status, schema], index) => html`${index > 0 && ", "}${status} ${linked(schema)}`,
  );
}

function linked(schema: Route["responses"][number]): Html | false {
  const own = OBJECTS.find((one) => one.schema === schema);
  if (own) return html`<a href="#${own.anchor}">${own.name}</a>`;
  const entry = OBJECTS.find((one) => isListOf(schema, one.schema));
  return (
    entry !== undefined &&
    html`<a href="#object-list">list</a> of <a href="#${entry.anchor}">${entry.name}</a>`
  );
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
  public: "What a customer's browser does: no credential, rate-limited",
  service: "The service itself",
  auth: "Login of the dashboard",
  platform: "What the dashboard does, with an access token",
};

/** The rest of the API in one line each: its fields are in openapi.json. */
export function otherOperations(routes: readonly Route[]): Html[] {
  return Object.entries(SURFACES).map(([surface, title]) => {
    const rows = routes
      .filter((route) => route.surface === surface)
      .map(
        (route) => html`<div id="${operationAnchor(route)}"><dt class="call"><b>${route.method}</b>
<code>${route.path}</code></dt><dd>${prose(route.summary)}</dd></div>`,
      );
    return html`<h3>${title}</h3><dl class="rows">${rows}</dl>`;
  });
}
