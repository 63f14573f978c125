import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CfnRole, PolicyDocument, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnAlias, CfnFunction, type CfnFunctionProps, CfnVersion } from "aws-cdk-lib/aws-lambda";
import { Asset } from "aws-cdk-lib/aws-s3-assets";
import { ArnFormat, CfnDeletionPolicy, Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import type { Access } from "../contract/access.ts";
import { LIVE, PAYMENT_PATH, pascalCase } from "../contract/functions.ts";
import { serviceConfigChecksum } from "../contract/service-config-text.ts";
import type { Worker } from "../contract/worker.ts";
import { type FunctionEntry, isTraced } from "./build-functions.ts";
import { logGroupName } from "./logs-stack.ts";
import { physicalName, queueVariable, secretVariable } from "./names.ts";
import type { ServiceResources } from "./service-resources.ts";
import { dueShardsOf, type StageConfig, serviceConfigText } from "./stage-config.ts";

interface ServiceFunctionProps {
  readonly entry: FunctionEntry;
  readonly stage: string;
  /** Contains one folder per function id, written by `bin/build.ts`; null for the local stack (`localCode`). */
  readonly bundles: string | null;
  readonly environment: Readonly<Record<string, string>>;
  /** ARN of the policy with which an operator can deny the function everything; null: none. */
  readonly fence: string | null;
  /** All statements of the function's role; gets the ARN of its log group. */
  readonly statements: (logGroupArn: string) => readonly PolicyStatement[];
}

/**
 * A function with its role: two resources. On the payment path also its versions and the
 * alias `live`. Reserves no concurrency, because an account with the initial quota of 10 could not deploy that.
 */
export class ServiceFunction extends Construct {
  readonly id: string;
  readonly role: CfnRole;
  readonly resource: CfnFunction;
  readonly logGroup: string;
  /** What callers use: the alias where there is one, or the function. */
  readonly invokedArn: string;
  readonly qualifier: string;
  /** Null for a function that switches at once. */
  readonly live: LiveAlias | null;

  constructor(scope: Construct, props: ServiceFunctionProps) {
    const { entry, stage } = props;
    super(scope, pascalCase(entry.id));
    this.id = entry.id;
    const functionName = physicalName(stage, entry.id);
    if (functionName.length > 64) throw new Error(`${functionName} is longer than 64 characters.`);

    const logGroup = logGroupName(stage, entry.id);
    this.logGroup = logGroup;
    const logGroupArn = Stack.of(this).formatArn({
      service: "logs",
      resource: "log-group",
      resourceName: `${logGroup}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });

    this.role = new CfnRole(this, "Role", {
      description: `Runs ${entry.id}`,
      assumeRolePolicyDocument: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ["sts:AssumeRole"],
            principals: [new ServicePrincipal("lambda.amazonaws.com")],
          }),
        ],
      }),
      ...(props.fence === null ? {} : { managedPolicyArns: [props.fence] }),
      policies: [
        {
          policyName: "access",
          policyDocument: new PolicyDocument({ statements: [...props.statements(logGroupArn)] }),
        },
      ],
    });

    const path = props.bundles === null ? null : bundle(props.bundles, entry.id);
    const asset = path === null ? null : new Asset(this, "Code", { path });
    const properties: CfnFunctionProps = {
      functionName,
      description: entry.summary,
      runtime: "nodejs24.x",
      architectures: ["arm64"],
      handler: "index.handler",
      code:
        asset === null
          ? localCode(entry.id)
          : { s3Bucket: asset.s3BucketName, s3Key: asset.s3ObjectKey },
      role: this.role.attrArn,
      memorySize: entry.memoryMegabytes,
      timeout: entry.timeoutSeconds,
      environment: { variables: { ...props.environment } },
      tracingConfig: { mode: isTraced(entry) ? "Active" : "PassThrough" },
      ...(sendsToItself(entry) ? { recursiveLoop: "Allow" } : {}),
      // WARN drops Lambda's own two lines per successful invocation: CloudWatch has their figures as metrics,
      // and they would be half of the logs' cost.
      loggingConfig: { logFormat: "JSON", systemLogLevel: "WARN", logGroup },
    };
    this.resource = new CfnFunction(this, "Function", properties);
    asset?.addResourceMetadata(this.resource, "Code");
    this.resource.addMetadata("checkout:function", entry.id);
    // By default SAM names a function after its construct, and all constructs are called Function.
    this.resource.addMetadata("SamResourceId", entry.id);
    this.live = PAYMENT_PATH.has(entry.id) ? this.addAlias(properties) : null;
    this.invokedArn = this.live?.alias.ref ?? this.resource.attrArn;
    this.qualifier = this.live === null ? "$LATEST" : LIVE;
  }

  /**
   * A new version for each change of the function's code or settings. Earlier ones stay, so that a person can point the
   * alias back within seconds; one whose creation is rolled back does not, or Lambda would refuse to make it again.
   */
  private addAlias(properties: CfnFunctionProps): LiveAlias {
    const content = JSON.stringify(Stack.of(this).resolve(properties));
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
    const functionName = this.resource.ref;
    const version = new CfnVersion(this, `Version${hash}`, { functionName });
    version.cfnOptions.deletionPolicy = CfnDeletionPolicy.RETAIN_EXCEPT_ON_CREATE;
    version.cfnOptions.updateReplacePolicy = CfnDeletionPolicy.RETAIN;
    const alias = new CfnAlias(this, "Live", {
      functionName,
      functionVersion: version.attrVersion,
      name: LIVE,
    });
    return { alias, version: version.attrVersion };
  }
}

/** The alias of a function on the payment path, and the number of the version that a release deploys. */
interface LiveAlias {
  readonly alias: CfnAlias;
  readonly version: string;
}

/**
 * A message that waits for hours is sent to its own queue again every 15 minutes. Lambda's loop detection
 * would drop it after 16 runs, although each of these chains ends.
 */
function sendsToItself({ source, access }: FunctionEntry): boolean {
  return source?.kind === "queue" && (access.queues ?? []).includes(source.queue);
}

/** The local stack builds and synthesizes side by side: a bundle is in `functions/{id}` of its assembly, not an asset. */
function localCode(id: string): CfnFunction.CodeProperty {
  return { s3Bucket: "local", s3Key: `functions/${id}` };
}

function bundle(folder: string, id: string): string {
  const path = join(folder, id);
  if (!existsSync(path)) {
    throw new Error(`${path} is missing: run \`node bin/build.ts\` before the synthesis.`);
  }
  return path;
}

/** A function's variables: common ones, and those of the resources in its `access`. Lambda allows 4 KB. */
export function environmentOf(
  access: Access,
  config: StageConfig,
  publicBaseUrl: string,
  resources: ServiceResources,
): Readonly<Record<string, string>> {
  const { queues = [], secrets = [], writesSecrets = [] } = access;
  const serviceConfig = serviceConfigText(config);
  const touchesTable = Object.keys(access.table ?? {}).length > 0;
  return {
    STAGE: config.stage,
    PUBLIC_BASE_URL: publicBaseUrl,
    DEFAULT_CURRENCY: config.defaultCurrency,
    PHONE_REGION: config.phoneRegion,
    SERVICE_CONFIG: serviceConfig,
    SERVICE_CONFIG_CHECKSUM: serviceConfigChecksum(serviceConfig),
    ...(touchesTable
      ? { TABLE_NAME: resources.table.ref, DUE_SHARDS: String(dueShardsOf(config)) }
      : {}),
    ...(access.bus ? { BUS_NAME: resources.bus.ref } : {}),
    ...Object.fromEntries(
      queues.map((name) => [queueVariable(name), resources.queue(name).queue.queueUrl]),
    ),
    ...Object.fromEntries(
      [...secrets, ...writesSecrets].map((name) => [
        secretVariable(name),
        resources.secrets[name].ref,
      ]),
    ),
  };
}

/** Share of the account's concurrency that all queue readers together may use. */
const READERS_PART = 0.5;
/** The smallest `MaximumConcurrency` that AWS accepts. */
const LEAST = 2;

/**
 * The maximum concurrency of a queue reader: its `maxConcurrency`, scaled down where all readers together
 * would take more than half of the account's concurrency. At least 2.
 *
 * @param wanted the entry's `maxConcurrency`
 * @param account Lambda's quota of concurrent executions, 10 in a new account
 */
export function readerConcurrency(
  wanted: number,
  workers: readonly Worker[],
  account: number,
): number {
  const all = workers.reduce(
    (sum, { source }) => sum + (source.kind === "queue" ? source.maxConcurrency : 0),
    0,
  );
  const part = Math.min(1, (account * READERS_PART) / all);
  return Math.max(LEAST, Math.floor(wanted * part));
}
