import * as fc from "fast-check";

// What tests get for "fast-check" (see vitest.config.ts). Every run tries the same examples, so that a test
// which passed for one change cannot fail for the next by its draw. `FUZZ_SEED` tries others.
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });

/** All code points but surrogates, as one range. */
const SURROGATES = { first: 0xd800, count: 0x800 };
const character = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map(
  (n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count),
  (text) => {
    const [one, ...others] = typeof text === "string" ? text : "";
    const code = one?.codePointAt(0) ?? -1;
    const isSurrogate = code >= SURROGATES.first && code < SURROGATES.first + SURROGATES.count;
    if (code < 0 || others.length > 0 || isSurrogate) throw new Error("not one character");
    return code < SURROGATES.first ? code : code - SURROGATES.count;
  },
);

/** The package's own unit "binary" makes a map of all characters first, which takes 0.8 s and stays in memory. */
export const string: typeof fc.string = (constraints) =>
  fc.string(constraints?.unit === "binary" ? { ...constraints, unit: character } : constraints);

// biome-ignore lint/performance/noBarrelFile lint/performance/noReExportAll: it stands in for the package.
export * from "fast-check";
export default { ...fc.default, string };
