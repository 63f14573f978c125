import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import semver from "semver";
import { describe, expect, it } from "vitest";
import * as z from "zod";

const entry = z.looseObject({
  resolved: z.string().optional(),
  version: z.string().optional(),
  engines: z.unknown().optional(),
  hasInstallScript: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const ROOT = join(import.meta.dirname, "..", "..");
const MODULES = join(ROOT, "node_modules");
const jsonOf = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const lock = z.object({ packages: z.record(z.string(), entry) }).parse(jsonOf("package-lock.json"));
const packages = Object.entries(lock.packages);
const manifest = jsonOf("package.json");

describe("the lock file", () => {
  it("contains no registry URL", () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  // npm leaves out what the registry at hand did not have; `npm ci` then fails on other machines.
  it("has an entry for every optional package of every platform", () => {
    const wanted = packages.flatMap(([, each]) => Object.keys(each.optionalDependencies ?? {}));
    const missing = wanted.filter((name) => {
      const found = packages.find(([path]) => path.endsWith(`node_modules/${name}`));
      return found?.[1].version === undefined;
    });
    expect(missing).toEqual([]);
  });

  // npm would compare them with the Node that runs npm, and warn of packages that never run on it.
  it("asks for no Node except ours (else run: npm run lock)", () => {
    const asking = packages.filter(([path, { engines }]) => path !== "" && engines !== undefined);
    expect(asking.map(([path]) => path)).toEqual([]);
  });

  it("has only packages that support the pinned Node", () => {
    const node: string = manifest.devDependencies.node;
    const installed = packages.filter(([path]) => path !== "" && existsSync(join(ROOT, path)));
    const refusing = installed.filter(([path]) => {
      const wanted = jsonOf(`${path}/package.json`).engines?.node;
      return typeof wanted === "string" && !semver.satisfies(node, wanted);
    });
    expect(installed.length).toBeGreaterThan(300);
    expect(refusing.map(([path]) => path)).toEqual([]);
  });

  it("runs only install scripts that were reviewed", () => {
    const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const names = running.map(([path]) => path.replace(/^.*node_modules\//, "")).filter(Boolean);
    expect(names.toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted());
  });
});

/** A path and the folders that contain it. */
const lineage = (path: string) =>
  path.split(sep).map((_, index, names) => names.slice(0, index + 1).join(sep));

describe("what `npm ci` installs", () => {
  it("takes at most 700 MB once bin/trim-packages.mjs has run", () => {
    const trim = join(ROOT, "bin/trim-packages.mjs");
    const output = execFileSync(process.execPath, [trim, "--list"], { encoding: "utf8" });
    const trimmed = new Set(output.split("\n").filter(Boolean));
    // By number of the file: a second name of one file takes no space.
    const sizes = new Map<number, number>();
    for (const path of readdirSync(MODULES, { recursive: true, encoding: "utf8" })) {
      // Caches of tools, which `npm ci` does not bring.
      if (path.startsWith(".") && !path.startsWith(".bin")) continue;
      if (lineage(join(MODULES, path)).some((each) => trimmed.has(each))) continue;
      const { ino, blocks } = lstatSync(join(MODULES, path));
      sizes.set(ino, blocks * 512);
    }
    const megabytes = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 2 ** 20;
    expect(sizes.size).toBeGreaterThan(10_000);
    expect(megabytes).toBeLessThanOrEqual(700);
  });
});

describe("package.json", () => {
  it("pins every version", () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });
});
