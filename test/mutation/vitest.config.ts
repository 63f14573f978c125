import { defineConfig } from "vitest/config";
import root from "../../vitest.config.ts";

/** The tests that the mutants of one area are tried against, as `run-area.ts` names them. */
export default defineConfig({
  plugins: root.plugins ?? [],
  test: {
    include: (process.env.MUTATION_TESTS ?? "").split(" ").filter(Boolean),
    isolate: process.env.MUTATION_ISOLATE !== "false",
    setupFiles: ["test/support/as-alone.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
