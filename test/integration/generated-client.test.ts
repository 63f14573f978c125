import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiFile } from "../../lib/contract/openapi-file.ts";
import { startLocal } from "../support/local-stack.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const SAMPLE = join(ROOT, "test", "contract", "generated-client", "sample.ts");
const TSC = join(ROOT, "node_modules", "typescript-native", "bin", "tsc");
const run = promisify(execFile);

let stack: Awaited<ReturnType<typeof startLocal>>;
let folder: string;

beforeAll(async () => {
  stack = await startLocal({ seed: true });
  // Inside the repository, so that the sample's imports are found.
  mkdirSync(join(ROOT, ".local"), { recursive: true });
  folder = mkdtempSync(join(ROOT, ".local", "generated-client-"));
  // Its default makes request fields with a default value required.
  const types = await openapiTS(JSON.parse(openApiFile()), { defaultNonNullable: false });
  writeFileSync(join(folder, "schema.ts"), astToString(types));
  cpSync(SAMPLE, join(folder, "sample.ts"));
});
afterAll(async () => {
  if (folder) rmSync(folder, { recursive: true, force: true });
  await stack?.close();
});

describe("a client whose types openapi-typescript generates", () => {
  it("compiles, refuses wrong requests at compile time, and runs against the service", async () => {
    const options = { extends: join(ROOT, "tsconfig.json"), include: ["*.ts"], exclude: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
    await run(process.execPath, [TSC, "-p", folder]).catch((failed) => {
      throw new Error(failed.stdout);
    });

    const sample = join(folder, "sample.ts");
    const { stdout } = await run(process.execPath, [sample, stack.url, stack.seed?.test_key ?? ""]);
    expect(JSON.parse(stdout)).toEqual({
      status: "verified",
      outcome: "matched",
      waitingFor: null,
      event: "checkout.verified",
      eventAbout: "order-7",
      missing: "not_found",
    });
  });
});
