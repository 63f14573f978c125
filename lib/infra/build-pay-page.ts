import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

/** Modules of built scripts and styles, relative to the root of the repository. */
export const PAY_PAGE_ASSETS = "lib/pages/pay-page/assets.ts";
export const CARD_ASSETS = "lib/pages/pay-page/card-assets.ts";
export const SCANNER_ASSET = "lib/pages/pay-page/scanner-asset.ts";

/**
 * Builds `web/pay` into a module of two strings, which the functions print into each page: one request
 * brings everything. The module is committed, so that tests and type checks need no build first.
 */
export function buildPayPage(root: string): Promise<string> {
  return buildModule(root, { SCRIPT: "pay.ts", STYLE: "pay.css" });
}

/** As `buildPayPage`, for the counter card: the pay page does without its rules. */
export function buildCard(root: string): Promise<string> {
  return buildModule(root, { CARD_STYLE: "card.css" });
}

/** As `buildPayPage`, for the script that the scan buttons load. */
export function buildScanner(root: string): Promise<string> {
  return buildModule(root, { SCANNER: "scanner.ts" });
}

/** A module with one string for each file of `web/pay`. */
async function buildModule(root: string, files: Readonly<Record<string, string>>): Promise<string> {
  const constants = await Promise.all(
    Object.entries(files).map(async ([name, file]) => {
      const text = JSON.stringify(await buildFile(root, file));
      return `export const ${name} = ${text};\n`;
    }),
  );
  return `// Built from web/pay by \`npm run generate\`. Do not edit.
// biome-ignore-all format: it is built
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is built
${constants.join("")}`;
}

async function buildFile(root: string, file: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`web/pay/${file}`],
    outdir: join(root, "dist", "pay-page"),
    write: false,
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "iife",
    // Phones of the last six years or so; older ones get the page without scripts. What ES2020 lacks would end the script of Chrome 80 to 84.
    target: ["es2020", "chrome87", "safari15", "firefox85"],
    legalComments: "none",
    logLevel: "warning",
    plugins: [colorsForOldPhones],
  });
  return (outputFiles[0]?.text ?? "").trim();
}

/** Writes `light-dark(a, b)` of the shared tokens as a media query: browsers know it since 2024 only. */
const colorsForOldPhones: Plugin = {
  name: "colors-for-old-phones",
  setup({ onLoad }) {
    onLoad({ filter: /tokens\.css$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const dark: string[] = [];
      const light = source.replaceAll(
        /(--[\w-]+): light-dark\(([^,]+), ([^)]+)\);/g,
        (_, name: string, inLight: string, inDark: string) => {
          // Without a space, which is kept in custom properties.
          dark.push(`${name}:${inDark};`);
          return `${name}:${inLight};`;
        },
      );
      const query = `@media (prefers-color-scheme: dark) {:root {${dark.join("")}}}`;
      return { loader: "css", contents: `${light}\n${query}` };
    });
  },
};

/**
 * The folder of the built dashboard.
 * @throws Error where it is missing: a deployment without it would delete the dashboard's files
 */
export function builtSite(folder: string): string {
  if (existsSync(join(folder, "index.html"))) return folder;
  throw new Error(`${folder} is missing: run \`npm run build:web\` before the synthesis.`);
}
