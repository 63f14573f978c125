import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, type Stack } from "aws-cdk-lib";
import type { IConstruct } from "constructs";
import { BUS_RULES, functionHandlers, QUEUES, WORKERS } from "../../lib/contract/functions.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { Worker } from "../../lib/contract/worker.ts";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import { FUNCTION_STACKS, type FunctionStackName } from "../../lib/infra/functions-stack.ts";
import { APP_CONTEXT, serviceApp } from "../../lib/infra/service-app.ts";
import type { StageConfig } from "../../lib/infra/stage-config.ts";
import { memoryFolder } from "../../lib/local/engines/stream-index.ts";

export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is free JSON, and every test looks at other parts of it
  readonly Properties: any;
  readonly UpdatePolicy?: unknown;
  readonly DependsOn?: readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>
  >;
}

export type StackName =
  | "data"
  | "messaging"
  | "logs"
  | "api"
  | FunctionStackName
  | "edge"
  | "monitoring"
  | "pipeline";
/** `functions`: the stacks of functions together. */
type Part = StackName | "functions";

export interface Synthesised {
  readonly app: IConstruct;
  readonly templates: Readonly<Record<StackName, Template>>;
  /** Resources of one type in one stack, by logical id. */
  of(stack: Part, type: string): readonly (readonly [string, Resource])[];
  /** The one resource whose property has this value. Throws where there is none, or another too. */
  one(stack: Part, type: string, property: string, value: unknown): Resource;
  /**
   * Intrinsic functions as text: `Table.Arn` for an attribute, `Table` for a reference, whichever
   * stack they lead into; everything else as it is.
   */
  show(value: unknown): unknown;
}

const stages = new Map<string, Synthesised>();

/**
 * The whole app of a stage as it is configured, or with other settings, for tests that only look at it. Each is made once in a
 * process, so tests of settings that do not concern each other look at the same one.
 */
export function stageApp(stage: string, settings: Partial<StageConfig> = {}): Synthesised {
  const key = JSON.stringify([stage, settings]);
  const known = stages.get(key);
  if (known !== undefined) return known;
  const made = synthesise({ ...stageConfig(stage), ...settings });
  stages.set(key, made);
  return made;
}

export const REPOSITORY = { repository: "mahtem/checkout", providerArn: null };

/** All that a stage may have besides, but for a second region. */
export const EXTRAS = {
  domain: {
    name: "pay.example",
    certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/0a1b-2c",
    hostedZone: null,
  },
  github: REPOSITORY,
  alarmEmail: "ops@shop.example",
  smsQuotaDollars: 50,
  // The one that is sent, and the one before it.
  originSecretVersions: [
    "4d0c2f0e-8f2a-4d57-9a3c-0d7f6a1b2c3d",
    "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d",
  ],
} as const satisfies Partial<StageConfig>;
export const SECOND_REGION = "eu-west-1";

/** A closed stage with a budget, which a repair reached at once. */
export const CLOSED = {
  closed: true,
  releases: "at-once",
  alarmEmail: "ops@shop.example",
  monthlyBudgetDollars: 300,
} as const satisfies Partial<StageConfig>;

/** The copy of a table after a restore. */
export const RESTORED = {
  restoredTable: {
    name: "copy-1",
    streamArn:
      "arn:aws:dynamodb:eu-central-1:111122223333:table/copy-1/stream/2026-11-20T09:00:00.000",
  },
} as const satisfies Partial<StageConfig>;

/** Synthesises the whole app with bundles of one line each, which is all that a template needs. */
export function synthesise(
  config: StageConfig,
  tables: { readonly routes?: readonly Route[]; readonly workers?: readonly Worker[] } = {},
): Synthesised {
  const { routes = ROUTES, workers = WORKERS } = tables;
  // The CDK copies each bundle, and all of it is removed again.
  const folder = memoryFolder() ?? mkdtempSync(join(tmpdir(), "infra-"));
  for (const { id } of functionHandlers(routes, workers)) {
    mkdirSync(join(folder, "functions", id), { recursive: true });
    writeFileSync(join(folder, "functions", id, "index.cjs"), `// ${id}\n`);
  }
  mkdirSync(join(folder, "web"));
  writeFileSync(join(folder, "web", "index.html"), "<!doctype html>\n");

  const app = new App({
    outdir: join(folder, "cdk.out"),
    context: APP_CONTEXT,
    analyticsReporting: false,
    treeMetadata: false,
    stackTraces: false,
    // `npm run synth` validates; it would be three quarters of the time here.
    builtinCloudFormationValidation: false,
  });
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
    data: stacks.data === null ? { Resources: {} } : template(stacks.data),
    messaging: template(stacks.messaging),
    logs: template(stacks.logs),
    api: template(stacks.api),
    payments: template(stacks.functions.payments),
    platform: template(stacks.functions.platform),
    others: template(stacks.functions.others),
    edge: template(stacks.edge),
    monitoring: stacks.monitoring === null ? { Resources: {} } : template(stacks.monitoring),
    pipeline: stacks.pipeline === null ? { Resources: {} } : template(stacks.pipeline),
  };
  rmSync(folder, { recursive: true });
  const of: Synthesised["of"] = (stack, type) =>
    (stack === "functions" ? FUNCTION_STACKS : [stack])
      .flatMap((name) => Object.entries(templates[name].Resources))
      .filter(([, resource]) => resource.Type === type);
  return {
    app,
    templates,
    of,
    one(stack, type, property, value) {
      const found = of(stack, type).filter(([, { Properties }]) => Properties[property] === value);
      const [first] = found;
      if (first === undefined || found.length > 1) {
        throw new Error(`${found.length} resources ${type} have ${property} ${String(value)}`);
      }
      return first[1];
    },
    show: (value) => show(value, exportsOf(Object.values(templates))),
  };
}

function exportsOf(templates: readonly Template[]): ReadonlyMap<string, unknown> {
  return new Map(
    templates
      .flatMap(({ Outputs = {} }) => Object.values(Outputs))
      .map((output) => [output.Export?.Name ?? "", output.Value]),
  );
}

function show(value: unknown, exported: ReadonlyMap<string, unknown>): unknown {
  const inner = (part: unknown) => show(part, exported);
  if (Array.isArray(value)) return value.map(inner);
  if (value === null || typeof value !== "object") return value;
  const [[key, argument] = ["", null], ...others] = Object.entries(value);
  if (others.length === 0) {
    if (key === "Ref") return argument;
    if (key === "Fn::GetAtt") return (argument as string[]).join(".");
    if (key === "Fn::ImportValue") return inner(exported.get(String(argument)));
    if (key === "Fn::Sub") return inner(argument);
    if (key === "Fn::Join") {
      const [separator, parts] = argument as [string, unknown[]];
      return parts.map(inner).join(separator);
    }
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inner(part)]));
}
