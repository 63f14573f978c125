import { transformSync } from "esbuild";
import { describe, expect, test } from "vitest";
import { annotatePure } from "../../lib/infra/lean-bundles.ts";

const keep = { dropProperty: null };

/** What a bundler keeps of a module that nothing imports a name from. */
function remains(source: string): string {
  return transformSync(source, { loader: "ts", treeShaking: true, format: "esm" }).code.trim();
}

describe("a module that only defines values", () => {
  test("loses every definition that nothing uses, with chained and nested calls", () => {
    const source =
      'const a = make({ b: make("x").min(1).max(2), c: new Set([make(1)]) }).strict();';
    expect(remains(source)).not.toBe("");
    expect(remains(annotatePure(source, keep))).toBe("");
  });

  test("loses what is spread, and templates with a tag, where nothing uses them", () => {
    const source = "const a = { ...make(1), b: [...c] };\nconst d = html`<b>text</b>`;";
    expect(remains(source)).not.toBe("");
    expect(remains(annotatePure(source, keep))).toBe("");
  });

  test("loses what reads a property or fills a template, where nothing uses it", () => {
    const source =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source code
      "const a = make(b.shape.status);\nconst c = make({ path: `${d}/` });\nconst e = b.c;";
    expect(remains(source)).not.toBe("");
    expect(remains(annotatePure(source, keep))).toBe("");
  });

  test("keeps a definition that another one uses", () => {
    const source = 'const a = make("x");\nexport const b = make(a);';
    expect(remains(annotatePure(source, keep))).toContain('make("x")');
  });

  test("keeps what a function does when it is called", () => {
    const source = "export function f() { log(1); }\nexport const g = () => { log(2); };";
    expect(annotatePure(source, keep)).toBe(source);
  });

  test("keeps a call that stands by itself", () => {
    expect(remains(annotatePure("start();", keep))).toBe("start();");
  });

  test("loses a property by name, so that nothing it refers to is needed", () => {
    const source =
      "const big = make(1);\nexport const r = route({ path: 1, responses: { 200: big } });";
    const left = remains(annotatePure(source, { dropProperty: "responses" }));
    expect(left).toContain("path: 1");
    expect(left).not.toContain("make(1)");
  });
});
