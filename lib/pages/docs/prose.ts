import { type Html, html } from "../html.ts";

/** Code, links and bold are the only Markdown in these texts. */
const MARK = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)|\*\*([^*]+)\*\*/g;

/** Turns `code`, [links](#anchor) and **bold** into markup. */
export function prose(text: string): Html {
  const pieces: (Html | string)[] = [];
  let from = 0;
  for (const match of text.matchAll(MARK)) {
    const [whole, code, label, target, bold] = match;
    pieces.push(text.slice(from, match.index));
    if (code !== undefined) pieces.push(html`<code>${code}</code>`);
    else if (bold !== undefined) pieces.push(html`<strong>${bold}</strong>`);
    else pieces.push(html`<a href="${target}">${prose(label ?? "")}</a>`);
    from = match.index + whole.length;
  }
  return html`${pieces}${text.slice(from)}`;
}

/** Wraps each text in a paragraph. */
export function paragraphs(...texts: readonly string[]): Html {
  return html`${texts.map((text) => html`<p>${prose(text)}</p>`)}`;
}

/** A code block that scrolls on its own, also with the keyboard. */
export function sample(label: string, code: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>`;
}

/** The same thing in one language or framework. */
export interface Tab {
  readonly name: string;
  /** For screen readers. */
  readonly label: string;
  readonly code: string;
  readonly also?: string | undefined;
}

/** Code in several languages. A script shows one at a time; without it, all stand below each other. */
export function tabs(what: string, all: readonly Tab[]): Html {
  return html`<div class="tabs" data-tabs="${what}">${all.map(
    ({ name, label, code, also }) =>
      html`<div data-tab="${name}"><h4>${name}</h4>${also !== undefined && paragraphs(also)}${sample(label, code)}</div>`,
  )}</div>`;
}

/** A list of terms and meanings. */
export function terms(entries: readonly (readonly [term: Html | string, about: Html | string])[]) {
  const rows = entries.map(([term, about]) => html`<div><dt>${term}</dt><dd>${about}</dd></div>`);
  return html`<dl class="rows">${rows}</dl>`;
}

/** A place in a page that a link can lead to. */
export interface Anchor {
  readonly anchor: string;
  /** Its heading or term, as text. */
  readonly title: string;
  /** 2, 3 or 4 for a heading; null for a term of a list. */
  readonly level: number | null;
  /** Text from here to the next anchor. */
  readonly text: string;
}

const ANCHOR = /<(\w+) id="([^"]+)"[^>]*>([\s\S]*?)<\/(?:h\d|dt|code|div)>/g;

/** Every anchor of a page's markup, in order. */
export function anchorsOf({ markup }: Html): readonly Anchor[] {
  const found = [...markup.matchAll(ANCHOR)];
  return found.map(({ 1: tag = "", 2: anchor = "", 3: inner = "", index }, position) => ({
    anchor,
    title: textOf(inner),
    level: /^h\d$/.test(tag) ? Number(tag[1]) : null,
    text: textOf(markup.slice(index, found[position + 1]?.index)),
  }));
}

/** Title, address and further words of a page and of each of its anchors. */
export type SearchEntry = readonly [title: string, address: string, words: string];

export function searchEntries(
  page: { readonly title: string; readonly about: string; readonly body: Html },
  address: string,
): readonly SearchEntry[] {
  const anchors = anchorsOf(page.body);
  const start = page.body.markup.slice(0, page.body.markup.search(/ id="/));
  return [
    [`${page.title}: ${page.about}`, address, wordsOf(textOf(start))],
    ...anchors.map(
      ({ anchor, title, text }) =>
        [`${page.title}: ${title}`, `${address}#${anchor}`, wordsOf(text)] as const,
    ),
  ];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** Without code samples. */
function textOf(markup: string): string {
  return markup
    .replaceAll(/<pre[\s\S]*?(?:<\/pre>|$)/g, " ")
    .replaceAll(/<[^>]*>?/g, " ")
    .replaceAll(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Each word once, in lower case: enough to find a section by, and shorter than its text. */
function wordsOf(text: string): string {
  return [...new Set(text.toLowerCase().match(/[\p{L}\d_][\p{L}\d_.-]*[\p{L}\d_]/gu))].join(" ");
}
