import { CfnAlarm } from "aws-cdk-lib/aws-cloudwatch";
import { CfnApplication, CfnDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { LIVE, pascalCase, RELEASES } from "../contract/functions.ts";
import { METRICS_NAMESPACE } from "../contract/metrics.ts";
import type { ServiceFunction } from "./function.ts";
import { physicalName } from "./names.ts";
import type { StageConfig } from "./stage-config.ts";
import { alarmsInTurn } from "./staggered.ts";

/** A tenth of the invocations for five minutes, then all. */
const CANARY = "CodeDeployDefault.LambdaCanary10Percent5Minutes";
const AT_ONCE = "CodeDeployDefault.LambdaAllAtOnce";

/** CloudWatch evaluates such an alarm every minute, over the last five. */
const WINDOW_SECONDS = 300;
/** One failure in a window may be anything; a share says nothing of it. */
const LEAST_FAILED = 2;
/** Percent of a new version's invocations that may fail. */
const MOST_FAILED_PERCENT = 1;
/** Fewer invocations say nothing about the time that they take. */
const LEAST_TIMED = 20;
/** By how much the slower half of a new version's invocations may exceed twice the usual time, in ms. */
const MOST_SLOWER_MS = 500;

interface Props {
  readonly config: StageConfig;
  /** Those with an alias. */
  readonly functions: readonly ServiceFunction[];
}

/**
 * CodeDeploy moves each alias to its new version, and back when an alarm fires: the new version fails or is slow, or any
 * version broke an invariant or met an item that it cannot read. Then CloudFormation rolls the whole stack back.
 */
export class GradualRelease extends Construct {
  constructor(scope: Construct, id: string, { config, functions }: Props) {
    super(scope, id);
    const { stage, releases } = config;
    const application = new CfnApplication(this, "Application", {
      applicationName: physicalName(stage, RELEASES),
      computePlatform: "Lambda",
    });
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("codedeploy.amazonaws.com"),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName("service-role/AWSCodeDeployRoleForLambdaLimited"),
      ],
    });
    const invariants = invariantsAlarm(this, stage);
    for (const { id: functionId, live } of functions) {
      if (live === null) throw new Error(`${functionId} has no alias.`);
      const part = new Construct(this, pascalCase(functionId));
      const watched = { stage, functionId, version: live.version };
      const alarms = [errorsAlarm(part, watched), latencyAlarm(part, watched), invariants];
      const group = new CfnDeploymentGroup(part, "Group", {
        applicationName: application.ref,
        deploymentGroupName: functionId,
        serviceRoleArn: role.roleArn,
        deploymentConfigName: releases === "gradual" ? CANARY : AT_ONCE,
        deploymentStyle: {
          deploymentType: "BLUE_GREEN",
          deploymentOption: "WITH_TRAFFIC_CONTROL",
        },
        alarmConfiguration: {
          enabled: releases === "gradual",
          // An alarm that cannot be read is no good news.
          ignorePollAlarmFailure: false,
          alarms: alarms.map(({ ref }) => ({ name: ref })),
        },
        autoRollbackConfiguration: {
          enabled: true,
          events: [
            "DEPLOYMENT_FAILURE",
            "DEPLOYMENT_STOP_ON_ALARM",
            "DEPLOYMENT_STOP_ON_REQUEST",
          ].slice(0, releases === "gradual" ? 3 : 1),
        },
      });
      live.alias.cfnOptions.updatePolicy = {
        codeDeployLambdaAliasUpdate: {
          applicationName: application.ref,
          deploymentGroupName: group.ref,
        },
      };
      // CloudFormation follows references in properties only: the alarms must watch the new version before it runs.
      for (const made of [...alarms, group]) live.alias.addResourceDependency(made);
    }
    alarmsInTurn(this);
  }
}

interface Watched {
  readonly stage: string;
  readonly functionId: string;
  /** Number of the new version. */
  readonly version: string;
}

/** Invocations that ended without a result, responses with 5xx, and messages that go back to their queue. */
function errorsAlarm(scope: Construct, watched: Watched): CfnAlarm {
  const { functionId } = watched;
  // Only the authorizer counts nothing itself: what it cannot answer, it throws.
  const own = functionId.startsWith("workers-") ? "WorkFailed" : "RequestsFailed";
  const failed = ["FILL(errors, 0)", ...(functionId.includes("-") ? ["FILL(failed, 0)"] : [])];
  const sum = failed.join(" + ");
  return alarm(scope, "Errors", watched, "errors", MOST_FAILED_PERCENT, [
    ofVersion("errors", "Errors", "Sum", watched),
    ...(functionId.includes("-") ? [ofOurs("failed", own, watched)] : []),
    ofVersion("runs", "Invocations", "Sum", watched),
    result(`IF(${sum} >= ${LEAST_FAILED}, 100 * (${sum}) / FILL(runs, 1), 0)`),
  ]);
}

/** Compared with the time of all versions, nine tenths of which are the old one: a slow bank slows both. */
function latencyAlarm(scope: Construct, watched: Watched): CfnAlarm {
  return alarm(scope, "Latency", watched, "latency", MOST_SLOWER_MS, [
    ofVersion("fresh", "Duration", "p75", watched),
    ofAlias("usual", "Duration", "p75", watched),
    ofVersion("runs", "Invocations", "Sum", watched),
    result(`IF(FILL(runs, 0) >= ${LEAST_TIMED}, fresh - 2 * usual, 0)`),
  ]);
}

/** In any version: the old one meets what the new one wrote. */
function invariantsAlarm(scope: Construct, stage: string): CfnAlarm {
  const metric = (id: string, metricName: string) =>
    query(id, METRICS_NAMESPACE, metricName, "Sum", { stage });
  return new CfnAlarm(scope, "Invariants", {
    alarmName: physicalName(stage, "release-invariants"),
    ...common(0),
    metrics: [
      metric("broken", "InvariantsBroken"),
      metric("unreadable", "ItemsUnreadable"),
      result("FILL(broken, 0) + FILL(unreadable, 0)"),
    ],
  });
}

type Query = CfnAlarm.MetricDataQueryProperty;

function alarm(
  scope: Construct,
  id: string,
  { stage, functionId }: Watched,
  what: string,
  threshold: number,
  metrics: Query[],
): CfnAlarm {
  const alarmName = physicalName(stage, `release-${functionId}-${what}`);
  return new CfnAlarm(scope, id, { alarmName, ...common(threshold), metrics });
}

/** These alarms notify nobody: the person who deploys sees the deployment fail. */
function common(threshold: number) {
  return {
    alarmDescription: "What to do: docs/operations.md#withdrawn-release",
    actionsEnabled: false,
    evaluationPeriods: 1,
    threshold,
    comparisonOperator: "GreaterThanThreshold",
    treatMissingData: "notBreaching",
  };
}

function ofVersion(id: string, name: string, stat: string, watched: Watched): Query {
  const { version } = watched;
  return query(id, "AWS/Lambda", name, stat, { ...aliased(watched), ExecutedVersion: version });
}

function ofAlias(id: string, name: string, stat: string, watched: Watched): Query {
  return query(id, "AWS/Lambda", name, stat, aliased(watched));
}

function aliased({ stage, functionId }: Watched) {
  const name = physicalName(stage, functionId);
  return { FunctionName: name, Resource: `${name}:${LIVE}` };
}

function ofOurs(id: string, name: string, { stage, functionId, version }: Watched): Query {
  const operation = functionId.replace("-", "/");
  return query(id, METRICS_NAMESPACE, name, "Sum", { stage, operation, version });
}

function query(
  id: string,
  namespace: string,
  metricName: string,
  stat: string,
  dimensions: Readonly<Record<string, string>>,
): Query {
  const pairs = Object.entries(dimensions).map(([name, value]) => ({ name, value }));
  const metric = { namespace, metricName, dimensions: pairs };
  return { id, returnData: false, metricStat: { metric, period: WINDOW_SECONDS, stat } };
}

function result(expression: string): Query {
  return { id: "result", expression, returnData: true };
}
