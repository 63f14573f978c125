import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "..", "..", ".github", "workflows");
const WORKFLOWS = readdirSync(FOLDER).map(
  (name) => [name, readFileSync(join(FOLDER, name), "utf8")] as const,
);

describe.each(WORKFLOWS)("the workflow %s", (_, text) => {
  test("names every action of others by its commit, with its version beside it", () => {
    const used = [...text.matchAll(/uses: (\S+)(.*)/g)].filter(
      ([, name]) => !name?.startsWith("./"),
    );
    for (const [line] of used) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("has no more than reading rights, except where a job asks for more", () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
  });

  test("puts nothing that a pull request says into a command", () => {
    const commands = text.match(/run: [\s\S]*?(?=\n\s+- |\n\s+\w+:|$)/g) ?? [];
    for (const command of commands) expect(command).not.toMatch(/\$\{\{\s*github\.event/);
  });
});
