/** Markup. Only `html` and `trusted` create it, so everything else is escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Piece = Html | string | number | null | undefined | false | readonly Piece[];

/**
 * Template tag for markup. Values are escaped for element content and quoted attributes; only other `Html`
 * is inserted unchanged. Undefined, null and false insert nothing.
 */
export function html(parts: TemplateStringsArray, ...holes: readonly Piece[]): Html {
  return new Html(parts.map((part, index) => part + render(holes[index])).join(""));
}

/** Marks our own text as markup (built script and style, QR codes). Never use it for input. */
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

/** They could make `moc.live` read as `evil.com`, or reverse an account number. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Whether the caller accepts HTML: browsers say so, programs don't. */
export function wantsPage(headers: Readonly<Record<string, string>>): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? "");
}
