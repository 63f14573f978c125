import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildFunctions } from "../../lib/infra/build-functions.ts";
import { handlerAlone } from "../../lib/infra/lean-bundles.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "build-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const one = { id: "v1-read-thing", folder: "functions/v1", name: "readThing" };
const two = { id: "v1-list-things", folder: "functions/v1", name: "listThings" };
const FILE = "functions/v1/things.ts";
const outputFolder = () => join(root, "dist/functions");

describe("the build", () => {
  test("makes a runnable bundle of every handler of a file, with only the code that it uses", async () => {
    write(
      "lib/shared.ts",
      'export const used: string = "yes";\nexport const unused = "left out";\n',
    );
    write("lib/neighbor.ts", 'process.env.NEIGHBOR_LOADED = "yes";\nexport const other = 2;\n');
    write(
      FILE,
      `import { used } from "../../lib/shared.ts";
       import { other } from "../../lib/neighbor.ts";
       class Named extends Error { name = "Named"; }
       export const readThing = async () => [used, new Named().name];
       export const listThings = make(async () => other);
       function make<T>(handle: T): T { return handle; }`.replaceAll(/^ +/gm, ""),
    );
    const input = { handlers: [one, two], root, outputFolder: outputFolder() };
    const built = await buildFunctions(input);
    expect(built.map(({ id }) => id).toSorted()).toEqual([two.id, one.id]);
    const load = (id: string) =>
      createRequire(import.meta.url)(join(outputFolder(), id, "index.cjs")) as {
        handler: () => Promise<unknown>;
      };
    await expect(load(one.id).handler()).resolves.toEqual(["yes", "Named"]);
    expect(process.env.NEIGHBOR_LOADED).toBeUndefined();
    await expect(load(two.id).handler()).resolves.toBe(2);
    expect(process.env.NEIGHBOR_LOADED).toBe("yes");
    delete process.env.NEIGHBOR_LOADED;
    expect(built.find(({ id }) => id === one.id)?.bytes).toBeLessThan(2_000);
  });

  test("names every handler that the tables ask for and that not exactly one file exports", async () => {
    write(FILE, "export const readThing = async () => 1;\n");
    write("functions/v1/more.ts", "export const readThing = async () => 1;\n");
    const building = buildFunctions({ handlers: [one, two], root, outputFolder: outputFolder() });
    await expect(building).rejects.toThrow("functions/v1: readThing\n  functions/v1: listThings");
  });

  test("removes the bundle of a function that has left the tables", async () => {
    write(FILE, "export const readThing = async () => 1;\nexport const listThings = readThing;\n");
    await buildFunctions({ handlers: [one, two], root, outputFolder: outputFolder() });
    await buildFunctions({ handlers: [two], root, outputFolder: outputFolder() });
    expect(existsSync(join(outputFolder(), one.id))).toBe(false);
    expect(existsSync(join(outputFolder(), two.id, "index.cjs"))).toBe(true);
  });

  test("writes source maps only when asked to", async () => {
    write(FILE, "export const readThing = async () => 1;\n");
    const map = join(outputFolder(), one.id, "index.cjs.map");
    const input = { handlers: [one], root, outputFolder: outputFolder() };
    await buildFunctions(input);
    expect(existsSync(map)).toBe(false);
    await buildFunctions({ ...input, sourceMaps: true });
    expect(existsSync(map)).toBe(true);
  });

  test("unpacks the table of HTML's entities, which stays the package's own", async () => {
    const load = createRequire(createRequire(import.meta.url).resolve("htmlparser2"));
    const { htmlDecodeTree } = load("entities/decode") as { htmlDecodeTree: Uint16Array };
    mkdirSync(join(root, "node_modules"));
    symlinkSync(
      dirname(dirname(load.resolve("entities/decode"))),
      join(root, "node_modules/entities"),
    );
    write(
      FILE,
      `import { htmlDecodeTree } from "entities/decode";
       export const readThing = async () => htmlDecodeTree;`.replaceAll(/^ +/gm, ""),
    );
    await buildFunctions({ handlers: [one], root, outputFolder: outputFolder() });
    const bundle = join(outputFolder(), one.id, "index.cjs");
    const unpacked = Buffer.from(htmlDecodeTree.buffer).toString("base64");
    expect(readFileSync(bundle, "utf8")).toContain(unpacked);
    expect(await load(bundle).handler()).toEqual(htmlDecodeTree);
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
      export const things = async () => [one(), all.two, all];`;
    write("lib/things.ts", text);
    write(
      FILE,
      `import { things } from "../../lib/things.ts";
       export const readThing = things;
       export const listThings = things;`.replaceAll(/^ +/gm, ""),
    );
    const sharedPackages = true;
    await buildFunctions({
      handlers: [one, two],
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

describe("a handler alone", () => {
  const source = [
    'import "./runs.ts";',
    'import { a } from "./a.ts";',
    'import { b, type B } from "./b.ts";',
    "start();",
    "export interface Shape { readonly b: B }",
    "const LIMIT = 2;",
    "export const first = make(a, () => limited(LIMIT));",
    "export const second = make(b, () => 1);",
    "function limited(n: number) { return n; }",
    "function make<T>(...parts: T[]) { return parts; }",
  ].join("\n");

  test("keeps what it uses, directly or not, and what a module does when it is loaded", () => {
    expect(handlerAlone(source, "first").split("\n")).toEqual([
      'import "./runs.ts";',
      'import { a } from "./a.ts";',
      "start();",
      "const LIMIT = 2;",
      "const first = make(a, () => limited(LIMIT));",
      "function limited(n: number) { return n; }",
      "function make<T>(...parts: T[]) { return parts; }",
      "export { first as handler };",
      "",
    ]);
  });

  test("is without its neighbors and the imports that only they use", () => {
    expect(handlerAlone(source, "second")).not.toMatch(/first|LIMIT|a\.ts/);
  });
});
