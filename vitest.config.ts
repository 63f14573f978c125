import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// A DynamoDB Local in place of the embedded engine is several times slower.
const SLOWER = process.env.TEST_DYNAMODB_ENDPOINT ? 15 : 1;

/** Modules that tests get in place of packages. */
const INSTEAD: Readonly<Record<string, string>> = {
  "fast-check": join(import.meta.dirname, "test/support/seeded-fast-check.ts"),
};

// Tests start many processes: what V8 compiled once serves all. Coverage is less exact with it.
if (!process.argv.some((argument) => argument.startsWith("--coverage")))
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "dist/compile-cache");

// Some machines say that Python keeps nothing that it compiled; each start would compile its libraries again.
delete process.env.PYTHONDONTWRITEBYTECODE;

// esbuild's calls that block would go by a thread of its own, and wait for good if that fails.
process.env.ESBUILD_WORKER_THREADS = "0";

// Each of these replaces modules, loads modules anew, or looks at what runs in its process.
const ALONE = [
  "test/build/{build-functions,built-site,bundles}.test.ts",
  "test/functions/authorizer-tokens.test.ts",
  "test/local/build/thread-program.test.ts",
  "test/pipeline/cors.test.ts",
  "test/store/{retried,sealed-cursor,transact}.test.ts",
];

/** Those that take longest. By their size, which Vitest goes by, some would start last, and the other processor be idle then. */
const LONGEST = [
  "infra/second-region",
  "browser/dashboard-team",
  "browser/dashboard-views",
  "browser/pay-page",
  "functions/dashboard/dashboard",
  "simulation/simulation",
  "build/recipes",
  "integration/example-shops",
  "integration/every-route",
  "clients/shared-cases",
  "integration/documented-handlers",
  "integration/contract-fuzz",
  "use-cases/protocol-replay",
].map((name) => join(import.meta.dirname, "test", `${name}.test.ts`));

const BROWSER = join(import.meta.dirname, "test/browser/");
/** Other files after each file with a browser. */
const OTHERS = 2;

/**
 * After the files that are alone, as a process is kept only while the next file can use it. A browser's test mostly waits: where
 * all processes run one, a processor is idle, so their files are spread.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (LONGEST.includes(moduleId) ? 0 : 1);
    const sorted = (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
    const {
      alone = [],
      browser = [],
      others = [],
    } = Object.groupBy(sorted, ({ moduleId, project }) => {
      if (project.name === "alone") return "alone";
      return moduleId.startsWith(BROWSER) ? "browser" : "others";
    });
    const spread = browser.flatMap((file) => [file, ...others.splice(0, OTHERS)]);
    return [...alone, ...spread, ...others];
  }

  /** For `--shard`: the longest files, those with a browser and all others are dealt out in turn, the same on every machine. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {};
    const rank = ({ moduleId }: TestSpecification) => {
      if (LONGEST.includes(moduleId)) return LONGEST.indexOf(moduleId);
      return LONGEST.length + (moduleId.startsWith(BROWSER) ? 0 : 1);
    };
    const byPath = files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
    return byPath.toSorted((a, b) => rank(a) - rank(b)).filter((_, i) => i % count === index - 1);
  }
}

/**
 * `together`: files that share two processes, where code stays compiled and threads of local stacks stay warm. They need half
 * of the processor time. `alone`: files that need a process of their own.
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
    // A third process starts cold, with a browser of its own, and costs more than it gains.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Functions log what they do; only a failed test needs to show it.
    silent: "passed-only",
    setupFiles: ["test/support/as-alone.ts"],
    // A test may wait for a cold build. These are bounds for a machine that is busy with other work, no claims about time.
    testTimeout: 120_000 * SLOWER,
    hookTimeout: 180_000 * SLOWER,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          isolate: false,
          include: ["{test,clients/typescript/test}/**/*.test.ts"],
          exclude: ALONE,
        },
      },
      {
        extends: true,
        test: { name: "alone", include: ALONE },
      },
    ],
  },
});
