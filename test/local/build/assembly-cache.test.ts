import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureAssembly } from "../../../lib/local/build/build-cache.ts";

let root = "";
const count = (file: string) => {
  try {
    return readFileSync(join(root, file), "utf8").length;
  } catch {
    return 0;
  }
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "build-"));
  for (const folder of ["lib/local", "functions", "bin"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "functions", "a.ts"), "1");
  writeFileSync(join(root, "bin", "build.ts"), 'require("node:fs").appendFileSync("built", "x");');
  writeFileSync(
    join(root, "bin", "app.ts"),
    'const fs = require("node:fs"); fs.appendFileSync("synthesised", "x"); fs.mkdirSync(process.env.CDK_OUTDIR); fs.writeFileSync(process.env.CDK_OUTDIR + "/manifest.json", process.env.STAGE ?? "");',
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("the assembly", () => {
  it("is made once for each state of its inputs, however many ask at once", async () => {
    const [first, second] = await Promise.all([
      ensureAssembly(root, "dev", "local"),
      ensureAssembly(root, "dev", "local"),
    ]);
    expect(first).toBe(second);
    expect([count("built"), count("synthesised")]).toEqual([1, 1]);
    writeFileSync(join(root, "lib", "local", "x.ts"), "not an input");
    expect(await ensureAssembly(root, "dev", "local")).toBe(first);
    writeFileSync(join(root, "functions", "a.ts"), "2");
    expect(await ensureAssembly(root, "dev", "local")).not.toBe(first);
    expect(count("built")).toBe(2);
  });

  it("is another one for another stage", async () => {
    const dev = await ensureAssembly(root, "dev", "local");
    const prod = await ensureAssembly(root, "prod", "local");
    expect(readFileSync(join(prod, "manifest.json"), "utf8")).toBe("prod");
    expect(prod).not.toBe(dev);
  });

  it("is not kept where the build fails, and the error shows the build's output", async () => {
    writeFileSync(
      join(root, "bin", "build.ts"),
      'console.error("a file is missing"); process.exit(1);',
    );
    await expect(ensureAssembly(root, "dev", "local")).rejects.toThrow("a file is missing");
    await expect(ensureAssembly(root, "dev", "local")).rejects.toThrow("a file is missing");
  });

  it("of a running process is kept, and of others the latest four", async () => {
    const folders: string[] = [];
    for (let state = 0; state < 7; state += 1) {
      writeFileSync(join(root, "functions", "a.ts"), `state ${state}`);
      folders.push(await ensureAssembly(root, "dev", "local"));
      // As if the process that uses it had ended, save for the first.
      if (state > 0) {
        const user = join(folders[state] ?? "", "in-use-by.");
        renameSync(`${user}${process.pid}`, `${user}999999999`);
      }
    }
    expect(folders.map((folder) => existsSync(folder))).toEqual([
      ...[true, false, false],
      ...[true, true, true, true],
    ]);
  });
});
