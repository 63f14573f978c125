import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildFunctions } from "../../lib/infra/build-functions.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "build-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const one = { id: "v1-read-thing", file: "functions/v1/read-thing.ts" };
const two = { id: "workers-sweep", file: "functions/workers/sweep.ts" };
const outputFolder = () => join(root, "dist/functions");

describe("the build", () => {
  test("makes a runnable bundle of every function, with only the code it uses", async () => {
    write(
      "lib/shared.ts",
      'export const used: string = "yes";\nexport const unused = "left out";\n',
    );
    write(
      one.file,
      'import { used } from "../../lib/shared.ts";\nclass Named extends Error { name = "Named"; }\nexport const handler = async () => [used, new Named().name];\n',
    );
    write(two.file, "export const handler = async () => 2;\n");
    const built = await buildFunctions({ files: [one, two], root, outputFolder: outputFolder() });
    expect(built.map(({ id }) => id).toSorted()).toEqual([one.id, two.id]);
    const path = join(outputFolder(), one.id, "index.cjs");
    const { handler } = createRequire(import.meta.url)(path) as { handler: () => Promise<unknown> };
    await expect(handler()).resolves.toEqual(["yes", "Named"]);
    expect(built.find(({ id }) => id === one.id)?.bytes).toBeLessThan(2_000);
  });

  test("names every file that the tables ask for and that is not there", async () => {
    const building = buildFunctions({ files: [one, two], root, outputFolder: outputFolder() });
    await expect(building).rejects.toThrow(`${one.file}\n  ${two.file}`);
  });

  test("removes the bundle of a function that has left the tables", async () => {
    write(one.file, "export const handler = async () => 1;\n");
    write(two.file, "export const handler = async () => 2;\n");
    await buildFunctions({ files: [one, two], root, outputFolder: outputFolder() });
    await buildFunctions({ files: [two], root, outputFolder: outputFolder() });
    expect(existsSync(join(outputFolder(), one.id))).toBe(false);
    expect(existsSync(join(outputFolder(), two.id, "index.cjs"))).toBe(true);
  });

  test("writes source maps only when asked to", async () => {
    write(one.file, "export const handler = async () => 1;\n");
    const map = join(outputFolder(), one.id, "index.cjs.map");
    await buildFunctions({ files: [one], root, outputFolder: outputFolder() });
    expect(existsSync(map)).toBe(false);
    await buildFunctions({ files: [one], root, outputFolder: outputFolder(), sourceMaps: true });
    expect(existsSync(map)).toBe(true);
  });

  test("shares packages between functions, and evaluates those that a function uses", async () => {
    const packages = {
      both: "globalThis.evaluated += 1; export default () => 1; export const two = 2;",
      unused: "globalThis.evaluated += 10; export const ten = 10;",
    };
    for (const [name, text] of Object.entries(packages)) {
      write(`node_modules/${name}/index.js`, text);
      write(
        `node_modules/${name}/package.json`,
        JSON.stringify({ name, type: "module", exports: { import: "./index.js" } }),
      );
    }
    write("package.json", '{"type": "module"}');
    const text = `import one, * as all from "both";
      import { ten } from "unused";
      const never = () => ten;
      export const handler = async () => [one(), all.two, all];`;
    write(one.file, text);
    write(two.file, text);
    const sharedPackages = true;
    await buildFunctions({
      files: [one, two],
      root,
      outputFolder: outputFolder(),
      sharedPackages,
    });
    Object.assign(globalThis, { evaluated: 0 });
    const require = createRequire(import.meta.url);
    const results = await Promise.all(
      [one, two].map(({ id }) => require(join(outputFolder(), id, "index.cjs")).handler()),
    );
    expect(results.map(([first, second]) => [first, second])).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect((globalThis as { evaluated?: number }).evaluated).toBe(1);
  });
});
