import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SERVICE_VERSION } from "../../lib/contract/brand.ts";
import { startLocal } from "../../lib/local/stack.ts";
import { HANDLERS } from "../../lib/pages/docs/clients.ts";
import { isInstalled, packedClient } from "../support/released-bundles.ts";
import { spareThreads } from "../support/running-stack.ts";

/**
 * The walk of a developer: from an empty folder to a verified webhook, by pasting what the page "Clients" shows, and
 * nothing else. Only the registries are replaced, because the packages are not published: npm, pip and composer take
 * them from the files that would be published.
 */

const ROOT = join(import.meta.dirname, "..", "..");
const scratch = mkdtempSync(join(tmpdir(), "walk-"));
const shims = join(scratch, "bin");
let stack: Awaited<ReturnType<typeof startLocal>>;
let steps: Map<string, string[]>;

const run = (command: string, args: readonly string[], cwd = scratch) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const pathOf = (command: string) =>
  spawnSync("bash", ["-c", `command -v ${command}`], { encoding: "utf8" }).stdout.trim();

/** A command of the same name that comes first in the path. */
function shim(name: string, script: string): void {
  writeFileSync(join(shims, name), `#!/bin/bash\n${script}\n`);
  chmodSync(join(shims, name), 0o755);
}

async function packNode(): Promise<void> {
  const tarball = await packedClient();
  const prefix = join(scratch, "global");
  const quiet = ["--offline", "--no-audit", "--no-fund"];
  run("npm", ["install", ...quiet, "--global", "--prefix", prefix, tarball]);
  const npm = pathOf("npm");
  shim(
    "npm",
    `args=(); for one in "$@"; do case "$one" in
  checkout-verification-client) args+=("${tarball}");; express) args+=("${ROOT}/node_modules/express");; *) args+=("$one");;
esac; done; exec "${npm}" "\${args[@]}" ${quiet.join(" ")}`,
  );
  // \`npx\` finds the package where a developer's machine keeps what it fetched once.
  shim("npx", `[ "$1" = --yes ] || exit 9; shift 2; exec "${prefix}/bin/checkout" "$@"`);
}

function packPython(): void {
  const python = pathOf("python3");
  const site = run("python3", [
    "-c",
    "import flask, os; print(os.path.dirname(os.path.dirname(flask.__file__)))",
  ]);
  // A virtual environment that has our wheel, and Flask from this machine. A pip of its own takes 4 s.
  const has = (name: string) => {
    const find = `import importlib.util as util; exit(util.find_spec("${name}") is None)`;
    return spawnSync("python3", ["-c", find]).status === 0;
  };
  const hasPip = has("pip");
  const pip = `"${hasPip ? python : "$3/bin/python3"}" -m pip`;
  // Otherwise pip downloads the build backend. With `--no-index`, a new dependency of the client fails the installation.
  const here = hasPip && has("flit_core") ? "--no-build-isolation --no-index" : "";
  shim(
    "python3",
    `[ "$1 $2" = "-m venv" ] || exec "${python}" "$@"
"${python}" "$@" ${hasPip ? "--without-pip" : ""} || exit
${pip} install --quiet --prefix "$3" --ignore-installed ${here} "${join(ROOT, "clients/python")}" || exit
echo "${site.trim()}" > "$(echo "$3"/lib/python3*/site-packages)/machine.pth"
printf '#!/bin/bash\\n[ "$*" = "install checkout-verification-client flask" ]\\n' > "$3/bin/pip"
printf '#!/bin/bash\\nexec "%s/bin/python3" -m flask "$@"\\n' "$3" > "$3/bin/flask"; chmod +x "$3/bin/pip" "$3/bin/flask"`,
  );
}

function packPhp(): void {
  const composer = pathOf("composer");
  const name = "checkout-verification/client";
  const options = { symlink: false, versions: { [name]: SERVICE_VERSION } };
  const repositories = [
    { type: "path", url: join(ROOT, "clients/php"), options },
    { "packagist.org": false },
  ];
  const home = join(scratch, "composer");
  mkdirSync(home);
  writeFileSync(join(home, "config.json"), JSON.stringify({ repositories }));
  shim("composer", `COMPOSER_HOME="${home}" exec "${composer}" --no-interaction --quiet "$@"`);
}

beforeAll(async () => {
  mkdirSync(shims);
  stack = await startLocal({ seed: true, spareThreads });
  const page = parse(await (await fetch(`${stack.url}/api/docs/clients/`)).text(), {
    blockTextElements: { style: true, script: true },
  });
  steps = new Map(
    Object.values(HANDLERS).map(({ framework }) => [
      framework,
      page
        .querySelectorAll("pre")
        .filter((block) => block.getAttribute("aria-label")?.startsWith(`${framework}, step `))
        .map(({ text }) => text),
    ]),
  );
}, 120_000);
afterAll(async () => {
  await stack?.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** Pastes the steps into one shell, in an empty folder, and resolves with all that it prints. */
async function follow(framework: string): Promise<string> {
  const folder = mkdtempSync(join(scratch, "shop-"));
  const shell: ChildProcess = spawn("bash", ["-s"], {
    cwd: folder,
    detached: true,
    env: {
      ...process.env,
      PATH: `${shims}:${process.env.PATH}`,
      CHECKOUT_BASE_URL: stack.url,
      CHECKOUT_API_KEY: stack.seed?.test_key,
    },
  });
  let printed = "";
  for (const stream of [shell.stdout, shell.stderr]) {
    stream?.on("data", (chunk) => {
      printed += String(chunk);
    });
  }
  // The shell waits for its server; a line that fails ends it.
  shell.stdin?.end(`set -e\n${(steps.get(framework) ?? []).join("\n")}\nwait\n`);
  const ended = once(shell, "exit");
  await Promise.race([
    ended,
    expect.poll(() => printed, { timeout: 60_000 }).toContain("Paid: order-1042"),
  ]).catch(() => {});
  if (shell.exitCode === null) process.kill(-(shell.pid ?? 0), "SIGTERM");
  return printed;
}

const WALKS = [
  { framework: "Express", needs: [process.execPath, "--version"], pack: () => {} },
  {
    framework: "Flask",
    needs: ["python3", "-c", "import flask, venv, ensurepip"],
    pack: packPython,
  },
  { framework: "PHP", needs: ["composer", "--version"], pack: packPhp },
];

describe("from an empty folder to a verified webhook", () => {
  beforeAll(packNode, 120_000);

  it.each(WALKS)(
    "it takes five blocks of the page for $framework, and nothing else",
    async ({ framework, needs, pack }) => {
      if (!isInstalled(needs, { leftOut: `walk with ${framework}` })) return;
      pack();
      expect(steps.get(framework)).toHaveLength(5);
      expect(await follow(framework)).toContain("Paid: order-1042");
    },
    180_000,
  );
});
