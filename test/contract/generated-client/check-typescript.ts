// Generates types with openapi-typescript, as `examples/README.md` tells merchants to, compiles a sample program on
// them and runs it against the local stack: `npm run check:typescript-client`. The generator comes from the npm
// registry, with the TypeScript it needs; without a registry the check says so and ends well.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { commandOptions } from "../../../bin/command-options.ts";
import { startLocal } from "../../../lib/local/stack.ts";

commandOptions(import.meta.filename, {});
const ROOT = join(import.meta.dirname, "..", "..", "..");
const TSC = join(ROOT, "node_modules", "typescript", "bin", "tsc");
const GENERATOR = ["--package=openapi-typescript@7.13.0", "--package=typescript@5.9.3"];
const EXPECTED = {
  status: "verified",
  outcome: "matched",
  waitingFor: null,
  event: "checkout.verified",
  eventAbout: "order-7",
  missing: "not_found",
};
const run = promisify(execFile);

// Inside the repository, so that the sample's imports are found.
mkdirSync(join(ROOT, ".local"), { recursive: true });
const folder = mkdtempSync(join(ROOT, ".local", "typescript-client-"));
try {
  if (await generate()) await check();
  else console.log("skipped: openapi-typescript needs the npm registry");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns false where the registry can't be reached. Request fields with a default stay optional. */
async function generate(): Promise<boolean> {
  const input = join(ROOT, "docs", "openapi.json");
  const options = [input, "--default-non-nullable=false", "-o", join(folder, "schema.ts")];
  try {
    await run("npm", ["exec", "--yes", ...GENERATOR, "--", "openapi-typescript", ...options]);
    return true;
  } catch (error) {
    if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|E404/.test(String(error))) return false;
    throw error;
  }
}

async function check(): Promise<void> {
  cpSync(join(import.meta.dirname, "sample.ts"), join(folder, "sample.ts"));
  const options = { extends: join(ROOT, "tsconfig.json"), include: ["*.ts"], exclude: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
  await run(process.execPath, [TSC, "-p", folder]);
  const stack = await startLocal({ seed: true });
  try {
    const sample = join(folder, "sample.ts");
    const key = stack.seed?.test_key ?? "";
    const { stdout } = await run(process.execPath, [sample, stack.url, key]);
    assert.deepEqual(JSON.parse(stdout), EXPECTED);
  } finally {
    await stack.close();
  }
  console.log("The generated TypeScript client works against the local stack.");
}
