import * as fc from "fast-check";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { html, trusted } from "../../lib/pages/html.ts";

const TROUBLE = ["<", ">", '"', "'", "&", ";", "`", "/", "\u202e", "\ud800", "\u0000", "a"];
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...TROUBLE), maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 30 }),
);

describe("html", () => {
  it("keeps any text text, in content and in attributes", () => {
    void fc.assert(
      fc.property(anyText, (text) => {
        const { markup } = html`<p title="${text}">${text}</p>`;
        expect(markup.match(/[<>]/g)).toEqual(["<", ">", "<", ">"]);
        expect(markup.match(/"/g)).toHaveLength(2);
        expect(markup).not.toContain("'");
      }),
    );
  });

  it("gives back exactly what was put in", () => {
    const text = `<img src=x onerror="alert('1')"> & &amp; ተክሉ`;
    const element = parse(html`<p title="${text}">${text}</p>`.markup).querySelector("p");
    expect(element?.textContent).toBe(text);
    expect(element?.getAttribute("title")).toBe(text);
  });

  it("takes markup only from its own kind", () => {
    expect(html`${html`<b>${"<"}</b>`}${trusted("<i>")}`.markup).toBe("<b>&lt;</b><i>");
    const lookalike = { markup: "<script>" } as unknown as string;
    expect(html`${lookalike}`.markup).toBe("[object Object]");
  });

  it("leaves nothing of nothing, and joins lists", () => {
    expect(html`${null}${undefined}${false}${[html`<b>1</b>`, "<", 0]}`.markup).toBe(
      "<b>1</b>&lt;0",
    );
  });

  it("takes out marks that turn text around", () => {
    expect(html`${"a\u202eb\u2066c\u200f"}`.markup).toBe("abc");
  });
});
