import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";

const entry = z.looseObject({
  resolved: z.string().optional(),
  version: z.string().optional(),
  os: z.array(z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lock = z
  .object({ packages: z.record(z.string(), entry) })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8")));
const packages = Object.entries(lock.packages);

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
});
