import * as fc from "fast-check";

// What tests get for "fast-check" (see vitest.config.ts). Every run tries the same examples, so that a test
// which passed for one change cannot fail for the next by its draw. `FUZZ_SEED` tries others.
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });

// biome-ignore lint/performance/noBarrelFile lint/performance/noReExportAll: it stands in for the package.
export * from "fast-check";
export { default } from "fast-check";
