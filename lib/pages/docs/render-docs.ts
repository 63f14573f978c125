import { SERVICE_NAME } from "../../contract/brand.ts";
import { type Html, html, trusted } from "../html.ts";
import { type Anchor, anchorsOf, searchEntries } from "./prose.ts";
import { COPY_SCRIPT, SEARCH_SCRIPT, STYLE, TABS_SCRIPT } from "./style.ts";
import type { Topic } from "./topics.ts";

const ROOT = "/api/docs/";
const TITLE = `${SERVICE_NAME} documentation`;

/** The pages of the documentation by slug; the empty slug is the overview. */
export type DocsSite = ReadonlyMap<string, (nonce: string) => string>;

/** Renders every page once, except for the nonce of its style and script. */
export function docsSite(all: readonly Topic[]): DocsSite {
  const homes = new Map(
    all.flatMap(({ slug, body }) => anchorsOf(body).map(({ anchor }) => [anchor, slug] as const)),
  );
  const index = searchIndex(all);
  const overview: Topic = { slug: "", title: TITLE, about: "", body: overviewBody(all) };
  return new Map(
    [overview, ...all].map((topic) => {
      const body = linked(topic, homes);
      return [topic.slug, (nonce: string) => page({ topic, all, body, index, nonce })] as const;
    }),
  );
}

/** The page of an address that is none of the documentation's. */
export function unknownPage(all: readonly Topic[], nonce: string): string {
  const body = html`<p>Check the address, search, or choose a topic.</p>`;
  const topic: Topic = { slug: "", title: "There is no such page", about: "", body };
  return page({ topic, all, body, index: searchIndex(all), nonce });
}

function searchIndex(all: readonly Topic[]): string {
  const entries = all.flatMap((topic) => searchEntries(topic, `${ROOT}${topic.slug}/`));
  return JSON.stringify(entries).replaceAll("<", "\\u003c");
}

function overviewBody(all: readonly Topic[]): Html {
  const rows = all.map(
    ({ slug, title, about }) =>
      html`<div><dt><a href="${ROOT}${slug}/">${title}</a></dt><dd>${about}</dd></div>`,
  );
  return html`<p>Create a checkout, send your customer to its <code>pay_url</code>, and trust the signed
<code>checkout.verified</code> webhook. Customers pay straight into your own account.</p>
<dl class="rows">${rows}</dl>
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1), every page as Markdown
(<code>.md</code> after its name), <a href="/llms.txt">llms.txt</a> and <a href="/llms-full.txt">llms-full.txt</a>.
For assistants: <code>checkout mcp</code>, see <a href="#mcp">Command line</a>.</p>`;
}

/** An anchor of another page becomes a link to that page. */
function linked({ slug, body }: Topic, homes: ReadonlyMap<string, string>): Html {
  const markup = body.markup.replaceAll(/href="#([^"]+)"/g, (whole, anchor: string) => {
    const home = homes.get(anchor);
    return home === undefined || home === slug ? whole : `href="${ROOT}${home}/#${anchor}"`;
  });
  return trusted(markup);
}

interface PageParts {
  readonly topic: Topic;
  readonly all: readonly Topic[];
  readonly body: Html;
  readonly index: string;
  readonly nonce: string;
}

/** Headings of the page that is open, as a list under its title. */
function outline(anchors: readonly Anchor[]): Html | false {
  const headings = anchors.filter(({ level }) => level !== null && level < 4);
  return (
    headings.length > 1 &&
    html`<ul>${headings.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`)}</ul>`
  );
}

function page({ topic, all, body, index, nonce }: PageParts): string {
  const entries = all.map(({ slug, title }) => {
    const isOpen = slug === topic.slug;
    return html`<li><a href="${ROOT}${slug}/"${isOpen && trusted(' aria-current="page"')}>${title}</a>${
      isOpen && outline(anchorsOf(body))
    }</li>`;
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${topic.slug === "" ? "" : `${topic.title} · `}${TITLE}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style nonce="${nonce}">${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<div class="page">
<nav aria-label="Documentation"><p><a href="${ROOT}">${TITLE}</a></p>
<form role="search" hidden><label for="search">Search</label><div><input id="search" type="search" autocomplete="off"><button aria-label="Go to the first result">Go</button></div></form>
<ul data-results hidden></ul>
<details open><summary>All topics</summary><ul>${entries}</ul></details></nav>
<main id="content" tabindex="-1"><h1>${topic.title}</h1>${body}
<p class="source"><a href="${ROOT}${topic.slug || "index"}.md">This page as Markdown</a></p></main>
</div>
<p class="unseen" role="status" data-said></p>
<script type="application/json" id="search-index" nonce="${nonce}">${trusted(index)}</script>
<script nonce="${nonce}">${trusted(SEARCH_SCRIPT + TABS_SCRIPT + COPY_SCRIPT)}</script>
</body>
</html>`.markup;
}
