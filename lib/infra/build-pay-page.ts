import { join } from "node:path";
import { build } from "esbuild";

/** Where the built script and style of the pay page stand, relative to the root of the repository. */
export const PAY_PAGE_ASSETS = "lib/runtime/pay-page/assets.ts";

/**
 * Builds `web/pay` into a module of two strings, which the functions print into each page: one request
 * brings everything. The module is committed, so that tests and type checks need no build first.
 */
export async function buildPayPage(root: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["web/pay/pay.ts", "web/pay/pay.css"],
    outdir: join(root, "dist", "pay-page"),
    write: false,
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "iife",
    // Phones of the last six years or so; older ones get the page without scripts.
    target: ["chrome87", "safari15", "firefox85"],
    legalComments: "none",
    logLevel: "warning",
  });
  const text = (ending: string) =>
    (outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "").trim();
  return `// Built from web/pay by \`npm run build:pay-page\`. Do not edit.
// biome-ignore-all format: it is built
export const SCRIPT = ${JSON.stringify(text(".js"))};
export const STYLE = ${JSON.stringify(text(".css"))};
`;
}
