import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { OUTCOME_GUIDE } from "../../lib/contract/guide/values.ts";
import english from "../../web/dashboard/src/texts/en.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "..", "..");
const DOCUMENTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const prose = readFileSync(path, "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set(headings);
}

describe.each(DOCUMENTS)("%s", (name) => {
  const text = readFileSync(join(ROOT, name), "utf8");

  test("names only existing commands", () => {
    const asked = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(
      ([, script]) => script ?? "",
    );
    expect(asked.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  test("links only to existing files", () => {
    // A regular expression in a code span may look like a link.
    const prose = text.replaceAll(/`[^`\n]*`/g, "");
    const links = [...prose.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => path ?? "");
    const missing = links.filter((path) => !existsSync(join(ROOT, name, "..", path)));
    expect(missing).toEqual([]);
  });

  test("links only to existing headings", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*\.md)?#([^)]+)\)/g)];
    const missing = links.filter(([, path, anchor = ""]) => {
      const document = path === undefined ? name : join(name, "..", path);
      return !anchorsOf(join(ROOT, document)).has(anchor);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });
});

test("the runbook explains every outcome of a payment that is missing, in the dashboard's words", () => {
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const [, table = ""] = /\n\| in the dashboard \|.*\n\|.*\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| (.+?) \| `(\w+)` \|/gm)];
  const outcomes = rows.map(([, , outcome = ""]) => outcome);
  expect(["matched", ...outcomes].toSorted()).toEqual(Object.keys(OUTCOME_GUIDE.values).toSorted());
  const shown = Object.values(english);
  expect(rows.map(([, words = ""]) => words).filter((words) => !shown.includes(words))).toEqual([]);
});
