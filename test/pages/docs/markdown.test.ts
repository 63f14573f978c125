import { parse } from "node-html-parser";
import { describe, expect, it, test } from "vitest";
import { EVENT_CATALOG } from "../../../lib/contract/event-catalog.ts";
import { ERROR_GUIDE } from "../../../lib/contract/problems.ts";
import { ROUTES } from "../../../lib/contract/routes/table.ts";
import { markdownFiles } from "../../../lib/pages/docs/markdown.ts";
import { docsSite } from "../../../lib/pages/docs/render-docs.ts";
import { topics } from "../../../lib/pages/docs/topics.ts";

const BASE = "https://pay.example";
const all = topics(ROUTES, BASE);
const files = markdownFiles(all, BASE);
const site = docsSite(all);
const words = (text: string) => text.match(/[\p{L}\d]{2,}/gu) ?? [];

describe("the documentation as Markdown", () => {
  it("has a file for each page, and the list of pages first", () => {
    const expected = ["index.md", ...all.map(({ slug }) => `${slug}.md`)];
    expect(Object.keys(files)).toEqual(expected);
    for (const { slug, title } of all) {
      expect(files["index.md"]).toContain(`[${title}](${BASE}/api/docs/${slug}.md)`);
    }
  });

  test.each(all.map(({ slug }) => slug))("%s has every word of the page, in its order", (slug) => {
    const markup = all.find((topic) => topic.slug === slug)?.body.markup ?? "";
    const shown = parse(markup.replaceAll("<", " <"), { blockTextElements: {} }).text;
    const heading = `# ${all.find((topic) => topic.slug === slug)?.title}`;
    const text = files[`${slug}.md`] ?? "";
    expect(text.startsWith(heading)).toBe(true);
    // Addresses of links are not text of the page.
    const body = text
      .slice(text.indexOf("\n\n", text.indexOf("> ")))
      .replaceAll(/\]\([^)]*\)/g, "]");
    expect(words(body)).toEqual(words(shown));
  });

  it("is free of markup, and of links that lead nowhere", () => {
    for (const [name, text] of Object.entries(files)) {
      const outside = text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, "");
      expect(outside, name).not.toMatch(/<\/?[a-z]|undefined|\[object/);
      for (const [, target = ""] of outside.matchAll(/\]\(([^)]+)\)/g)) {
        const file = target.match(/^https:\/\/pay\.example\/api\/docs\/(.*\.md)/)?.[1];
        if (file !== undefined) expect(Object.keys(files), target).toContain(file);
        else expect(target, name).toMatch(/^(?:#|https:)/);
      }
    }
  });

  it("explains every error code and event type, and shows a curl command for each operation", () => {
    for (const code of Object.keys(ERROR_GUIDE)) {
      expect(files["errors.md"]).toContain(`- \`${code}\` `);
    }
    for (const { type } of EVENT_CATALOG) expect(files["webhooks.md"]).toContain(`- \`${type}\`: `);
    for (const { path } of ROUTES) expect(files["reference.md"]).toContain(path);
  });

  it("is linked from its page", () => {
    for (const [slug, page] of site) {
      const link = parse(page("n0nce")).querySelector(".source a")?.getAttribute("href");
      expect(Object.keys(files)).toContain(link?.replace("/api/docs/", ""));
      expect(link).toBe(`/api/docs/${slug || "index"}.md`);
    }
  });
});
