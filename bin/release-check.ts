import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandOptions } from "./command-options.ts";

// npm run release:check   names what is missing before the version of package.json can be tagged
commandOptions(import.meta.filename, {});

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const git = (...args: readonly string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

const { version } = JSON.parse(read("package.json")) as { version: string };
const notes = new RegExp(
  `^## ${version.replaceAll(".", "\\.")} \\((\\d{4}-\\d\\d-\\d\\d)\\)\n`,
  "m",
);
const unreleased =
  /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(read("CHANGELOG.md"))?.[1] ?? "";

const missing = [
  git("status", "--porcelain") === "" ? null : "Commit or drop the changes in the working tree.",
  notes.test(read("CHANGELOG.md"))
    ? null
    : `Give CHANGELOG.md a section "## ${version} (YYYY-MM-DD)" with the release notes.`,
  unreleased.trim() === ""
    ? null
    : 'Move the lines under "## Unreleased" in CHANGELOG.md to the version.',
  read("docs/openapi.released.json") === read("docs/openapi.json")
    ? null
    : "Run `npm run contract:release` and commit docs/openapi.released.json.",
  git("tag", "--list", `v${version}`) === ""
    ? null
    : `The tag v${version} exists: raise the version.`,
].filter((line) => line !== null);

for (const line of missing) console.error(`- ${line}`);
if (missing.length > 0) process.exit(1);
console.log(`Ready: npm run check && git tag v${version} && git push --tags`);
