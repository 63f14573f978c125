import { existsSync } from "node:fs";
import { join } from "node:path";
import { RemovalPolicy } from "aws-cdk-lib";
import { CfnRole, PolicyDocument, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { Asset } from "aws-cdk-lib/aws-s3-assets";
import { Construct } from "constructs";
import type { FunctionEntry } from "./function-entry.ts";
import { pascalCase, physicalName } from "./names.ts";

interface ServiceFunctionProps {
  readonly entry: FunctionEntry;
  readonly stage: string;
  /** Holds one folder per function id, as `bin/build.ts` leaves them. */
  readonly bundles: string;
  readonly logRetentionDays: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Given the ARN of the log group; the role allows exactly these. */
  readonly statements: (logGroupArn: string) => readonly PolicyStatement[];
}

/**
 * One function, its role and its log group: three resources, so that a hundred functions fit in a
 * stack. No reserved concurrency: an account whose quota is still 10 could not deploy it.
 */
export class ServiceFunction extends Construct {
  readonly id: string;
  readonly resource: CfnFunction;

  constructor(scope: Construct, props: ServiceFunctionProps) {
    const { entry, stage } = props;
    super(scope, pascalCase(entry.id));
    this.id = entry.id;
    const functionName = physicalName(stage, entry.id);
    if (functionName.length > 64) throw new Error(`${functionName} is longer than 64 characters.`);

    const logs = new CfnLogGroup(this, "Logs", {
      logGroupName: `/aws/lambda/${functionName}`,
      retentionInDays: props.logRetentionDays,
    });
    logs.applyRemovalPolicy(RemovalPolicy.DESTROY);

    const role = new CfnRole(this, "Role", {
      description: `Runs ${entry.id}`,
      assumeRolePolicyDocument: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ["sts:AssumeRole"],
            principals: [new ServicePrincipal("lambda.amazonaws.com")],
          }),
        ],
      }),
      policies: [
        {
          policyName: "access",
          policyDocument: new PolicyDocument({ statements: [...props.statements(logs.attrArn)] }),
        },
      ],
    });

    const asset = new Asset(this, "Code", { path: bundle(props.bundles, entry.id) });
    this.resource = new CfnFunction(this, "Function", {
      functionName,
      description: entry.summary,
      runtime: "nodejs24.x",
      architectures: ["arm64"],
      handler: "index.handler",
      code: { s3Bucket: asset.s3BucketName, s3Key: asset.s3ObjectKey },
      role: role.attrArn,
      memorySize: entry.memoryMegabytes,
      timeout: entry.timeoutSeconds,
      environment: { variables: { ...props.environment } },
      tracingConfig: { mode: "Active" },
      ...(sendsToItself(entry) ? { recursiveLoop: "Allow" } : {}),
      loggingConfig: { logFormat: "JSON", logGroup: logs.ref },
    });
    asset.addResourceMetadata(this.resource, "Code");
    this.resource.addMetadata("checkout:function", entry.id);
    // SAM would name every function after its construct, and then know a single one.
    this.resource.addMetadata("SamResourceId", entry.id);
  }
}

/**
 * Waits of hours are messages that are put back every quarter of an hour. Lambda takes that for a loop
 * after 16 runs and would throw the seventeenth away; these chains end by themselves.
 */
function sendsToItself({ source, access }: FunctionEntry): boolean {
  return source?.kind === "queue" && (access.queues ?? []).includes(source.queue);
}

function bundle(folder: string, id: string): string {
  const path = join(folder, id);
  if (!existsSync(path)) {
    throw new Error(`${path} is missing: run \`node bin/build.ts\` before the synthesis.`);
  }
  return path;
}
