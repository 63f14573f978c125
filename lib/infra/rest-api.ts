import { createHash } from "node:crypto";
import { Aws, Fn, RemovalPolicy, Stack } from "aws-cdk-lib";
import { CfnAccount, CfnDeployment, CfnRestApi, CfnStage } from "aws-cdk-lib/aws-apigateway";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { AUTHORIZER_ID, routeFunctionId } from "../contract/functions.ts";
import type { Route } from "../contract/route.ts";
import { ACCESS_LOG_FORMAT } from "./access-log.ts";
import { gatewayDocument } from "./gateway-document.ts";
import { invokeRole } from "./invoke-role.ts";
import { physicalName } from "./names.ts";
import type { StageConfig } from "./stage-config.ts";
import { methodSettings } from "./throttle.ts";

/** The REST API, imported from `gatewayDocument`. Each change of the document creates a new deployment. */
export class RestApi extends Construct {
  readonly api: CfnRestApi;
  readonly stage: CfnStage;
  /** Host of the API, without the stage. */
  readonly host: string;

  constructor(
    scope: Construct,
    id: string,
    props: { readonly config: StageConfig; readonly routes: readonly Route[] },
  ) {
    super(scope, id);
    const { config, routes } = props;
    const role = invokeRole(this, "InvokeRole", {
      service: "apigateway.amazonaws.com",
      stage: config.stage,
      functionIds: [AUTHORIZER_ID, ...routes.map(routeFunctionId)],
    });
    const document = gatewayDocument({
      title: physicalName(config.stage, "api"),
      stage: config.stage,
      routes,
      corsOrigins: config.corsOrigins,
      invokeRoleArn: role.attrArn,
    });
    this.api = new CfnRestApi(this, "Api", {
      name: physicalName(config.stage, "api"),
      endpointConfiguration: { types: ["REGIONAL"] },
      // CloudFront compresses only what it caches, so API Gateway compresses the pay page.
      minimumCompressionSize: 1024,
      body: document,
    });
    const content = JSON.stringify(Stack.of(this).resolve(document));
    const version = createHash("sha256").update(content).digest("hex").slice(0, 12);
    const deployment = new CfnDeployment(this, `Deployment${version}`, {
      restApiId: this.api.ref,
      description: `Document ${version}`,
    });
    this.stage = this.addStage(config, routes, deployment);
    this.host = Fn.join("", [this.api.ref, ".execute-api.", Aws.REGION, ".", Aws.URL_SUFFIX]);
  }

  private addStage(
    config: StageConfig,
    routes: readonly Route[],
    deployment: CfnDeployment,
  ): CfnStage {
    // Half the price. This class has no metric filters, no subscriptions and no live tail; queries work as in any other.
    const logs = new CfnLogGroup(this, "AccessLog", {
      logGroupName: `/aws/apigateway/${physicalName(config.stage, "access-log")}`,
      logGroupClass: "INFREQUENT_ACCESS",
      retentionInDays: config.logRetentionDays,
    });
    logs.applyRemovalPolicy(RemovalPolicy.DESTROY);
    const stage = new CfnStage(this, "Stage", {
      restApiId: this.api.ref,
      deploymentId: deployment.ref,
      stageName: config.stage,
      accessLogSetting: { destinationArn: logs.attrArn, format: ACCESS_LOG_FORMAT },
      // API Gateway's trace segments contain the query, which may contain an API key. Traces begin in the
      // function.
      tracingEnabled: false,
      methodSettings: methodSettings(config, routes),
    });
    if (config.managesGatewayAccount) stage.node.addDependency(this.gatewayAccount());
    return stage;
  }

  /** The role with which API Gateway writes logs: one per account and region, shared with other APIs. */
  private gatewayAccount(): CfnAccount {
    const role = new Role(this, "LogRole", {
      assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName("service-role/AmazonAPIGatewayPushToCloudWatchLogs"),
      ],
    });
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    const account = new CfnAccount(this, "Account", { cloudWatchRoleArn: role.roleArn });
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return account;
  }
}
