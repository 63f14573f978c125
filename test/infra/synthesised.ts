import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, type Stack } from "aws-cdk-lib";
import type { IConstruct } from "constructs";
import { functionFiles } from "../../lib/contract/functions.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { Worker } from "../../lib/contract/worker.ts";
import { BUS_RULES, QUEUES, WORKERS } from "../../lib/contract/workers.ts";
import { serviceApp } from "../../lib/infra/service-app.ts";
import type { StageConfig } from "../../lib/infra/stage-config.ts";

export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is free JSON, and every test looks at other parts of it
  readonly Properties: any;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
}

export type StackName = "data" | "messaging" | "api" | "edge" | "monitoring";

export interface Synthesised {
  readonly app: IConstruct;
  readonly templates: Readonly<Record<StackName, Template>>;
  /** Resources of one type in one stack, by logical id. */
  of(stack: StackName, type: string): readonly (readonly [string, Resource])[];
  remove(): void;
}

/** Synthesises the whole app with bundles of one line each, which is all that a template needs. */
export function synthesise(
  config: StageConfig,
  tables: { readonly routes?: readonly Route[]; readonly workers?: readonly Worker[] } = {},
): Synthesised {
  const { routes = ROUTES, workers = WORKERS } = tables;
  const folder = mkdtempSync(join(tmpdir(), "infra-"));
  for (const { id } of functionFiles(routes, workers)) {
    mkdirSync(join(folder, "functions", id), { recursive: true });
    writeFileSync(join(folder, "functions", id, "index.cjs"), `// ${id}\n`);
  }
  mkdirSync(join(folder, "web"));
  writeFileSync(join(folder, "web", "index.html"), "<!doctype html>\n");

  const app = new App({ outdir: join(folder, "cdk.out"), analyticsReporting: false });
  const stacks = serviceApp({
    app,
    config,
    routes,
    workers,
    queues: QUEUES,
    rules: BUS_RULES,
    bundles: join(folder, "functions"),
    site: join(folder, "web"),
  });
  const assembly = app.synth();
  const template = (stack: Stack): Template =>
    assembly.getStackByName(stack.stackName).template as Template;
  const templates = {
    data: template(stacks.data),
    messaging: template(stacks.messaging),
    api: template(stacks.api),
    edge: template(stacks.edge),
    monitoring: template(stacks.monitoring),
  };
  return {
    app,
    templates,
    of: (stack, type) =>
      Object.entries(templates[stack].Resources).filter(([, resource]) => resource.Type === type),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
