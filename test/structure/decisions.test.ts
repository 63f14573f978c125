import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "..", "..", "docs", "decisions");
const PAGES = readdirSync(FOLDER).filter((name) => name !== "README.md");

describe("decisions", () => {
  test("stand on at most 20 pages, one for each topic", () => {
    expect(PAGES.filter((name) => /^\d/.test(name))).toEqual([]);
    expect(PAGES.length).toBeLessThanOrEqual(20);
  });

  test.each(PAGES)("%s gives each decision a date, a reason and a consequence", (name) => {
    const [, ...entries] = readFileSync(join(FOLDER, name), "utf8").split(/^## /m);
    expect(entries.length).toBeGreaterThan(0);
    const incomplete = entries.filter(
      (entry) =>
        !/\b\d{4}-\d\d-\d\d\b/.test(entry) ||
        !/Why|Reason/.test(entry) ||
        !/Consequence/.test(entry),
    );
    expect(incomplete.map((entry) => entry.split("\n", 1)[0])).toEqual([]);
  });
});
