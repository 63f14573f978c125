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
});
