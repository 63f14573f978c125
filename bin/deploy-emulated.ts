// `npm run deploy:emulated`: bootstraps a CloudFormation emulator, deploys every stack of `dev` to it, runs
// the smoke test there, destroys the stacks, and lists the resources that remain. Needs Python 3 with `venv`,
// and no AWS account.
//   --keep              keeps the deployment running until Ctrl-C
//   --assembly FOLDER   deploys what `npx cdk synth` wrote there, without building and synthesizing again
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { pascalCase } from "../lib/contract/functions.ts";
import { stageConfig } from "../lib/infra/config/stages.ts";
import { physicalName } from "../lib/infra/names.ts";
import { ensureAssembly } from "../lib/local/build/build-cache.ts";
import {
  installEmulator,
  invokeFunction,
  logLines,
  remainingResources,
  startEmulator,
} from "../lib/local/emulated/emulator.ts";
import { openFront, prepareAssembly } from "../lib/local/emulated/emulator-assembly.ts";
import { findFreePort } from "../lib/local/engines/dynamodb-process.ts";
import { runSmoke } from "../lib/smoke/run-smoke.ts";
import { commandOptions } from "./command-options.ts";

const PHONE = "0911000000";
const root = join(import.meta.dirname, "..");
const { stage, region } = stageConfig("dev");
const values = commandOptions(import.meta.filename, {
  keep: { type: "boolean", default: false },
  assembly: { type: "string" },
});
const API_TEMPLATE = `Checkout${pascalCase(stage)}Api.template.json`;
if (values.assembly !== undefined && !existsSync(join(values.assembly, API_TEMPLATE))) {
  console.error(`${values.assembly} is not the output of cdk synth: it has no ${API_TEMPLATE}.`);
  process.exit(2);
}
const say = (line: string) => console.log(line);
const run = promisify(execFile);

const program = installEmulator(join(root, ".emulator"), say);
if (program === null) {
  say("skipped: deploy:emulated needs Python 3 with venv (Debian: python3-venv)");
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), "deploy-emulated-"));
const front = await openFront();
const emulator = await startEmulator(program, { port: await findFreePort(), region, folder });
let passed = false;
try {
  passed = await deployAndCheck();
} catch (error) {
  const { message, stdout = "" } = error as Error & { readonly stdout?: string };
  console.error(`${stdout.split("\n").slice(-15).join("\n")}\n${message}`);
} finally {
  await emulator.close();
  await front.close();
  if (passed) rmSync(folder, { recursive: true, force: true });
  else say(`logs and templates: ${folder}`);
}
process.exit(passed ? 0 : 1);

async function deployAndCheck(): Promise<boolean> {
  const assembly = join(folder, "assembly");
  const source = values.assembly ?? (await ensureAssembly(root, "dev", "deployable", say));
  const { stacks, leftOut } = prepareAssembly(source, assembly, {
    emulator: emulator.url,
    publicBaseUrl: front.url,
  });
  say(`not emulated:\n${leftOut.map((line) => `  ${line}`).join("\n")}`);

  mkdirSync(join(folder, "empty"));
  await timed("bootstrap", () =>
    cdk(join(folder, "empty"), "bootstrap", `aws://${emulator.account}/${region}`),
  );
  const outputs = join(folder, "outputs.json");
  const target = ["-a", assembly, ...stacks];
  await timed(`deploy ${stacks.join(", ")}`, () =>
    cdk(folder, "deploy", ...target, "--require-approval", "never", "--outputs-file", outputs),
  );
  front.serve(emulator.url, outputOf(outputs, "RestApiId"), stage);
  await invokeFunction(emulator, physicalName(stage, "workers-rotate-signing-keys"));

  say(`\nsmoke test at ${front.url}`);
  const { works } = await runSmoke({
    baseUrl: front.url,
    login: { phone: PHONE, code: loginCode },
    receiver: front.receiverUrl,
    hasGatewayResponses: false,
    say,
  });
  if (values.keep) {
    say(`\n${front.url} stays until Ctrl-C`);
    await new Promise<void>((resolve) => process.once("SIGINT", () => resolve()));
  }
  say("");
  await timed("destroy", () => cdk(folder, "destroy", ...target, "--force"));
  const left = await remainingResources(emulator);
  say(left.length === 0 ? "nothing is left" : `left:\n${left.map((one) => `  ${one}`).join("\n")}`);
  return works;
}

async function cdk(cwd: string, ...args: string[]): Promise<void> {
  await run(process.execPath, [join(root, "node_modules", "aws-cdk", "bin", "cdk"), ...args], {
    cwd,
    env: emulator.environment,
    maxBuffer: 64 * 1024 * 1024,
  });
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await work();
  say(`${what}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

function outputOf(file: string, name: string): string {
  const stacks = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>>;
  const value = Object.values(stacks).find((outputs) => name in outputs)?.[name];
  if (value === undefined) throw new Error(`The deployment has no output ${name}.`);
  return value;
}

/** `dev` sends no SMS: it writes the code to the function's log. */
async function loginCode(): Promise<string> {
  for (let tries = 0; tries < 20; tries += 1) {
    const lines = await logLines(emulator, physicalName(stage, "auth-send-otp"));
    const code = lines.toReversed().flatMap((line) => /\b\d{6}\b/.exec(line) ?? [])[0];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("No login code appeared in the function's log.");
}
