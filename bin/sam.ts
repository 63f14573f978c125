// `npm run sam`: writes the files that `sam local start-api` needs to serve the same functions in Docker. They
// use the table and queues of a running `npm start -- --containers`, which listens on `PORT`.
//   --check                 starts SAM, runs the smoke test against it, and stops it
//   --container-network     the same as for `npm start`, if not Docker's default
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as z from "zod";
import { pascalCase } from "../lib/contract/functions.ts";
import { stageConfig } from "../lib/infra/config/stages.ts";
import { FUNCTION_STACKS } from "../lib/infra/functions-stack.ts";
import { ensureAssembly } from "../lib/local/build/build-cache.ts";
import { containerEnvironment, containerNetwork } from "../lib/local/sam/container-bridge.ts";
import { checkSam, missingForSam } from "../lib/local/sam/sam-check.ts";
import { samTemplate } from "../lib/local/sam/sam-template.ts";
import { commandOptions } from "./command-options.ts";

const root = join(import.meta.dirname, "..");
const running = `http://127.0.0.1:${process.env.PORT ?? "3000"}`;
const stage = process.env.STAGE ?? "dev";

const values = commandOptions(import.meta.filename, {
  check: { type: "boolean", default: false },
  "container-network": { type: "string" },
});
// On Docker Desktop every container resolves this name to the host's loopback address.
const network = process.platform === "linux" ? containerNetwork(values["container-network"]) : null;
const host = network?.address ?? "host.docker.internal";

const missing = values.check ? missingForSam() : null;
if (missing !== null) {
  console.log(`skipped: ${missing}`);
  process.exit(0);
}

const answer = z.object({
  environments: z.record(z.string(), z.record(z.string(), z.string())),
});

try {
  const { environments: told } = await readEnvironments();
  const environments = Object.fromEntries(
    Object.entries(told).map(([id, variables]) => [id, containerEnvironment(variables, host)]),
  );
  const assembly = await ensureAssembly(root, stage, "deployable", console.log);
  const prefix = `Checkout${pascalCase(stageConfig(stage).stage)}`;
  const parts = ["Api", ...FUNCTION_STACKS.map((name) => `Functions${pascalCase(name)}`)];
  const template = samTemplate({
    templates: parts.map((part) =>
      JSON.parse(readFileSync(join(assembly, `${prefix}${part}.template.json`), "utf8")),
    ),
    folder: assembly,
    environments,
    architecture: process.arch === "arm64" ? "arm64" : "x86_64",
  });
  mkdirSync(join(root, "cdk.out"), { recursive: true });
  const templateFile = write("sam-template.json", template);
  const environmentFile = write("sam-env.json", environments);
  const args = ["-t", templateFile, "--env-vars", environmentFile, "--warm-containers", "LAZY"];
  if (values.check) {
    const passed = await checkSam({ args, localUrl: running, say: (line) => console.log(line) });
    console.log(passed ? "\nSAM serves the API." : "\nSAM does NOT serve the API.");
    process.exit(passed ? 0 : 1);
  }
  console.log(`${Object.keys(environments).length} functions, sharing the table, queues, bus and secrets of ${running} by way of ${host}.

  sam local start-api ${args.join(" ")} --port 3001

Then use http://127.0.0.1:3001 in place of ${running}. docs/sam.md says what differs from AWS.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function readEnvironments() {
  const response = await fetch(`${running}/_local/environments/`).catch(() => null);
  if (!response?.ok) {
    throw new Error(
      `The service does not answer at ${running}. Run \`npm start -- --containers\` in another terminal first.`,
    );
  }
  return answer.parse(await response.json());
}

/** Writes the file and returns its path relative to the working folder. */
function write(name: string, content: object): string {
  const path = join(root, "cdk.out", name);
  // Only the owner can read it: it gives access to all data of the running stack.
  writeFileSync(path, `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600 });
  return relative(process.cwd(), path);
}
