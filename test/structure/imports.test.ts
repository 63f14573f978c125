import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { importsIn } from "../../bin/dependency-picture.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");

/**
 * Allowed imports per top folder. A folder may import itself and, unless `packages` restricts them, all packages.
 * `test` may import everything; nothing imports it.
 */
const WALLS: Readonly<Record<string, { rooms: readonly string[]; packages?: RegExp }>> = {
  domain: { rooms: [], packages: /^$/ },
  contract: {
    rooms: ["domain", "providers/facts.ts"],
    packages: /^zod$/,
  },
  providers: {
    rooms: ["domain"],
    packages:
      /^(zod|htmlparser2|node-html-parser|unpdf|luxon|node:crypto|node:buffer|node:util|node:zlib)$/,
  },
  store: { rooms: ["domain", "contract", "cloud/dynamodb.ts"] },
  cloud: { rooms: ["domain", "contract"] },
  pipeline: { rooms: ["domain", "contract", "store", "cloud"] },
  "use-cases": { rooms: ["domain", "contract", "providers", "store", "cloud", "pipeline"] },
  pages: {
    rooms: ["domain", "contract", "providers", "store", "cloud", "pipeline", "use-cases"],
  },
  functions: {
    rooms: ["domain", "contract", "providers", "store", "cloud", "pipeline", "use-cases", "pages"],
  },
  infra: {
    rooms: [
      "contract",
      "domain/provider.ts",
      "store/due-shards.ts",
      "store/table.ts",
      "providers/facts.ts",
      "providers/http/config.ts",
      "providers/reach.ts",
    ],
  },
  clients: {
    rooms: [],
    packages:
      /^(node:|@modelcontextprotocol\/server(?:\/stdio)?$|esbuild$|publint$|standardwebhooks$|vitest$|zod$)/,
  },
  web: { rooms: ["contract", "clients", "infra/made-at-build.ts"] },
  smoke: { rooms: [], packages: /^$/ },
  relay: { rooms: [], packages: /^node:/ },
  local: {
    rooms: [
      "domain",
      "contract",
      "providers",
      "store",
      "cloud",
      "pipeline",
      "use-cases",
      "infra/site-headers.ts",
      "smoke",
    ],
  },
  bin: {
    rooms: [
      "domain",
      "contract",
      "providers",
      "store",
      "cloud",
      "pipeline",
      "use-cases",
      "infra",
      "local",
      "smoke",
    ],
  },
};
/** Folders with shipped code. */
const FOLDERS = ["lib", "functions", "web", "clients", "relay", "bin"];

interface Import {
  readonly file: string;
  readonly from: string;
  /** A path below the top folder, or a package. */
  readonly to: string;
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(node_modules|dist|gen)\//.test(path));
}

/** Path below its top folder: `lib/store/table.ts` → `store/table.ts`. */
function placeOf(path: string): string {
  return relative(ROOT, path).replace(/^lib\//, "");
}

/** Static and dynamic imports, of values and of types alike. */
function importsOf(path: string): Import[] {
  const file = placeOf(path);
  return importsIn(path).map((name) => ({
    file,
    from: file.split("/")[0] as string,
    to: name.startsWith(".") ? placeOf(resolve(path, "..", name)) : name,
  }));
}

function isAllowed({ from, to }: Import): boolean {
  const wall = WALLS[from];
  if (!wall) return false;
  const [room] = to.split("/");
  if (room === from && /\.(tsx?|css|json)$/.test(to)) return true;
  const isOurs = room !== undefined && Object.hasOwn(WALLS, room) && to.includes("/");
  if (!isOurs) return wall.packages?.test(to) ?? !to.includes("../");
  return wall.rooms.some((allowed) => allowed === room || allowed === to);
}

const ALL = FOLDERS.flatMap(sources).flatMap(importsOf);

describe("imports between folders", () => {
  it("are on the list of allowed imports", () => {
    expect(ALL.length).toBeGreaterThan(1_000);
    const through = ALL.filter((one) => !isAllowed(one)).map(({ file, to }) => `${file} → ${to}`);
    expect(through).toEqual([]);
  });

  it("let the local stack start without the CDK, the SDK and undici, a third of its memory", () => {
    const program = `
      const loaded = new Set();
      const { registerHooks } = await import("node:module");
      registerHooks({
        load: (url, context, next) => {
          loaded.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
          return next(url, context);
        },
      });
      await import("./lib/local/stack.ts");
      console.log([...loaded].join(" "));`;
    const args = ["--input-type=module", "-e", program];
    const packages = execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
    expect(packages).toContain("zod");
    expect(packages).not.toMatch(/aws-cdk-lib|@aws-sdk|@smithy|undici/);
  });

  it("have no cycles between folders of use cases or pages", () => {
    const folderOf = (path: string) => path.split("/").slice(0, 2).join("/");
    const imports = new Map<string, Set<string>>();
    for (const { file, to } of ALL) {
      const [from, target] = [folderOf(file), folderOf(to)];
      if (!/^(use-cases|pages)\//.test(from) || !/^(use-cases|pages)\//.test(target)) continue;
      if (from === target) continue;
      imports.set(from, (imports.get(from) ?? new Set()).add(target));
    }
    const circles: string[] = [];
    const follow = (path: readonly string[]): void => {
      for (const next of imports.get(path.at(-1) as string) ?? []) {
        if (next === path[0]) circles.push([...path, next].join(" → "));
        else if (!path.includes(next)) follow([...path, next]);
      }
    };
    for (const folder of imports.keys()) follow([folder]);
    expect(imports.size).toBeGreaterThan(10);
    expect(circles).toEqual([]);
  });

  it("have a rule for every folder", () => {
    const rooms = new Set(FOLDERS.flatMap(sources).map((path) => placeOf(path).split("/")[0]));
    expect([...rooms].sort()).toEqual(Object.keys(WALLS).sort());
  });

  it("never lead from one function to another", () => {
    const shared = ALL.filter(
      ({ from, to }) => from === "functions" && to.startsWith("functions/"),
    );
    expect(shared).toEqual([]);
  });

  it("create AWS clients in one file only", () => {
    const built = ["store", "cloud", "pipeline", "use-cases", "pages", "functions"]
      .flatMap((room) => sources(room === "functions" ? room : `lib/${room}`))
      .filter((path) => /new (\w+Client|DynamoDB|SQS|SNS)\(/.test(readFileSync(path, "utf8")))
      .map(placeOf);
    expect(built).toEqual(["pipeline/deps.ts"]);
  });
});
