import { createHash } from "node:crypto";
import { CfnAccount, CfnDeployment, CfnRestApi, CfnStage } from "aws-cdk-lib/aws-apigateway";
import {
  CfnRole,
  ManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { Aws, Fn, RemovalPolicy, Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import { AUTHORIZER_ID, routeFunctionId } from "../contract/functions.ts";
import type { Route, Surface } from "../contract/route.ts";
import { gatewayDocument, resourcePath } from "./gateway-document.ts";
import { logGroupArn } from "./logs-stack.ts";
import { invokedName, physicalName } from "./names.ts";
import type { StageConfig } from "./stage-config.ts";

/**
 * Share of `throttle` that one method may use. API Gateway counts a request before it calls the
 * authorizer, so a flood with invalid keys uses up a limit too; it must not be the limit of all methods.
 */
const SHARES: Readonly<Record<Surface, number>> = {
  v1: 0.4,
  public: 0.4,
  platform: 0.2,
  auth: 0.1,
  service: 0.1,
};

/** Of methods without an entry of their own: the dashboard's, HEAD, OPTIONS, and those that answer 405. */
const OTHERS = SHARES.platform;

/** Defaults of API Gateway, so that only `/*` states them. */
const COMMON = {
  loggingLevel: "OFF",
  dataTraceEnabled: false,
  // Metrics per method cost 0.30 dollars a month each; those of the whole API are free.
  metricsEnabled: false,
};

/**
 * Throttles of each method; all zero while the stage is closed. API Gateway applies `/*` to each method by itself, and
 * only the account's quota to their sum. It refuses an update of a stage with too many fields (80 are known to pass),
 * so only methods with another share than `OTHERS` are listed.
 */
export function methodSettings(
  { throttle, closed }: StageConfig,
  routes: readonly Route[],
): CfnStage.MethodSettingProperty[] {
  const limit = (share: number) => ({
    throttlingRateLimit: closed ? 0 : Math.ceil(throttle.ratePerSecond * share),
    throttlingBurstLimit: closed ? 0 : Math.ceil(throttle.burst * share),
  });
  return [
    { httpMethod: "*", resourcePath: "/*", ...COMMON, ...limit(OTHERS) },
    ...routes
      .filter(({ surface }) => SHARES[surface] !== OTHERS)
      .map(({ method, path, surface }) => ({
        httpMethod: method,
        resourcePath: `/${resourcePath(path).replaceAll("/", "~1")}`,
        ...limit(SHARES[surface]),
      })),
  ];
}

/**
 * One line of the gateway's access log, as JSON. Omits the query, which may contain an API key, and the path, which may
 * contain the token of a pay page. Omits what the entry's own time and the functions' logs say. API Gateway writes `-` for
 * what a request does not have.
 */
export const ACCESS_LOG_FORMAT = JSON.stringify({
  requestId: "$context.requestId",
  method: "$context.httpMethod",
  resource: "$context.resourcePath",
  status: "$context.status",
  error: "$context.error.responseType",
  authorizerError: "$context.authorizer.error",
  principal: "$context.authorizer.principalId",
  latencyMs: "$context.responseLatency",
});

/** ARN by which to invoke a function, by its name, for resources that must not depend on the function itself. */
export function functionArn(stage: string, id: string): string {
  return Fn.sub(
    `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${invokedName(stage, id)}`,
  );
}

/** A role that lets a service invoke these functions, and nothing else. */
export function invokeRole(
  scope: Construct,
  id: string,
  props: {
    readonly service: string;
    readonly stage: string;
    readonly functionIds: readonly string[];
    readonly statements?: readonly PolicyStatement[];
  },
): CfnRole {
  return new CfnRole(scope, id, {
    description: `Lets ${props.service} invoke the functions`,
    assumeRolePolicyDocument: new PolicyDocument({
      statements: [
        new PolicyStatement({
          actions: ["sts:AssumeRole"],
          principals: [new ServicePrincipal(props.service)],
          // Another customer's schedule must not assume the role. AWS does not document that API Gateway
          // sends the account when it assumes a role; there `iam:PassRole` protects it.
          ...(props.service === "scheduler.amazonaws.com"
            ? { conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } } }
            : {}),
        }),
      ],
    }),
    policies: [
      {
        policyName: "invoke",
        policyDocument: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ["lambda:InvokeFunction"],
              resources: props.functionIds.map((name) => functionArn(props.stage, name)),
            }),
            ...(props.statements ?? []),
          ],
        }),
      },
    ],
  });
}

const INVOKE_ROLE = "InvokeRole";

/**
 * The role through which the gateway invokes a route's function. Several, because the names of all functions do not fit
 * into the 10,240 characters of one role's policies; by what a route never changes, so that no route moves.
 */
export function invokeRoleId({ surface, method }: Pick<Route, "surface" | "method">): string {
  if (surface !== "platform") return INVOKE_ROLE;
  return method === "GET" ? "InvokePlatformReadRole" : "InvokePlatformRole";
}

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
    const roles = this.addInvokeRoles(config.stage, routes);
    const document = gatewayDocument({
      title: physicalName(config.stage, "api"),
      stage: config.stage,
      routes,
      corsOrigins: config.corsOrigins,
      invokeRoleArn: (route) => roles.get(route === null ? INVOKE_ROLE : invokeRoleId(route)) ?? "",
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

  /** By id; the first may invoke the authorizer, too. */
  private addInvokeRoles(stage: string, routes: readonly Route[]): ReadonlyMap<string, string> {
    const groups = Map.groupBy(routes, invokeRoleId);
    const ids = [INVOKE_ROLE, ...[...groups.keys()].filter((id) => id !== INVOKE_ROLE)];
    return new Map(
      ids.map((id) => {
        const own = (groups.get(id) ?? []).map(routeFunctionId);
        const functionIds = id === INVOKE_ROLE ? [AUTHORIZER_ID, ...own] : own;
        const role = invokeRole(this, id, {
          service: "apigateway.amazonaws.com",
          stage,
          functionIds,
        });
        return [id, role.attrArn];
      }),
    );
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
      accessLogSetting: { destinationArn: logGroupArn(logs), format: ACCESS_LOG_FORMAT },
      // API Gateway's trace segments contain the query, which may contain an API key. Traces begin in the function.
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
    // In an AWS account that never had an API, there are no settings of API Gateway yet.
    account.addResourceDependency(this.api);
    return account;
  }
}
