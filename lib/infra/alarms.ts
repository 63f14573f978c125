import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { CfnAlarm } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { Subscription, SubscriptionProtocol, Topic } from "aws-cdk-lib/aws-sns";
import { Aws, Duration, RemovalPolicy } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { workerFunctionId } from "../contract/functions.ts";
import { METRICS, METRICS_NAMESPACE, type MetricName } from "../contract/metrics.ts";
import type { Queue, Worker } from "../contract/worker.ts";
import { TABLE } from "../store/table.ts";
import { ORIGIN_RULE } from "./firewall.ts";
import { deadLetterQueue, physicalName } from "./names.ts";
import type { StageConfig } from "./stage-config.ts";

/** Sections of `docs/operations.md`, by anchor. Each alarm names the one that explains it. */
export const RUNBOOK_SECTIONS = [
  "dead-letters",
  "late-queue",
  "late-stream",
  "failing-worker",
  "failing-api",
  "slow-api",
  "throttled-functions",
  "throttled-table",
  "bank-unreachable",
  "unreadable-receipts",
  "failed-deliveries",
  "scarce-login-codes",
  "failed-login-codes",
  "sms-quota",
  "refused-origin",
  "failing-payments",
  "slow-lookups",
  "late-deliveries",
  "broken-invariants",
  "late-replication",
  "withdrawn-release",
] as const;

export type RunbookSection = (typeof RUNBOOK_SECTIONS)[number];

/** An alarm, with CloudWatch's terms for its fields. */
export interface AlarmEntry {
  /** kebab-case, unique. */
  readonly name: string;
  readonly runbook: RunbookSection;
  readonly namespace: string;
  readonly metric: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly statistic: "Sum" | "Maximum" | "p99";
  readonly threshold: number;
  readonly periodSeconds: number;
  /** Periods in a row above the threshold. */
  readonly periods: number;
}

interface AlarmSources {
  readonly stage: string;
  readonly queues: readonly Queue[];
  readonly workers: readonly Worker[];
  /** Providers that the service calls over the network. */
  readonly providers: readonly string[];
  /** Names of all dead-letter queues, without the stage. */
  readonly deadQueues: readonly string[];
  /** A CDK token: CloudFormation chooses the name. */
  readonly tableName: string;
}

/** Alarms of every stage, derived from the queue and worker tables. */
export function alarmEntries(sources: AlarmSources): readonly AlarmEntry[] {
  const { stage, queues, workers, deadQueues } = sources;
  const api = { ApiName: physicalName(stage, "api"), Stage: stage };
  return [
    ...deadQueues.map((queue) => deadLetters(stage, queue)),
    ...queues.map(({ name }) => lateQueue(stage, name)),
    ...workers.flatMap((worker) => workerAlarms(stage, worker)),
    {
      ...count("api-5xx", "failing-api", "AWS/ApiGateway", "5XXError", api),
      threshold: 5,
      periods: 2,
    },
    {
      ...count("api-latency", "slow-api", "AWS/ApiGateway", "Latency", api),
      statistic: "p99",
      threshold: 12_000,
      periods: 3,
    },
    // Without a dimension: all functions of the account in this region, which share one quota.
    { ...count("throttles", "throttled-functions", "AWS/Lambda", "Throttles", {}), periods: 2 },
    ...["ReadThrottleEvents", "WriteThrottleEvents"].map((metric) => ({
      ...count(kebabCase(metric), "throttled-table", "AWS/DynamoDB", metric, {
        TableName: sources.tableName,
      }),
      periods: 2,
    })),
    // The table's own metric leaves its indexes out, and a full index throttles the table's writes.
    ...TABLE.indexes.map(({ name }) => ({
      ...count(`write-throttle-${name}`, "throttled-table", "AWS/DynamoDB", "WriteThrottleEvents", {
        TableName: sources.tableName,
        GlobalSecondaryIndexName: name,
      }),
      periods: 2,
    })),
    ...sources.providers.map((provider) =>
      own("BreakerOpened", `bank-${provider}`, "bank-unreachable", { stage, provider }),
    ),
    ...sources.providers.map((provider) => unreadableReceipts(stage, provider)),
    {
      ...own("DeliveriesFailed", "deliveries-failed", "failed-deliveries", { stage }),
      threshold: 50,
      periodSeconds: 3600,
    },
    own("LoginCodesScarce", "scarce-login-codes", "scarce-login-codes", { stage }),
    {
      // Where few people log in, too few for the alarm of the whole API.
      ...own("RequestsFailed", "login-codes-failed", "failed-login-codes", {
        stage,
        operation: "auth/send-otp",
      }),
      threshold: 2,
      periodSeconds: 900,
    },
    own("InvariantsBroken", "invariants-broken", "broken-invariants", { stage }),
    // Sweepers skip such an item and do not fail, so the alarms of their errors stay OK.
    own("ItemsUnreadable", "items-unreadable", "broken-invariants", { stage }),
  ];
}

/** Part of SNS's monthly quota whose use leaves some days to have it raised. */
const SMS_QUOTA_PART = 0.8;

/** Alarms that a stage has by its configuration. */
export function configuredAlarms(config: StageConfig): readonly AlarmEntry[] {
  return [...(config.smsSender === "sns" ? [smsQuota(config)] : []), refusedOrigin(config)];
}

/**
 * If CloudFront sends a different secret than the firewall accepts, everyone gets 403 and no other alarm fires. Otherwise,
 * this counts only requests to the API's own host, which we do not publish.
 */
function refusedOrigin({ stage, region }: StageConfig): AlarmEntry {
  return {
    ...count("refused-origin", "refused-origin", "AWS/WAFV2", "BlockedRequests", {
      WebACL: physicalName(stage, "api"),
      Rule: ORIGIN_RULE,
      Region: region,
    }),
    threshold: 20,
    periods: 2,
  };
}

/**
 * Above the quota SNS takes messages as before, and sends none. Without a dimension: all of the account in this region. Six
 * hours, because the metric comes only with messages.
 */
function smsQuota({ smsQuotaDollars }: StageConfig): AlarmEntry {
  return {
    ...count("sms-quota", "sms-quota", "AWS/SNS", "SMSMonthToDateSpentUSD", {}),
    statistic: "Maximum",
    threshold: SMS_QUOTA_PART * smsQuotaDollars,
    periodSeconds: 6 * 3600,
  };
}

/** Six hours, so that a bank with one payment in two hours raises it too; its breaker would stay closed. */
function unreadableReceipts(stage: string, provider: string): AlarmEntry {
  const name = `unreadable-receipts-${provider}`;
  return {
    ...own("ReceiptsUnreadable", name, "unreadable-receipts", { stage, provider }),
    threshold: 2,
    periodSeconds: 6 * 3600,
  };
}

/** Usually a second; a payment that is written later than this before a region is lost may be forgotten. */
const LATE_COPY_MS = 60_000;

/**
 * Fires when the copy in the second region falls behind, and when nothing of what is written arrives at all: DynamoDB
 * reports a latency only for what has arrived.
 */
export function replicationAlarm(
  scope: Construct,
  { stage, secondRegion }: StageConfig,
  { tableName, topicArn }: { readonly tableName: string; readonly topicArn: string },
): void {
  if (secondRegion === null) return;
  const query = (
    id: string,
    metricName: string,
    stat: string,
    receiver: CfnAlarm.DimensionProperty[] = [],
  ) => {
    const dimensions = [{ name: "TableName", value: tableName }, ...receiver];
    const metric = { namespace: "AWS/DynamoDB", metricName, dimensions };
    return { id, returnData: false, metricStat: { metric, period: 300, stat } };
  };
  new CfnAlarm(scope, "AlarmReplicationLate", {
    alarmName: physicalName(stage, "replication-late"),
    alarmDescription: "What to do: docs/operations.md#late-replication",
    metrics: [
      query("late", "ReplicationLatency", "Maximum", [
        { name: "ReceivingRegion", value: secondRegion },
      ]),
      query("written", "ConsumedWriteCapacityUnits", "Sum"),
      {
        id: "result",
        expression: `IF(FILL(written, 0) > 0, FILL(late, ${10 * LATE_COPY_MS}), 0)`,
        returnData: true,
      },
    ],
    evaluationPeriods: 3,
    threshold: LATE_COPY_MS,
    comparisonOperator: "GreaterThanThreshold",
    treatMissingData: "notBreaching",
    alarmActions: [topicArn],
    okActions: [topicArn],
  });
}

function deadLetters(stage: string, queue: string): AlarmEntry {
  return {
    ...count(queue, "dead-letters", "AWS/SQS", "ApproximateNumberOfMessagesVisible", {
      QueueName: physicalName(stage, queue),
    }),
    statistic: "Maximum",
  };
}

/** A message may wait 15 minutes as part of its backoff, so only twice that raises the alarm. */
function lateQueue(stage: string, queue: string): AlarmEntry {
  return {
    ...count(`${queue}-late`, "late-queue", "AWS/SQS", "ApproximateAgeOfOldestMessage", {
      QueueName: physicalName(stage, queue),
    }),
    statistic: "Maximum",
    threshold: 1800,
    periods: 2,
  };
}

function workerAlarms(stage: string, worker: Worker): readonly AlarmEntry[] {
  const id = workerFunctionId(worker);
  const dimensions = { FunctionName: physicalName(stage, id) };
  const failing = {
    ...count(`${id}-errors`, "failing-worker", "AWS/Lambda", "Errors", dimensions),
    ...(isRare(worker) ? { threshold: 0 } : { threshold: 2, periods: 2 }),
  };
  if (worker.source.kind !== "stream") return [failing];
  return [
    failing,
    {
      ...count(`${id}-late`, "late-stream", "AWS/Lambda", "IteratorAge", dimensions),
      statistic: "Maximum",
      threshold: 60_000,
      periods: 2,
    },
  ];
}

/** Runs at most once in an alarm's period of five minutes, so that each error counts. */
function isRare({ source }: Worker): boolean {
  if (source.kind !== "schedule") return false;
  const [amount, unit] = source.rate.slice("rate(".length, -1).split(" ");
  return !unit?.startsWith("minute") || Number(amount) >= 5;
}

function own(
  metric: MetricName,
  name: string,
  runbook: RunbookSection,
  dimensions: Readonly<Record<string, string>>,
): AlarmEntry {
  const wanted = ["stage", ...METRICS[metric].dimensions];
  if (wanted.some((dimension) => dimensions[dimension] === undefined)) {
    throw new Error(`${metric} has a series for each of ${wanted.join(", ")}.`);
  }
  return count(name.replaceAll("_", "-"), runbook, METRICS_NAMESPACE, metric, dimensions);
}

function kebabCase(pascal: string): string {
  return pascal.replace(/(.)([A-Z])/g, "$1-$2").toLowerCase();
}

function count(
  name: string,
  runbook: RunbookSection,
  namespace: string,
  metric: string,
  dimensions: Readonly<Record<string, string>>,
): AlarmEntry {
  return {
    name,
    runbook,
    namespace,
    metric,
    dimensions,
    statistic: "Sum",
    threshold: 0,
    periodSeconds: 300,
    periods: 1,
  };
}

/** Keeps the alarms that could not be emailed. */
const DEAD_QUEUE = "alarms-dead";

/** The name of the topic's dead-letter queue, without the stage; none if nobody is emailed. */
export function alarmDeadQueues({ alarmEmail }: StageConfig): readonly string[] {
  return alarmEmail === null ? [] : [DEAD_QUEUE];
}

/** The topic of all alarms. It has its own key: CloudWatch cannot publish with the key that AWS manages. */
export function alarmTopic(scope: Construct, config: StageConfig): Topic {
  const key = new Key(scope, "AlarmKey", {
    description: "Alarms of the checkout verification service",
    enableKeyRotation: true,
    pendingWindow: Duration.days(7),
    removalPolicy: RemovalPolicy.DESTROY,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: "AlarmsOfThisAccount",
      principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
      actions: ["kms:Decrypt", "kms:GenerateDataKey"],
      resources: ["*"],
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    }),
  );
  const topic = new Topic(scope, "Alarms", {
    topicName: physicalName(config.stage, "alarms"),
    masterKey: key,
    enforceSSL: true,
  });
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: "AlarmsOfThisAccount",
      principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    }),
  );
  if (config.alarmEmail !== null) {
    new Subscription(scope, "AlarmEmail", {
      topic,
      protocol: SubscriptionProtocol.EMAIL,
      endpoint: config.alarmEmail,
      deadLetterQueue: deadLetterQueue(scope, config.stage, DEAD_QUEUE),
    });
  }
  return topic;
}

/**
 * Emails `alarmEmail` when the month's costs reach 80 % of the budget, and when AWS forecasts that they will exceed it.
 * Counts the whole account: AWS splits costs by tag only after someone activates the tags manually. Stops nothing.
 */
export function budget(scope: Construct, config: StageConfig): void {
  const { monthlyBudgetDollars, alarmEmail } = config;
  if (monthlyBudgetDollars === null || alarmEmail === null) return;
  const notify = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
    notification: {
      notificationType,
      comparisonOperator: "GREATER_THAN",
      threshold,
      thresholdType: "PERCENTAGE",
    },
    subscribers: [{ subscriptionType: "EMAIL", address: alarmEmail }],
  });
  new CfnBudget(scope, "Budget", {
    budget: {
      budgetName: physicalName(config.stage, "monthly"),
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount: monthlyBudgetDollars, unit: "USD" },
    },
    notificationsWithSubscribers: [notify("ACTUAL", 80), notify("FORECASTED", 100)],
  });
}
