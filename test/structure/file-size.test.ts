import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GENERATED_FILES } from "../../bin/generated-files.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const MAX_LINES = 250;

/** Limits of files that are still longer. Shorten them and remove them from the list; add none. */
const STILL_LONGER: Readonly<Record<string, number>> = {
  "test/browser/dashboard.test.ts": 350,
  "test/browser/pay-page.test.ts": 475,
  "test/cloud/outbound.test.ts": 450,
  "test/cloud/provider-fetch.test.ts": 325,
  "test/cloud/webhook-url.test.ts": 325,
  "test/domain/breaker.test.ts": 300,
  "test/domain/checkout.test.ts": 425,
  "test/domain/matching.test.ts": 400,
  "test/functions/platform/webhooks.test.ts": 775,
  "test/fuzz/schema-values.ts": 275,
  "test/infra/stacks.test.ts": 625,
  "test/integration/every-route.test.ts": 900,
  "test/integration/hostile-http.test.ts": 400,
  "test/integration/providers-round-trip.test.ts": 350,
  "test/integration/webhooks.test.ts": 300,
  "test/local/bank/receipts.test.ts": 350,
  "test/local/compose-stack.test.ts": 350,
  "test/local/fixture/templates.ts": 350,
  "test/pages/pay-page/render.test.ts": 325,
  "test/providers/conformance/specimens.ts": 300,
  "test/providers/recorded-layouts.test.ts": 725,
  "test/providers/recognize-input.test.ts": 300,
  "test/support/metered-service.ts": 375,
  "test/support/webhook-world.ts": 400,
  "test/use-cases/model.test.ts": 350,
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
  it("have at most 250 lines, or their listed limit", () => {
    const tooLong = sources.filter((path) => linesOf(path) > (STILL_LONGER[path] ?? MAX_LINES));
    expect(tooLong.map((path) => `${path}: ${linesOf(path)} lines`)).toEqual([]);
  });
});
