// Generates the Python client with openapi-generator, and runs a sample program on it against the local
// stack: `npm run check:python-client`. Without Java or Python it says so and ends well. Both the generator
// and the client's libraries come from PyPI, into a virtual environment that is kept in `.local/`.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { commandOptions } from "../../../bin/command-options.ts";
import { startLocal } from "../../../lib/local/stack.ts";

commandOptions(import.meta.filename, {});
const ROOT = join(import.meta.dirname, "..", "..", "..");
const FOLDER = join(ROOT, ".local", "python-client");
const GENERATOR = "openapi-generator-cli==7.26.0";
const EXPECTED = {
  status: "verified",
  outcome: "matched",
  waiting_for: null,
  event: "checkout.verified",
  event_again: true,
  listed: "order-7",
  missing: "not_found",
  refused_before_sending: true,
};

const missing = [
  ["java", "-version"],
  ["python3", "-c", "import venv, ensurepip"],
].filter(([command = "", ...args]) => spawnSync(command, args, { stdio: "ignore" }).status !== 0);

if (missing.length > 0) {
  const names = missing.map(([command]) => command).join(" and ");
  console.log(`skipped: the Python client needs ${names}`);
} else await check();

async function check(): Promise<void> {
  const client = join(FOLDER, "client");
  rmSync(client, { recursive: true, force: true });
  mkdirSync(client, { recursive: true });
  await promisify(execFile)("python3", ["-m", "venv", join(FOLDER, "venv")]);
  await run("pip", "install", "-q", GENERATOR);
  const input = join(ROOT, "docs", "openapi.json");
  await run(
    ...["openapi-generator-cli", "generate", "-g", "python", "-i", input, "-o", client],
    "--additional-properties=packageName=checkout_client,projectName=checkout-client",
  );
  await run("pip", "install", "-q", "-r", join(client, "requirements.txt"));

  const stack = await startLocal({ seed: true });
  try {
    const sample = join(import.meta.dirname, "sample.py");
    const printed = await run("python", sample, stack.url, stack.seed?.test_key ?? "");
    assert.deepEqual(JSON.parse(printed), EXPECTED);
  } finally {
    await stack.close();
  }
  console.log("The generated Python client works against the local stack.");
}

/** Runs a program of the virtual environment and returns what it printed. The stack runs meanwhile. */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(join(FOLDER, "venv", "bin", program), args, {
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, PYTHONPATH: join(FOLDER, "client") },
  });
  return stdout;
}
