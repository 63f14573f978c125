/** Text that is markup already. Made by `html` and `trusted` only, so nothing else escapes escaping. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Piece = Html | string | number | null | undefined | false | readonly Piece[];

/**
 * Markup with holes. Whatever is put into a hole is text and gets escaped, for element content and for
 * quoted attributes alike; only other `Html` goes in as it is. Nothing, null and false leave no trace.
 */
export function html(parts: TemplateStringsArray, ...holes: readonly Piece[]): Html {
  return new Html(parts.map((part, index) => part + render(holes[index])).join(""));
}

/** Markup of our own making (built script and style, QR codes). Never for anything that came in. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

function render(piece: Piece): string {
  if (piece instanceof Html) return piece.markup;
  if (Array.isArray(piece)) return piece.map(render).join("");
  if (piece === null || piece === undefined || piece === false) return "";
  return escapeText(String(piece));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(DIRECTION_MARKS, "")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** Could make `moc.live` read as `evil.com`, or turn an account number around. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
