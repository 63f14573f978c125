// `npm run clients:check`: builds the packages of all clients from a clean copy, installs each into an empty project,
// runs the shared cases there, and prints what would be published.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Driver, loadCases, runCases } from "./cases/run-cases.ts";

const ROOT = join(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "clients-"));
const copy = join(scratch, "copy");
let failures = 0;

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** The committed files, as `git` would check them out, and nothing else. */
function checkOut(): void {
  const archive = join(scratch, "clients.tar");
  run("git", ["archive", "--output", archive, "HEAD", "clients", "tsconfig.json"], ROOT);
  mkdirSync(copy);
  run("tar", ["-xf", archive], copy);
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
}

function project(name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  return folder;
}

function typescript(): Driver {
  const source = join(copy, "clients/typescript");
  const folder = project("typescript");
  const packed = run("npm", ["pack", "--json", "--pack-destination", folder], source);
  const [{ filename, files }] = JSON.parse(packed.slice(packed.indexOf("[")));
  publishes(
    filename,
    files.map(({ path }: { path: string }) => path),
  );
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`], folder);
  cpSync(join(source, "test/drive-cases.ts"), join(folder, "drive-cases.ts"));
  return {
    command: [process.execPath, join(folder, "drive-cases.ts")],
    env: { CLIENT_PACKAGE: "checkout-verification-client" },
  };
}

function python(): Driver {
  const source = join(copy, "clients/python");
  const folder = project("python");
  run("python3", ["-m", "venv", "venv"], folder);
  const interpreter = join(folder, "venv/bin/python3");
  run(
    interpreter,
    ["-m", "pip", "--quiet", "wheel", "--no-deps", "--wheel-dir", folder, source],
    folder,
  );
  const wheel = readdirSync(folder).find((name) => name.endsWith(".whl")) ?? "";
  const list = "import sys, zipfile; print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))";
  publishes(wheel, run(interpreter, ["-c", list, wheel], folder).trim().split("\n"));
  run(interpreter, ["-m", "pip", "--quiet", "install", "--no-index", wheel], folder);
  cpSync(join(source, "tests/drive_cases.py"), join(folder, "drive_cases.py"));
  return { command: [interpreter, join(folder, "drive_cases.py"), "threads"] };
}

function php(): Driver {
  const source = join(copy, "clients/php");
  const folder = project("php");
  run("composer", ["validate", "--strict", "--no-interaction"], source);
  const { version } = JSON.parse(
    readFileSync(join(copy, "clients/typescript/package.json"), "utf8"),
  );
  const archive = `checkout-verification-client-${version}`;
  const target = ["--format=tar", `--dir=${folder}`, `--file=${archive}`];
  run("composer", ["archive", "--no-interaction", ...target], source);
  const listed = run("tar", ["-tf", `${archive}.tar`], folder)
    .trim()
    .split("\n");
  publishes(
    `${archive}.tar`,
    listed.filter((name) => !name.endsWith("/")),
  );
  mkdirSync(join(folder, "package"));
  run("tar", ["-xf", `${archive}.tar`, "-C", "package"], folder);
  const name = "checkout-verification/client";
  const options = { symlink: false, versions: { [name]: version } };
  const manifest = {
    repositories: [{ type: "path", url: "./package", options }, { "packagist.org": false }],
    require: { [name]: version },
  };
  writeFileSync(join(folder, "composer.json"), JSON.stringify(manifest));
  run("composer", ["install", "--no-interaction", "--quiet"], folder);
  cpSync(join(source, "tests/drive-cases.php"), join(folder, "drive-cases.php"));
  return {
    command: ["php", join(folder, "drive-cases.php"), "curl"],
    env: { CLIENT_AUTOLOAD: join(folder, "vendor/autoload.php") },
  };
}

function publishes(archive: string, files: readonly string[]): void {
  console.log(`\n${archive}: ${files.length} files`);
  const folders = new Map<string, number>();
  for (const file of files) {
    const folder = file.split("/").slice(0, -1).join("/") || ".";
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of [...folders].sort()) console.log(`  ${folder}: ${count}`);
  const unwanted = files.filter((file) => /(^|\/)(tests?|vendor|node_modules)\//.test(file));
  if (unwanted.length > 0) fail(`${archive} contains ${unwanted.join(", ")}`);
}

function fail(text: string): void {
  failures += 1;
  console.error(`FAILED: ${text}`);
}

const CLIENTS = [
  { name: "TypeScript", needs: null, install: typescript },
  { name: "Python", needs: ["python3", "-c", "import venv, ensurepip"], install: python },
  { name: "PHP", needs: ["composer", "--version"], install: php },
] as const;

function isPresent(command: readonly string[] | null): boolean {
  if (command === null) return true;
  try {
    const [program = "", ...args] = command;
    run(program, args, scratch);
    return true;
  } catch {
    return false;
  }
}

try {
  checkOut();
  for (const { name, needs, install } of CLIENTS) {
    if (!isPresent(needs)) {
      console.log(`\nNot run: the client for ${name} (${needs?.[0]} is not installed)`);
      continue;
    }
    const driver = install();
    for (const { file, cases } of loadCases(join(copy, "clients/cases"))) {
      const problems = await runCases(driver, cases);
      console.log(`  ${name}, ${file}: ${cases.length - problems.length} of ${cases.length} cases`);
      for (const problem of problems) fail(problem);
    }
  }
  console.log(failures === 0 ? "\nAll packages are ready to publish." : `\n${failures} failures`);
} finally {
  if (existsSync(scratch)) rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
