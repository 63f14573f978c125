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
import { buildTogether } from "../../lib/infra/functions-together.ts";
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
});

describe("functions together", () => {
  let running: object | undefined;
  beforeEach(async () => {
    write("package.json", '{"type": "module"}');
    write("node_modules/package/package.json", '{"type": "module", "exports": "./index.js"}');
    write("node_modules/package/index.js", "globalThis.evaluated += 1; export default () => 1;");
    for (const [name, exported] of [
      ["@aws-sdk/core/httpAuthSchemes", "AwsSdkSigV4Signer"],
      ["@smithy/node-http-handler", "NodeHttpHandler"],
    ])
      write(`node_modules/${name}/index.js`, `export class ${exported} {}`);
    write("lib/pipeline/cell.ts", "");
    write("lib/kept.ts", 'import { cell } from "./pipeline/cell.ts";\nexport const kept = cell();');
    write(
      FILE,
      `import one from "package";
       import { kept } from "../../lib/kept.ts";
       let calls = 0;
       const handle = async () => [one(), (calls += 1), (kept.made = (kept.made ?? 0) + 1)];
       export const readThing = handle;
       export const listThings = handle;`.replaceAll(/^ +/gm, ""),
    );
    Object.assign(globalThis, { evaluated: 0 });
    await buildTogether({ handlers: [one, two], root, outputFolder: outputFolder() });
    running = {};
  });
  const made = (id: string) => {
    const require = createRequire(import.meta.url);
    const { make, together } = require(join(outputFolder(), id, "index.cjs")) as {
      readonly make: () => () => Promise<unknown>;
      readonly together: { readonly separate: (current: () => object | undefined) => void };
    };
    together.separate(() => running);
    return make();
  };

  test("evaluate a package once, and each handler's own file for each function", async () => {
    await expect(made(one.id)()).resolves.toEqual([1, 1, 1]);
    running = {};
    await expect(made(two.id)()).resolves.toEqual([1, 1, 1]);
    expect((globalThis as { evaluated?: number }).evaluated).toBe(1);
  });

  test("keep what belongs to the function that runs, and nothing once it is loaded anew", async () => {
    const [first, second] = [{}, {}];
    running = first;
    const handler = made(one.id);
    await handler();
    await expect(handler()).resolves.toEqual([1, 2, 2]);
    running = second;
    await expect(made(two.id)()).resolves.toEqual([1, 1, 1]);
    running = first;
    await expect(handler()).resolves.toEqual([1, 3, 3]);
    running = {};
    await expect(made(one.id)()).resolves.toEqual([1, 1, 1]);
  });

  test("keep nothing while no function runs: it could be another function's", async () => {
    const handler = made(one.id);
    running = undefined;
    await expect(handler()).rejects.toThrow("weak map key");
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
