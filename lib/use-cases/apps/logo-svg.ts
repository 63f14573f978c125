import { Parser } from "htmlparser2";

const SHAPES = "path rect circle ellipse line polyline polygon text tspan image use";
const GROUPS = "svg g defs symbol clipPath mask pattern linearGradient radialGradient stop style";
const ELEMENTS = new Set(`${SHAPES} ${GROUPS} title desc`.split(" "));

/** Elements of drawing programs; dropped with their contents. */
const EDITORS = /^(metadata|sodipodi:|inkscape:|rdf:|sketch:|adobe:|i:|x:)/i;

const MAX_ELEMENTS = 5000;
const MAX_DEPTH = 64;
/** Nested references multiply; this limit keeps the worst case small. */
const MAX_USES = 20;

class Refusal extends Error {
  override readonly name = "Refusal";
}

/**
 * Rewrites an SVG with drawing elements only. Anything that could run, load or link is rejected rather than
 * removed, so that a logo never looks different from its file.
 *
 * @returns the SVG text, or what is wrong with the file as the end of a sentence about the field
 */
export function cleanSvg(source: string): { readonly svg: string } | string {
  const writer = new SvgWriter();
  const parser = new Parser(writer, { xmlMode: true, decodeEntities: true });
  try {
    parser.write(source);
    parser.end();
    return { svg: writer.finished() };
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

class SvgWriter {
  #text = "";
  #open: string[] = [];
  /** Depth inside a dropped element; 0 outside. */
  #dropped = 0;
  #elements = 0;
  #uses = 0;
  #style = "";
  #isClosed = false;

  onopentag(name: string, attributes: Record<string, string>): void {
    if (this.#dropped > 0 || EDITORS.test(name)) {
      this.#dropped += 1;
      return;
    }
    if (this.#isClosed || (this.#open.length === 0) !== (name === "svg")) {
      throw new Refusal("is not an SVG file");
    }
    if (!ELEMENTS.has(name)) throw new Refusal(`contains <${name}>, which a logo may not have`);
    this.#elements += 1;
    if (name === "use") this.#uses += 1;
    const isTooMuch = this.#elements > MAX_ELEMENTS || this.#uses > MAX_USES;
    if (isTooMuch || this.#open.length >= MAX_DEPTH) throw new Refusal("is too complex");
    const isRoot = this.#open.length === 0;
    if (isRoot && !attributes.viewBox && !(attributes.width && attributes.height)) {
      throw new Refusal("is an SVG without a viewBox");
    }
    this.#open.push(name);
    const written = Object.entries(attributes).flatMap(([attribute, value]) =>
      writeAttribute(name, attribute, value),
    );
    const namespace = isRoot
      ? ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
      : "";
    this.#text += `<${name}${namespace}${written.join("")}>`;
  }

  ontext(text: string): void {
    if (this.#dropped > 0 || this.#open.length === 0) return;
    if (this.#open.at(-1) === "style") this.#style += text;
    this.#text += escapeXml(text);
  }

  onclosetag(): void {
    if (this.#dropped > 0) {
      this.#dropped -= 1;
      return;
    }
    const name = this.#open.pop();
    if (name === undefined) throw new Refusal("is not an SVG file");
    // Checked at the end because the parser delivers text in pieces.
    if (name === "style") assertHarmless("style", this.#style);
    this.#text += `</${name}>`;
    this.#isClosed = this.#open.length === 0;
  }

  onprocessinginstruction(name: string, text: string): void {
    if (/doctype/i.test(name) && text.includes("[")) {
      throw new Refusal("defines entities of its own");
    }
  }

  finished(): string {
    if (!this.#isClosed) throw new Refusal("is not an SVG file");
    return this.#text;
  }
}

function writeAttribute(element: string, name: string, value: string): string[] {
  if (/^on/i.test(name)) throw new Refusal(`contains ${name}, which a logo may not have`);
  if (name === "href" || name === "xlink:href") {
    const isLocal = value.startsWith("#");
    const isPicture =
      element === "image" && /^data:image\/(png|jpeg);base64,[\w+/=\s]*$/.test(value);
    if (!isLocal && !isPicture) throw new Refusal("refers to something outside of the file");
  } else if (!/^[A-Za-z][\w-]*$/.test(name) || name === "xmlns") {
    return [];
  }
  assertHarmless(name, name.endsWith("href") ? "" : value);
  return [` ${name}="${escapeXml(value)}"`];
}

/** Rejects styles and paints that refer outside of the file. */
function assertHarmless(where: string, value: string): void {
  const outside =
    /@import|image-set|src\s*\(|expression\s*\(|javascript:|\\|url\s*\(\s*(?!['"]?\s*#)/i;
  if (outside.test(value)) throw new Refusal(`has a ${where} that refers outside of the file`);
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
