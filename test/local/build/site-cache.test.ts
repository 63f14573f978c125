import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureSite, SITE_INPUTS } from "../../../lib/local/build/build-cache.ts";

/** Stands where the bundler would: counts its runs and writes a page. */
const BUNDLER = `const fs = require("node:fs");
fs.appendFileSync("runs", "x");
fs.mkdirSync(process.env.SITE_OUTDIR, { recursive: true });
fs.writeFileSync(process.env.SITE_OUTDIR + "/index.html", "<p>");`;

let root = "";
const runs = () => readFileSync(join(root, "runs"), "utf8").length;
const source = () => join(root, "web", "dashboard", "main.tsx");
const bundler = () => join(root, "node_modules", "vite", "bin", "vite.js");

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "site-"));
  for (const folder of ["web/dashboard", "lib/contract", "node_modules/vite/bin"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  writeFileSync(source(), "1");
  writeFileSync(bundler(), BUNDLER);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("the site", () => {
  it("is built once for each state of what it is made from, however many ask at once", async () => {
    const [folder] = await Promise.all([ensureSite(root), ensureSite(root)]);
    await ensureSite(root);
    expect(runs()).toBe(1);
    expect(existsSync(join(folder, "index.html"))).toBe(true);
    writeFileSync(source(), "2");
    await ensureSite(root);
    expect(runs()).toBe(2);
    writeFileSync(join(root, "lib", "contract", "route.ts"), "new");
    await ensureSite(root);
    expect(runs()).toBe(3);
  });

  it("is built again where its files are gone, and tried again where the build failed", async () => {
    const folder = await ensureSite(root);
    rmSync(folder, { recursive: true });
    await ensureSite(root);
    expect(runs()).toBe(2);
    writeFileSync(bundler(), 'console.error("no such module"); process.exit(1);');
    writeFileSync(source(), "3");
    await expect(ensureSite(root)).rejects.toThrow("no such module");
    await expect(ensureSite(root)).rejects.toThrow("no such module");
  });

  it("knows every file that it is made from", async () => {
    const repository = join(import.meta.dirname, "..", "..", "..");
    const { metafile } = await build({
      absWorkingDir: repository,
      entryPoints: [
        "web/dashboard/src/main.ts",
        "web/dashboard/src/counter/service-worker.ts",
        "web/dashboard/vite.config.ts",
        "web/dashboard/src/styles.css",
      ],
      outdir: join(root, "out"),
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      packages: "external",
      external: ["virtual:*"],
      logLevel: "error",
    });
    const others = Object.keys(metafile.inputs).filter(
      (file) => !SITE_INPUTS.some((input) => file === input || file.startsWith(`${input}/`)),
    );
    expect(others).toEqual([]);
  });
});
