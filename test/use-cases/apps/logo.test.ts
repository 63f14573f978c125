import { describe, expect, it } from "vitest";
import { cleanSvg, readPng } from "../../../lib/use-cases/apps/logo.ts";
import { png } from "../../support/file-encoders.ts";

const svg = (inside: string, attributes = 'viewBox="0 0 8 8"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

describe("an SVG logo", () => {
  it.each([
    ["a script", "<script>alert(1)</script>"],
    [
      "a script in a namespace",
      '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    ],
    ["an event handler", '<circle r="1" onload="alert(1)"/>'],
    ["an event handler in capitals", '<circle r="1" ONCLICK="alert(1)"/>'],
    ["HTML", "<foreignObject><body/></foreignObject>"],
    ["a link", '<a href="https://example.com"><circle r="1"/></a>'],
    ["a picture from elsewhere", '<image href="https://example.com/x.png"/>'],
    ["an SVG in a picture", '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'],
    ["a drawing from elsewhere", '<use xlink:href="https://example.com/x.svg#a"/>'],
    ["a script address", '<use href="javascript:alert(1)"/>'],
    ["a style from elsewhere", "<style>@import 'https://example.com/x.css';</style>"],
    ["a hidden style", "<style>a{b:u&#114;l(https://example.com)}</style>"],
    ["an escaped style", "<style>a{b:\\75rl(x)}</style>"],
    ["an image set", "<rect style=\"fill:image-set('x.png' 1x)\"/>"],
    ["a paint from elsewhere", '<rect fill="url(https://example.com/x#y)"/>'],
    ["an animation", '<animate attributeName="href" values="javascript:alert(1)"/>'],
  ])("is refused with %s", (_, inside) => {
    const result = cleanSvg(svg(inside));
    const text = typeof result === "string" ? result : result.svg;
    // An element of a foreign namespace may also be left out.
    expect(text).not.toMatch(
      /^<svg[\s\S]*(alert|example\.com|foreignObject|animate|image-set|75rl)/,
    );
  });

  it.each([
    ["nothing", ""],
    ["no SVG", "<html/>"],
    ["a broken file", "<svg viewBox='0 0 1 1'><g>".slice(0, 10)],
    ["no size", svg("", "")],
    ["entities", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("")}`],
    ["two roots", svg("") + svg("")],
    ["a bomb of references", svg('<use href="#a"/>'.repeat(21))],
    ["a deep nest", svg("<g>".repeat(70) + "</g>".repeat(70))],
  ])("is refused with %s", (_, source) => {
    expect(cleanSvg(source)).toEqual(expect.any(String));
  });

  it("keeps drawing elements and drops comments, editors' data and instructions", () => {
    const source = `<?xml version="1.0"?><?xml-stylesheet href="x.css"?><!DOCTYPE svg PUBLIC "a" "b"><!-- note -->${svg(
      '<metadata><rdf:RDF>me</rdf:RDF></metadata><sodipodi:namedview/><defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient></defs><style>.a{fill:url(#g)}</style><path class="a" inkscape:label="x" d="M0 0h8v8z"/><text>A &amp; B &lt;</text>',
    )}`;
    const result = cleanSvg(source);
    expect(result).toEqual({
      svg: '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8"><defs><linearGradient id="g"><stop offset="0" stop-color="#f00"></stop></linearGradient></defs><style>.a{fill:url(#g)}</style><path class="a" d="M0 0h8v8z"></path><text>A &amp; B &lt;</text></svg>',
    });
  });
});

describe("a PNG logo", () => {
  it("drops texts and keeps the image", () => {
    const file = png(3, 5);
    const read = readPng(file);
    if (typeof read === "string") throw new Error(read);
    expect([read.width, read.height]).toEqual([3, 5]);
    expect(file.includes("made for a test")).toBe(true);
    expect(read.bytes.includes("made for a test")).toBe(false);
    expect(readPng(read.bytes)).toEqual(read);
  });

  it("is rejected if damaged, truncated, too large or another format", () => {
    const file = png(3, 5);
    const damaged = Buffer.from(file);
    damaged[20] = 99;
    for (const wrong of [damaged, file.subarray(0, -4), png(1025, 1), Buffer.from("GIF89a")]) {
      expect(readPng(wrong)).toEqual(expect.any(String));
    }
  });
});
