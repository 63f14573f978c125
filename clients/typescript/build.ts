// Builds `dist/`: ES modules and CommonJS for Node.js and browsers, types, and the command line.
import { execFileSync } from "node:child_process";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = import.meta.dirname;
const dist = join(root, "dist");
const tsc = join(root, "..", "..", "node_modules", "typescript", "bin", "tsc");
const FORMATS = [
  { format: "esm", type: "module" },
  { format: "cjs", type: "commonjs" },
] as const;

rmSync(dist, { recursive: true, force: true });
const types = join(dist, "esm");
const options = ["--outDir", types, "--rootDir", join(root, "src")];
execFileSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json"), ...options]);
// Both formats have the same types.
cpSync(types, join(dist, "cjs"), { recursive: true });
await build({
  entryPoints: [join(root, "src/checkout.ts")],
  outdir: dist,
  bundle: true,
  // The MCP server's library is a file of its own, which only `checkout mcp` loads.
  splitting: true,
  chunkNames: "[name]-[hash]",
  format: "esm",
  platform: "node",
  target: "node20",
});
for (const { format, type } of FORMATS) {
  const outdir = join(dist, format);
  await build({
    entryPoints: {
      index: join(root, "src/index.ts"),
      operations: join(root, "src/generated/operations.ts"),
    },
    outdir,
    bundle: true,
    format,
    platform: "neutral",
    target: "es2022",
  });
  writeFileSync(join(outdir, "package.json"), `{ "type": "${type}", "sideEffects": false }\n`);
}
