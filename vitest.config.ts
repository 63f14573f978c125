import { join } from "node:path";
import { defineConfig } from "vitest/config";

// A DynamoDB Local in place of the embedded engine is several times slower.
const SLOWER = process.env.TEST_DYNAMODB_ENDPOINT ? 15 : 1;

/** Modules that tests get in place of packages. */
const INSTEAD: Readonly<Record<string, string>> = {
  "fast-check": join(import.meta.dirname, "test/support/seeded-fast-check.ts"),
  "aws-sdk-client-mock": join(import.meta.dirname, "test/support/restored-client-mock.ts"),
};

// Each test file has a process of its own, and many start others: what V8 compiled once serves all. Coverage is less exact
// with it.
if (!process.argv.some((argument) => argument.startsWith("--coverage")))
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "dist/compile-cache");

// Each of these replaces modules, loads modules anew, or looks at what runs in its process.
const ALONE = [
  "test/functions/authorizer-tokens.test.ts",
  "test/local/build/thread-program.test.ts",
  "test/pipeline/cors.test.ts",
  "test/simulation/*.test.ts",
  "test/store/{retried,sealed-cursor,transact}.test.ts",
];

/** Test files share a process, where code stays compiled: they need half of the processor time. */
const TOGETHER = {
  isolate: false,
  exclude: ALONE,
  setupFiles: ["test/support/as-alone.ts"],
  testTimeout: 120_000 * SLOWER,
  hookTimeout: 180_000 * SLOWER,
};

/**
 * `pure`: parts without shared state. `unit`: fast, one part at a time. `build`: bundles everything as for AWS. `stack`:
 * starts the whole stack, where a test may wait for a cold build. `browser`: the pages in Chromium. `alone`: files that need
 * a process of their own.
 */
export default defineConfig({
  plugins: [
    {
      name: "instead-of-packages",
      enforce: "pre",
      resolveId: (source, importer) => (importer === INSTEAD[source] ? null : INSTEAD[source]),
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
          ...TOGETHER,
          name: "pure",
          include: ["test/{domain,contract,providers,cloud,infra}/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...TOGETHER,
          name: "unit",
          include: [
            "clients/typescript/test/**/*.test.ts",
            "test/{pipeline,use-cases,pages,store,relay,structure}/**/*.test.ts",
          ],
        },
      },
      {
        extends: true,
        test: {
          ...TOGETHER,
          name: "stack",
          include: ["test/{clients,local,functions,integration}/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: { ...TOGETHER, name: "browser", include: ["test/browser/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          ...TOGETHER,
          name: "alone",
          isolate: true,
          include: ["test/build/**/*.test.ts", ...ALONE],
          exclude: [],
        },
      },
    ],
  },
});
