import type { Html } from "../html.ts";

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
