import { defineConfig } from "vitest/config";

/** Fast and pure first; then what starts the whole stack, where a test may wait for a cold build. */
export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    // Functions log what they do; only a failed test needs to show it.
    silent: "passed-only",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "test/{domain,contract,providers,cloud,runtime,store,relay,infra,structure}/**/*.test.ts",
          ],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "stack",
          include: ["test/{local,functions,integration}/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 90_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
