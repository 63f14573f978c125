import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { builtSite } from "../../lib/infra/build-pay-page.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "site-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("nothing is deployed without the dashboard's files: that would take them from the live one", () => {
  expect(() => builtSite(folder)).toThrow("run `npm run build:web`");
  writeFileSync(join(folder, "index.html"), "<!doctype html>\n");
  expect(builtSite(folder)).toBe(folder);
});
