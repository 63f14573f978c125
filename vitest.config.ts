import { join } from "node:path";
import { defineConfig } from "vitest/config";

// A DynamoDB Local in place of the embedded engine is several times slower.
const SLOWER = process.env.TEST_DYNAMODB_ENDPOINT ? 15 : 1;

const SEEDED_FAST_CHECK = join(import.meta.dirname, "test/support/seeded-fast-check.ts");

// Each test file has a process of its own, and many start others: what V8 compiled once serves all. Coverage is less exact
// with it.
if (!process.argv.some((argument) => argument.startsWith("--coverage")))
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "dist/compile-cache");

/**
 * `pure`: parts without shared state; test files share a process, which halves their processor time. `unit`: fast,
 * one part at a time. `build`: bundles everything as for AWS. `stack`: starts the whole stack, where a test may
 * wait for a cold build. `browser`: the pages in Chromium.
 */
export default defineConfig({
  plugins: [
    {
      name: "seeded-fast-check",
      enforce: "pre",
      resolveId: (source, importer) =>
        source === "fast-check" && importer !== SEEDED_FAST_CHECK ? SEEDED_FAST_CHECK : null,
    },
  ],
  test: {
    pool: "forks",
    maxWorkers: 3,
    // Functions log what they do; only a failed test needs to show it.
    silent: "passed-only",
    // A bound for a machine that is busy with other work, not a claim about time.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          isolate: false,
          include: ["test/{domain,contract,providers,cloud,infra}/**/*.test.ts"],
          testTimeout: 120_000 * SLOWER,
          hookTimeout: 180_000 * SLOWER,
        },
      },
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "clients/typescript/test/**/*.test.ts",
            "test/{simulation,pipeline,use-cases,pages,store,relay,structure}/**/*.test.ts",
          ],
          testTimeout: 120_000 * SLOWER,
          hookTimeout: 180_000 * SLOWER,
        },
      },
      {
        extends: true,
        test: {
          name: "build",
          include: ["test/build/**/*.test.ts"],
          testTimeout: 120_000 * SLOWER,
          hookTimeout: 180_000 * SLOWER,
        },
      },
      {
        extends: true,
        test: {
          name: "stack",
          include: ["test/{clients,local,functions,integration}/**/*.test.ts"],
          testTimeout: 120_000 * SLOWER,
          hookTimeout: 180_000 * SLOWER,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 180_000 * SLOWER,
          hookTimeout: 180_000 * SLOWER,
        },
      },
    ],
  },
});
