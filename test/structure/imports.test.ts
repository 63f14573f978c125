import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..", "..");

/**
 * Who may import whom, as the architecture has it. A room may always import itself, and packages
 * unless the second list says which; `test` may import everything and is imported by nobody.
 */
const WALLS: Readonly<Record<string, { rooms: readonly string[]; packages?: RegExp }>> = {
  domain: { rooms: [], packages: /^$/ },
  contract: { rooms: ["domain"], packages: /^zod$/ },
  providers: {
    rooms: ["domain"],
    packages:
      /^(zod|htmlparser2|node-html-parser|unpdf|luxon|node:crypto|node:buffer|node:util|node:zlib)$/,
  },
  store: { rooms: ["domain", "contract"] },
  cloud: { rooms: ["domain", "contract"] },
  runtime: { rooms: ["domain", "contract", "providers", "store", "cloud"] },
  functions: { rooms: ["runtime", "contract", "domain", "providers", "store", "cloud"] },
  infra: { rooms: ["contract", "store/table.ts"] },
  web: { rooms: ["contract"] },
  relay: { rooms: [], packages: /^node:/ },
  local: {
    rooms: ["domain", "contract", "providers", "store", "cloud", "runtime", "infra"],
  },
  bin: {
    rooms: ["domain", "contract", "providers", "store", "cloud", "runtime", "infra", "local"],
  },
};
/** Folders of the repository with code that is shipped, and the rooms that they hold. */
const FOLDERS = ["lib", "functions", "web", "relay", "bin"];

interface Import {
  readonly file: string;
  readonly from: string;
  /** A room, with the path in it; or a package. */
  readonly to: string;
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(node_modules|dist|gen)\//.test(path));
}

/** Where a file belongs: `lib/store/table.ts` → `store/table.ts`. */
function placeOf(path: string): string {
  return relative(ROOT, path).replace(/^lib\//, "");
}

/** Static and dynamic imports, of values and of types alike. */
function importsOf(path: string): Import[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path, "utf8"), true, true);
  const file = placeOf(path);
  return importedFiles.map(({ fileName }) => ({
    file,
    from: file.split("/")[0] as string,
    to: fileName.startsWith(".") ? placeOf(resolve(path, "..", fileName)) : fileName,
  }));
}

function isAllowed({ from, to }: Import): boolean {
  const wall = WALLS[from];
  if (!wall) return false;
  const [room] = to.split("/");
  if (room === from && /\.tsx?$|\.css$/.test(to)) return true;
  const isOurs = room !== undefined && Object.hasOwn(WALLS, room) && to.includes("/");
  if (!isOurs) return wall.packages?.test(to) ?? !to.includes("../");
  return wall.rooms.some((allowed) => allowed === room || allowed === to);
}

const ALL = FOLDERS.flatMap(sources).flatMap(importsOf);

describe("the walls between the rooms", () => {
  it("let nobody import what is not for him", () => {
    expect(ALL.length).toBeGreaterThan(1_000);
    const through = ALL.filter((one) => !isAllowed(one)).map(({ file, to }) => `${file} → ${to}`);
    expect(through).toEqual([]);
  });

  it("are known for every room there is", () => {
    const rooms = new Set(FOLDERS.flatMap(sources).map((path) => placeOf(path).split("/")[0]));
    expect([...rooms].sort()).toEqual(Object.keys(WALLS).sort());
  });

  it("keep functions from knowing each other: what they share is in runtime", () => {
    const shared = ALL.filter(
      ({ from, to }) => from === "functions" && to.startsWith("functions/"),
    );
    expect(shared).toEqual([]);
  });

  it("keep the clients of AWS in one place of what runs there", () => {
    const built = ["store", "cloud", "runtime", "functions"]
      .flatMap((room) => sources(room === "functions" ? room : `lib/${room}`))
      .filter((path) => /new (\w+Client|DynamoDB|SQS|SNS)\(/.test(readFileSync(path, "utf8")))
      .map(placeOf);
    expect(built).toEqual(["runtime/deps.ts"]);
  });
});
