import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLocal } from "../../lib/local/stack.ts";
import { isInstalled } from "../support/released-bundles.ts";
import { spareThreads } from "../support/running-stack.ts";

const CLIENTS = join(import.meta.dirname, "..", "..", "clients");
const run = promisify(execFile);
const PROGRAMS = [
  {
    name: "TypeScript",
    command: [process.execPath, join(CLIENTS, "typescript/test/main-job.ts")],
    probe: [process.execPath, "--version"],
  },
  {
    name: "Python",
    command: ["python3", join(CLIENTS, "python/tests/main_job.py")],
    probe: ["python3", "--version"],
  },
  {
    name: "PHP",
    command: ["php", join(CLIENTS, "php/tests/main-job.php")],
    probe: ["php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"],
  },
];

let stack: Awaited<ReturnType<typeof startLocal>>;
beforeAll(async () => {
  stack = await startLocal({ seed: true, spareThreads });
});
afterAll(async () => stack?.close());

describe.each(PROGRAMS)("the client for $name", ({ name, command, probe }) => {
  const present = isInstalled(probe, { leftOut: `main job by the client for ${name}` });

  it.skipIf(!present)("takes an order to a verified payment, and reads what happened", async () => {
    const [program = "", ...args] = command;
    const { stdout } = await run(program, args, {
      env: {
        ...process.env,
        PYTHONPATH: join(CLIENTS, "python/src"),
        CHECKOUT_BASE_URL: stack.url,
        CHECKOUT_API_KEY: stack.seed?.test_key ?? "",
        ORDER: `order-${name}`,
        REFERENCE: `TESTOK${name.toUpperCase()}`,
      },
    });
    expect(JSON.parse(stdout)).toEqual({
      same_checkout: true,
      status: "verified",
      listed: [`order-${name}`],
      attempts: ["matched"],
      events: ["checkout.verified", "checkout.created"],
      problem: "checkout_not_open",
      invalid: ["amount"],
      mode: false,
    });
  });
});
