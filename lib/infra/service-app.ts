import { Annotations, type App, type Environment } from "aws-cdk-lib/core";
import type { IConstruct } from "constructs";
import { pascalCase } from "../contract/functions.ts";
import type { Route } from "../contract/route.ts";
import type { BusRule, Queue, Worker } from "../contract/worker.ts";
import { reachGaps } from "../providers/reach.ts";
import { ApiStack } from "./api-stack.ts";
import { functionEntries } from "./build-functions.ts";
import { EdgeStack } from "./edge-stack.ts";
import { type FunctionStackName, FunctionsStack, functionStackOf } from "./functions-stack.ts";
import { LogsStack } from "./logs-stack.ts";
import { DataStack, MessagingStack, SecondRegionStack } from "./messaging-stack.ts";
import { MonitoringStack } from "./monitoring-stack.ts";
import { acknowledgeFindings } from "./nag-acknowledgements.ts";
import { PipelineStack } from "./pipeline-stack.ts";
import { serviceResources } from "./service-resources.ts";
import { isWaiting, type StageConfig } from "./stage-config.ts";

/** Warns at each synthesis about providers that the stage cannot reach yet, and about alarms that nobody hears. */
export function warnOfGaps(scope: IConstruct, config: StageConfig): void {
  if (config.protectData && config.alarmEmail === null) {
    const text = "alarmEmail is null: alarms show in the console only, and tell nobody.";
    Annotations.of(scope).addWarningV2("checkout:alarm-email", text);
  }
  for (const gap of reachGaps(config.providers)) {
    Annotations.of(scope).addWarningV2(`checkout:provider-${gap.split(" ")[0]}`, gap);
  }
}

/**
 * The CDK context, here instead of in `cdk.json` so that a synthesis without the CLI gives the same
 * templates. SAM finds the bundles by the asset and path metadata, which the CLI would switch on.
 */
export const APP_CONTEXT = {
  "aws:cdk:enable-asset-metadata": true,
  "aws:cdk:enable-path-metadata": true,
  "@aws-cdk/core:checkSecretUsage": true,
  "@aws-cdk/core:target-partitions": ["aws"],
  // What another stack uses cannot be taken away from under it.
  "@aws-cdk/core:defaultCrossStackReferences": "strong",
};

export interface ServiceAppProps {
  readonly app: App;
  readonly config: StageConfig;
  readonly routes: readonly Route[];
  readonly workers: readonly Worker[];
  readonly queues: readonly Queue[];
  readonly rules: readonly BusRule[];
  /** Contains one folder per function id, written by `bin/build.ts`; null for the local stack. */
  readonly bundles: string | null;
  /** Folder of the built dashboard; null where something else serves it. */
  readonly site: string | null;
}

/** The stacks of one stage, in the order in which they are deployed. */
export interface ServiceApp {
  /** Null in a standby, which uses the copies of another stage's. */
  readonly data: DataStack | null;
  readonly second: SecondRegionStack | null;
  readonly messaging: MessagingStack;
  readonly logs: LogsStack;
  readonly api: ApiStack;
  readonly functions: Readonly<Record<FunctionStackName, FunctionsStack>>;
  readonly edge: EdgeStack;
  /** Null while a standby waits. */
  readonly monitoring: MonitoringStack | null;
  /** Null for a stage that no repository deploys. */
  readonly pipeline: PipelineStack | null;
}

export function serviceApp(props: ServiceAppProps): ServiceApp {
  const { app, config, routes, workers, queues, rules, bundles, site } = props;
  // Without an account: naming one would make the synthesis call AWS.
  const env: Environment = { region: config.region };
  const named = (part: string) => `Checkout${pascalCase(config.stage)}${part}`;
  const common = { env, config, tags: { service: "checkout", stage: config.stage } };

  const data = config.standby === null ? new DataStack(app, named("Data"), common) : null;
  const { secondRegion } = config;
  const second =
    secondRegion === null
      ? null
      : new SecondRegionStack(app, named("SecondRegion"), {
          ...common,
          env: { region: secondRegion },
        });
  // The copies are encrypted from the start.
  if (second !== null) data?.addStackDependency(second);
  const messaging = new MessagingStack(app, named("Messaging"), { ...common, queues, rules });
  const resources = serviceResources(data, messaging, config);
  const functionIds = functionEntries(routes, workers).map(({ id }) => id);
  const logs = new LogsStack(app, named("Logs"), { ...common, functionIds });
  const api = new ApiStack(app, named("Api"), { ...common, routes, resources });
  const { publicBaseUrl } = api;
  const makeFunctions = (name: FunctionStackName) => {
    const entries = functionEntries(routes, workers).filter(
      ({ id }) => functionStackOf(id) === name,
    );
    const made = { ...common, entries, workers, bundles, resources, publicBaseUrl };
    const stack = new FunctionsStack(app, named(`Functions${pascalCase(name)}`), made);
    // Functions name their log groups. Lambda would create a missing one, without retention.
    stack.addStackDependency(logs);
    return stack;
  };
  const functions = {
    payments: makeFunctions("payments"),
    platform: makeFunctions("platform"),
    others: makeFunctions("others"),
  };
  functions.platform.addStackDependency(functions.payments);
  functions.others.addStackDependency(functions.payments);
  const all = Object.values(functions);
  // Otherwise a new path would point to a missing function until the release ends, or permanently if it is rolled back.
  // Without a domain, the functions need CloudFront's address, and so the API's stack.
  if (config.domain !== null) for (const stack of all) api.addStackDependency(stack);
  const edge = new EdgeStack(app, named("Edge"), {
    ...common,
    distribution: api.distribution,
    site,
  });
  // The dashboard calls operations that the release adds.
  for (const stack of all) edge.addStackDependency(stack);
  const watched = { ...common, queues, workers, tableName: resources.table.ref };
  const monitoring = isWaiting(config)
    ? null
    : new MonitoringStack(app, named("Monitoring"), watched);
  const { github } = config;
  const pipeline =
    github === null ? null : new PipelineStack(app, named("Pipeline"), { ...common, github });
  warnOfGaps(api, config);
  acknowledgeFindings(app, api, config.secondRegion);
  return { data, second, messaging, logs, api, functions, edge, monitoring, pipeline };
}
