import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { type Figure, median, round } from "./figure.ts";
import type { BundlePair } from "./plain-bundles.ts";

/** P2: what a cold start has to load. */
export async function bundleSize(bundles: readonly BundlePair[]): Promise<Figure> {
  const sized = await Promise.all(
    bundles.map(async ({ id, ours, oursBytes, plainBytes }) => {
      const zipped = gzipSync(await readFile(ours)).length;
      return { id, oursBytes, plainBytes, zipped, ratio: oursBytes / plainBytes };
    }),
  );
  const row = (name: string, pick: (values: readonly number[]) => number) => ({
    "": name,
    "ours KB": round(pick(sized.map(({ oursBytes }) => oursBytes)) / 1024, 0),
    "ours gzip KB": round(pick(sized.map(({ zipped }) => zipped)) / 1024, 0),
    "plain KB": round(pick(sized.map(({ plainBytes }) => plainBytes)) / 1024, 0),
    "ours/plain": round(pick(sized.map(({ ratio }) => ratio)), 2),
  });
  return {
    id: "P2",
    title: "bundle size per function",
    how: `${sized.length} functions; plain = NodejsFunction's esbuild defaults, minified, SDK bundled.`,
    rows: [
      row("smallest", (values) => Math.min(...values)),
      row("median", median),
      row("largest", (values) => Math.max(...values)),
      row("sum", (values) => values.reduce((sum, value) => sum + value, 0)),
    ].map((entry, index) => (index === 3 ? { ...entry, "ours/plain": sumRatio(sized) } : entry)),
    details: Object.fromEntries(
      sized.map(({ id, oursBytes, plainBytes, zipped }) => [id, { oursBytes, zipped, plainBytes }]),
    ),
  };
}

function sumRatio(sized: readonly { readonly oursBytes: number; readonly plainBytes: number }[]) {
  const sum = (pick: (entry: (typeof sized)[number]) => number) =>
    sized.reduce((total, entry) => total + pick(entry), 0);
  return round(sum(({ oursBytes }) => oursBytes) / sum(({ plainBytes }) => plainBytes), 2);
}
