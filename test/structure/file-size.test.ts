import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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

/** Tracked files that are not text: pictures, and the code of earlier releases. */
const BINARIES =
  /^(?:docs\/screenshots\/.*\.png|web\/dashboard\/public\/.*\.png|test\/fixtures\/released-bundles\.br)$/;

const generated = new Set(GENERATED_FILES.map(({ path }) => path));
const sources = tracked("*.ts", "*.tsx", "*.css", "*.cjs", "*.mjs").filter(
  (path) => !generated.has(path),
);

function tracked(...patterns: readonly string[]): readonly string[] {
  const listed = execFileSync("git", ["ls-files", "-z", ...patterns], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return listed.split("\0").filter((path) => path !== "" && existsSync(join(ROOT, path)));
}

function linesOf(path: string): number {
  return readFileSync(join(ROOT, path), "utf8").split("\n").length - 1;
}

describe("source files", () => {
  it("have at most 400 lines, or their listed limit", () => {
    const tooLong = sources.filter((path) => linesOf(path) > (STILL_LONGER[path] ?? MAX_LINES));
    expect(tooLong.map((path) => `${path}: ${linesOf(path)} lines`)).toEqual([]);
  });
});

it("no package, archive or other binary is tracked, except pictures and the released bundles", () => {
  const binaries = tracked().filter((path) => readFileSync(join(ROOT, path)).includes(0));
  expect(binaries.filter((path) => !BINARIES.test(path))).toEqual([]);
});
