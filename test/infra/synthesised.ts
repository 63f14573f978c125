import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, type Stack } from "aws-cdk-lib/core";
import type { IConstruct } from "constructs";
import { BUS_RULES, functionHandlers, QUEUES, WORKERS } from "../../lib/contract/functions.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { Worker } from "../../lib/contract/worker.ts";
import { functionEntries } from "../../lib/infra/build-functions.ts";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import { FUNCTION_STACKS, type FunctionStackName } from "../../lib/infra/functions-stack.ts";
import { APP_CONTEXT, serviceApp } from "../../lib/infra/service-app.ts";
import type { StageConfig } from "../../lib/infra/stage-config.ts";
import { memoryFolder } from "../../lib/local/engines/stream-index.ts";
import { keptFile } from "../support/released-bundles.ts";

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

type Templates = Readonly<Record<StackName, Template>>;

export interface Synthesised {
  readonly app: IConstruct;
  readonly templates: Templates;
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
const SOURCE = readFileSync(import.meta.filename, "utf8");

/**
 * The whole app of a stage as it is configured, or with other settings, for tests that only look at it. Its templates are made
 * once for all processes, so tests of settings that do not concern each other look at the same ones.
 */
export function stageApp(stage: string, settings: Partial<StageConfig> = {}): Synthesised {
  const key = JSON.stringify([stage, settings]);
  const known = stages.get(key);
  if (known !== undefined) return known;
  const made: Synthesised[] = [];
  const make = () => {
    const [first = synthesise({ ...stageConfig(stage), ...settings })] = made;
    made[0] = first;
    return first;
  };
  const text = keptFile("tested-templates", [SOURCE, key], () => JSON.stringify(make().templates));
  const found = lookInto(JSON.parse(text), () => make().app);
  stages.set(key, found);
  return found;
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
  return lookInto(templates, () => app);
}

function lookInto(templates: Templates, app: () => IConstruct): Synthesised {
  const of: Synthesised["of"] = (stack, type) =>
    (stack === "functions" ? FUNCTION_STACKS : [stack])
      .flatMap((name) => Object.entries(templates[name].Resources))
      .filter(([, resource]) => resource.Type === type);
  return {
    get app() {
      return app();
    },
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

const require = createRequire(import.meta.url);
/** A set of cdk-nag's rules. */
type NagPack = new (
  scope: IConstruct,
) => {
  validateScope(scope: IConstruct): {
    readonly violations: readonly {
      readonly ruleName: string;
      readonly violatingResources: readonly { readonly constructPath: string }[];
    }[];
  };
};

/** What the AwsSolutions and Serverless rules find in an app and nothing explains. */
export function nagFindings(app: IConstruct): string[] {
  // biome-ignore lint/style/noRestrictedImports: without the types, which import those of every AWS service
  const packs: Record<"AwsSolutionsChecks" | "ServerlessChecks", NagPack> = require("cdk-nag");
  return [packs.AwsSolutionsChecks, packs.ServerlessChecks].flatMap((Pack) =>
    new Pack(app)
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
      ),
  );
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

const pascal = (id: string) => id.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
/** Functions in names and in ids of resources; the longer one first where one begins with another. */
const FUNCTION_NAMES = new RegExp(
  functionEntries(ROUTES, WORKERS)
    .flatMap(({ id }) => [id, pascal(id)])
    .toSorted((a, b) => b.length - a.length)
    .join("|"),
  "g",
);

/** Where we choose the words, and only characters and length can be wrong. */
const CHOSEN = /(?:(?<!Config)Name|Sid|LeadingKeys|Dimensions\.Value|Variables|ImportValue)$/;

/** Each text as it is in general is found once: most of them are in many resources. */
const general = new Map<string, string>();

/**
 * Texts with the functions, hashes and ids of other functions in place of theirs, and of the standby as the stage has them. Ids
 * of versions and deployments end with a hash of what they are made of. Of a name only the kinds of characters remain. A
 * description is only for readers: a character that others do not have may be wrong in it.
 */
function inGeneral(way: string, text: string): string {
  if (way.endsWith("Description")) return text.replaceAll(/[ -~]+/g, "");
  if (CHOSEN.test(way))
    return text
      .replaceAll(/[A-Za-z\d]+/g, (word) => (/[A-Z]/.test(word) ? "A" : "a"))
      .replaceAll(/([Aa][-_#/])\1+/g, "$1");
  const known = general.get(text);
  if (known !== undefined) return known;
  const made = text
    .replaceAll(FUNCTION_NAMES, "…")
    .replaceAll(/[0-9a-f]{64}|(?<=\w)[0-9A-F]{8}\b/g, "#")
    .replaceAll(/(?<=[Pp]rod)b\b|(?<=[Pp]rod)b(?=[A-Z])/g, "")
    .replaceAll(SECOND_REGION, stageConfig("prod").region)
    .replaceAll(/(Version|Deployment)[0-9a-f]{10,}\w*/g, "$1");
  general.set(text, made);
  return made;
}

/**
 * Every text of a resource with its way there, but for the place in a list and the name of a variable. A reference says the type of
 * the resource that it leads to.
 */
function textsOf(
  value: unknown,
  way: string,
  resources: Template["Resources"],
): (readonly [way: string, text: string])[] {
  if (value === null || typeof value !== "object") return [[way, String(value)]];
  return Object.entries(value).flatMap(([key, part]) => {
    const [id, ...attribute] = key === "Ref" || key === "Fn::GetAtt" ? [part].flat() : [];
    const type = resources[id]?.Type;
    if (type !== undefined) return [[`${way}.${key}`, [type, ...attribute].join(".")] as const];
    const isSame = Array.isArray(value) || way.endsWith("Variables");
    return textsOf(part, isSame ? way : `${way}.${key}`, resources);
  });
}

/**
 * Resources, paths of their documents and outputs with what they say. Most dependencies only stagger resources, and CloudFormation
 * reads a document only for its functions.
 */
function statementsIn({ Resources, Outputs = {} }: Template) {
  const ofResource = ([id, value]: readonly [string, Resource]) => {
    const { Metadata: _, DependsOn: __, ...resource } = value;
    const { paths = {}, ...body } = resource.Properties?.Body ?? {};
    const rest = { ...resource, Properties: { ...resource.Properties, Body: body } };
    return [
      { id, texts: textsOf(rest, resource.Type, Resources) },
      ...Object.entries(paths).map(([path, item]) => ({
        id: id + path,
        texts: textsOf(item, "Path", Resources).filter(([way]) => /\.(?:Fn::|Ref)/.test(way)),
      })),
    ];
  };
  return [
    ...Object.entries(Resources).flatMap(ofResource),
    ...Object.entries(Outputs).map(([id, one]) => ({
      id,
      texts: textsOf(one, "Output", Resources),
    })),
  ];
}

/** Says of resources and the rest, one after the other, whether one of their texts is new in general, or the longest of all. */
export function newsOf(templates: readonly Template[]) {
  const longest = new Map<string, number>();
  for (const [way, text] of templates.flatMap(statementsIn).flatMap(({ texts }) => texts))
    longest.set(way, Math.max(longest.get(way) ?? 0, text.length));
  const known = new Set<string>();
  const isNew = ([way, text]: readonly [string, string]) => {
    const isLongest = text.length === longest.get(way) && longest.delete(way);
    return known.size < known.add(`${way} ${inGeneral(way, text)}`).size || isLongest;
  };
  return (texts: ReturnType<typeof textsOf>) => texts.filter(isNew).length > 0;
}

/** A template reduced to resources and outputs that say something new, and to what these refer to. */
export function newIn(template: Template, isNew: ReturnType<typeof newsOf>): Template {
  const { Resources, Outputs = {} } = template;
  const kept = new Set<string>();
  const keepNamed = (what: unknown) => {
    const names = new Set(JSON.stringify(what).match(/\w+/g));
    for (const id of Object.keys(Resources)) {
      if (!names.has(id) || kept.has(id)) continue;
      kept.add(id);
      const { DependsOn: _, ...resource } = Resources[id] ?? {};
      keepNamed(resource);
    }
  };
  const news = new Set(statementsIn(template).flatMap(({ id, texts }) => (isNew(texts) ? id : [])));
  for (const id of news) if (id in Resources) keepNamed(id);
  const outputs = Object.entries(Outputs).filter(([id]) => news.has(id));
  keepNamed(outputs);
  const shortened = (id: string, { DependsOn = [], ...resource }: Resource): Resource => {
    const left = DependsOn.filter((other) => kept.has(other));
    const short = { ...resource, ...(left.length > 0 && { DependsOn: left }) };
    const { Body } = resource.Properties ?? {};
    if (Body === undefined) return short;
    const paths = Object.entries(Body.paths).filter(([path]) => news.has(id + path));
    const Properties = { ...short.Properties, Body: { ...Body, paths: Object.fromEntries(paths) } };
    return { ...short, Properties };
  };
  const resources = Object.entries(Resources).filter(([id]) => kept.has(id));
  return {
    ...template,
    Resources: Object.fromEntries(resources.map(([id, one]) => [id, shortened(id, one)])),
    Outputs: Object.fromEntries(outputs),
  };
}
