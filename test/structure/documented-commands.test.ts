import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMAND_RUNS, documentedCommands } from "../commands/documented.ts";

test("`npm run check:commands` runs every command of the README, and each of them exists", () => {
  const file = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
  const { scripts } = JSON.parse(file) as { scripts: Record<string, string> };
  const documented = documentedCommands();
  expect(documented.length).toBeGreaterThan(15);
  for (const name of documented) expect(Object.keys(scripts), name).toContain(name);
  expect(Object.keys(COMMAND_RUNS).toSorted()).toEqual(documented.toSorted());
});
