import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROUTES } from "../../lib/contract/routes/table.ts";

const TEST = join(import.meta.dirname, "..");
const TITLE = /\b(?:describe|it|test)\(\s*"([^"]*)"/g;

/** Titles of the tests that call functions as clients do. */
function titles(): readonly string[] {
  return ["functions", "integration", "browser"].flatMap((folder) =>
    readdirSync(join(TEST, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [...readFileSync(join(TEST, folder, file), "utf8").matchAll(TITLE)])
      .map(([, title = ""]) => title),
  );
}

it("finds the tests of every operation by its name: npx vitest run -t platform/create-app", () => {
  const words = new Set(titles().flatMap((title) => title.split(/[\s:,]+/)));
  const names = ROUTES.map(({ surface, operation }) => `${surface}/${operation}`);
  expect(names.filter((name) => !words.has(name))).toEqual([]);
});
