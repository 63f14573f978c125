import { CfnOutput, Fn, Stack, type StackProps } from "aws-cdk-lib";
import { type CfnRole, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Route } from "../contract/route.ts";
import type { Worker } from "../contract/worker.ts";
import { type FunctionEntry, functionEntries } from "./build-functions.ts";
import { Distribution } from "./distribution.ts";
import { readQueue, readStream, runOnSchedule } from "./event-sources.ts";
import { Firewall } from "./firewall.ts";
import { environmentOf, readerConcurrency, ServiceFunction } from "./function.ts";
import { BASE_URL_VARIABLE } from "./gateway-responses.ts";
import { statementsOf } from "./grants.ts";
import { invokeRole, RestApi } from "./rest-api.ts";
import type { ServiceResources } from "./service-resources.ts";
import type { StageConfig } from "./stage-config.ts";

export interface ApiStackProps extends StackProps {
  readonly config: StageConfig;
  readonly routes: readonly Route[];
  readonly workers: readonly Worker[];
  readonly resources: ServiceResources;
  /** Holds one folder per function id. */
  readonly bundles: string;
}

/**
 * Functions with their event sources, the REST API, its firewall, and the CloudFront distribution.
 *
 * `PUBLIC_BASE_URL` is the stage's domain or, without one, the address that CloudFront assigns. Functions
 * therefore depend on the distribution, and the distribution on the API. To avoid a cycle, the API names
 * its functions instead of referring to them.
 */
export class ApiStack extends Stack {
  readonly api: RestApi;
  readonly distribution: Distribution;
  readonly functions: readonly ServiceFunction[];

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    const { config, routes, workers, resources, bundles, ...stackProps } = props;
    // The largest template by far; CloudFormation takes 1 MB.
    super(scope, id, { ...stackProps, suppressTemplateIndentation: true });
    this.api = new RestApi(this, "Rest", { config, routes });
    const [sent, ...accepted] = originSecrets(config, resources);
    const firewall = new Firewall(this, "Firewall", {
      config,
      api: this.api,
      originSecrets: [sent, ...accepted],
    });
    this.distribution = new Distribution(this, "Edge", {
      config,
      api: this.api,
      originSecret: sent,
    });
    // The firewall must accept a new secret before CloudFront sends it.
    this.distribution.resource.addResourceDependency(firewall.acl);
    const publicBaseUrl = `https://${config.domain?.name ?? this.distribution.resource.attrDomainName}`;

    this.api.stage.variables = { [BASE_URL_VARIABLE]: publicBaseUrl };

    const entries = functionEntries(routes, workers);
    const scheduler = this.schedulerRole(entries, config, resources);
    this.functions = entries.map((entry) => {
      const made = new ServiceFunction(this, {
        entry,
        stage: config.stage,
        bundles,
        environment: environmentOf(entry.access, config, publicBaseUrl, resources),
        statements: (logGroupArn) => statementsOf(entry, logGroupArn, resources),
      });
      if (entry.source?.kind === "queue") {
        const { accountConcurrency } = config;
        const most = readerConcurrency(entry.source.maxConcurrency, workers, accountConcurrency);
        readQueue(made, entry.source, resources, most, config);
      }
      if (entry.source?.kind === "stream") readStream(made, entry.source, resources, config);
      if (entry.source?.kind === "schedule") {
        runOnSchedule(made, entry.source, config, scheduler, resources);
      }
      return made;
    });
    new CfnOutput(this, "BaseUrl", { value: publicBaseUrl });
    // Only this stack knows the table in use: after a restore it is not that of the data stack.
    new CfnOutput(this, "TableName", { value: resources.table.ref });
    new CfnOutput(this, "RestApiId", { value: this.api.api.ref });
    new CfnOutput(this, "SiteBucket", { value: this.distribution.site.bucketName });
    new CfnOutput(this, "DistributionId", { value: this.distribution.resource.ref });
    new CfnOutput(this, "DistributionDomain", {
      value: this.distribution.resource.attrDomainName,
    });
  }

  private schedulerRole(
    entries: readonly FunctionEntry[],
    { stage }: StageConfig,
    resources: ServiceResources,
  ): CfnRole {
    const deadLetters = new PolicyStatement({
      actions: ["sqs:SendMessage"],
      resources: [resources.schedulesDead.queueArn],
    });
    return invokeRole(this, "SchedulerRole", {
      service: "scheduler.amazonaws.com",
      stage,
      functionIds: entries
        .filter((entry) => entry.source?.kind === "schedule")
        .map((entry) => entry.id),
      statements: [deadLetters],
    });
  }
}

/** CloudFormation resolves these references during deployment, so no template contains the value. */
function originSecrets(
  { originSecretVersions }: StageConfig,
  { secrets }: ServiceResources,
): readonly [string, ...string[]] {
  const read = (version: string) =>
    Fn.join("", [
      "{{resolve:secretsmanager:",
      secrets["cloudfront-origin"].ref,
      `:SecretString:value${version}}}`,
    ]);
  const [first, ...others] = originSecretVersions.map((version) => read(`::${version}`));
  return first === undefined ? [read("")] : [first, ...others];
}
