// `npm run check:schemathesis`: Schemathesis, which knows only the published OpenAPI document, sends good and
// bad requests to the local stack with a test key and with a dashboard token, and holds every answer against
// the document. Without Python it says so and ends well. Schemathesis comes from PyPI, into a virtual
// environment that is kept in `.local/`. It takes about 10 minutes; an argument sets how many examples each
// operation gets (default 8).
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { endForHelp } from "../../bin/command-options.ts";
import { SEED_PHONE, signIn } from "../../lib/local/seed/seed.ts";
import { startLocal } from "../../lib/local/stack.ts";
import { FUZZ_CONFIG } from "../fuzz/config.ts";

endForHelp(import.meta.filename);
const ROOT = join(import.meta.dirname, "..", "..");
const FOLDER = join(ROOT, ".local", "schemathesis");
const VERSION = "schemathesis==4.32.5";
const [examples = "8"] = process.argv.slice(2);

/** These would end the session or the account that the other requests use. */
const SPARED = "/(sessions|me|logout|refresh|verify-otp|send-otp)/";
/**
 * Left out, because a request that fits the schema may still be refused: for a cursor of another list, an
 * idempotency key that was used with another body, or a rule that JSON Schema cannot express.
 */
const WITHOUT = "positive_data_acceptance";

const python = spawnSync("python3", ["-c", "import venv, ensurepip"], { stdio: "ignore" });
if (python.status === 0) process.exitCode = await check();
else console.log("skipped: Schemathesis needs python3 with venv");

async function check(): Promise<number> {
  mkdirSync(FOLDER, { recursive: true });
  await promisify(execFile)("python3", ["-m", "venv", join(FOLDER, "venv")]);
  await promisify(execFile)(program("pip"), ["install", "-q", VERSION]);
  const stack = await startLocal({ seed: true, config: FUZZ_CONFIG });
  try {
    const { accessToken } = await signIn(stack, SEED_PHONE);
    const codes = [
      await run(stack.url, stack.seed?.test_key ?? "", "^/api/(v1|public)/"),
      await run(stack.url, accessToken, "^/api/(platform|auth)/"),
    ];
    return Math.max(...codes);
  } finally {
    await stack.close();
  }
}

/** One campaign with one credential. Returns its exit code: 1 if an answer differs from the document. */
async function run(url: string, credential: string, paths: string): Promise<number> {
  const child = spawn(
    program("schemathesis"),
    [
      ...["run", join(ROOT, "docs", "openapi.json"), "--url", url, "--no-color", "--seed", "1"],
      ...["--header", `Authorization: Bearer ${credential}`],
      ...["--include-path-regex", paths, "--exclude-path-regex", SPARED],
      ...["--exclude-checks", WITHOUT, "--max-examples", examples, "--continue-on-failure"],
      ...["--generation-with-security-parameters", "false", "--request-timeout", "60"],
    ],
    { cwd: FOLDER, stdio: "inherit" },
  );
  const [code] = await once(child, "exit");
  return Number(code ?? 1);
}

function program(name: string): string {
  return join(FOLDER, "venv", "bin", name);
}
