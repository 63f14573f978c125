// `npm run sam`: writes what `sam local start-api` needs to serve the same functions in Docker, beside a
// running `npm start` whose table and queues they share. `PORT` says where that one listens.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as z from "zod";
import { stageConfig } from "../lib/infra/config/stages.ts";
import { pascalCase } from "../lib/infra/names.ts";
import { ensureAssembly } from "../lib/local/build/assembly-cache.ts";
import { samTemplate } from "../lib/local/sam/sam-template.ts";

const root = join(import.meta.dirname, "..");
const running = `http://127.0.0.1:${process.env.PORT ?? "3000"}`;
const stage = process.env.STAGE ?? "dev";

const answer = z.object({
  environments: z.record(z.string(), z.record(z.string(), z.string())),
});

try {
  const { environments } = await readEnvironments();
  const assembly = await ensureAssembly(root, stage, console.log);
  const name = `Checkout${pascalCase(stageConfig(stage).stage)}Api.template.json`;
  const template = samTemplate({
    template: JSON.parse(readFileSync(join(assembly, name), "utf8")),
    folder: assembly,
    environments,
    architecture: process.arch === "arm64" ? "arm64" : "x86_64",
  });
  mkdirSync(join(root, "cdk.out"), { recursive: true });
  const templateFile = write("sam-template.json", template);
  const environmentFile = write("sam-env.json", environments);
  console.log(`${Object.keys(environments).length} functions, sharing the table, queues, bus and secrets of ${running}.

  sam local start-api -t ${templateFile} --env-vars ${environmentFile} --docker-network host --port 3001

Then use http://127.0.0.1:3001 in place of ${running}. docs/sam.md says what is not there.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function readEnvironments() {
  const response = await fetch(`${running}/_local/environments/`).catch(() => null);
  if (!response?.ok) {
    throw new Error(
      `Nothing of ours answers at ${running}. Run \`npm start\` in another terminal first, then this again.`,
    );
  }
  return answer.parse(await response.json());
}

/** Answers with the path as one types it. */
function write(name: string, content: object): string {
  const path = join(root, "cdk.out", name);
  // Readable for its owner only: it leads to everything that the running stack keeps.
  writeFileSync(path, `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600 });
  return relative(process.cwd(), path);
}
