import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GENERATED_FILES } from "../../bin/generated-files.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const MAX_LINES = 400;

/** Limits of files that are still longer. Shorten them and remove them from the list; add none. */
const STILL_LONGER: Readonly<Record<string, number>> = {
  "test/cloud/outbound.test.ts": 450,
  "test/domain/checkout.test.ts": 500,
  "test/functions/platform/webhooks.test.ts": 775,
  "test/infra/stacks.test.ts": 550,
  "test/integration/every-route.test.ts": 900,
  "test/providers/recorded-layouts.test.ts": 725,
  "test/use-cases/verification/verification-races.test.ts": 525,
  "test/use-cases/webhooks/schedule.test.ts": 475,
};

const generated = new Set(GENERATED_FILES.map(({ path }) => path));
const sources = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.css", "*.cjs", "*.mjs"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && !generated.has(path));

function linesOf(path: string): number {
  return readFileSync(join(ROOT, path), "utf8").split("\n").length - 1;
}

describe("source files", () => {
  it("have at most 400 lines, or their listed limit", () => {
    const tooLong = sources.filter((path) => linesOf(path) > (STILL_LONGER[path] ?? MAX_LINES));
    expect(tooLong.map((path) => `${path}: ${linesOf(path)} lines`)).toEqual([]);
  });
});
