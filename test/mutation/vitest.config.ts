import { join } from "node:path";
import { defineConfig } from "vitest/config";
import root from "../../vitest.config.ts";

const isIsolated = process.env.MUTATION_ISOLATE !== "false";
const ONCE = join(import.meta.dirname, "once-for-each-table.ts");

/** The tests that the mutants of one area are tried against, as `run-area.ts` names them. */
export default defineConfig({
  plugins: [
    ...(root.plugins ?? []),
    {
      name: "once-for-each-table",
      enforce: "pre",
      resolveId: (source, importer) =>
        !isIsolated && importer !== ONCE && source.endsWith("/once.ts") ? ONCE : null,
    },
  ],
  test: {
    include: (process.env.MUTATION_TESTS ?? "").split(" ").filter(Boolean),
    isolate: isIsolated,
    setupFiles: ["test/support/as-alone.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
