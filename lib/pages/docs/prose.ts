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
