import { CfnAlarm, CfnDashboard } from "aws-cdk-lib/aws-cloudwatch";
import { Fn, Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { pascalCase, workerFunctionId } from "../contract/functions.ts";
import { METRICS, METRICS_NAMESPACE, type MetricName } from "../contract/metrics.ts";
import { enabledBanks } from "../contract/service-config-text.ts";
import type { Queue, Worker } from "../contract/worker.ts";
import {
  type AlarmEntry,
  alarmDeadQueues,
  alarmEntries,
  alarmTopic,
  budget,
  configuredAlarms,
  replicationAlarm,
} from "./alarms.ts";
import { deadQueueNames } from "./messaging-stack.ts";
import { physicalName } from "./names.ts";
import { objectiveAlarms } from "./objectives.ts";
import type { StageConfig } from "./stage-config.ts";
import { alarmsInTurn } from "./staggered.ts";

interface MonitoringStackProps extends StackProps {
  readonly config: StageConfig;
  readonly queues: readonly Queue[];
  readonly workers: readonly Worker[];
  readonly tableName: string;
}

/** Alarms, their topic, and the dashboard. Uses names only, so that no other stack waits for it. */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, props: MonitoringStackProps) {
    const { config, queues, workers, tableName, ...stackProps } = props;
    super(scope, id, stackProps);
    const { stage } = config;
    const topic = alarmTopic(this, config);
    const deadQueues = [...deadQueueNames(queues), ...alarmDeadQueues(config)];
    const watched = { stage, queues, workers, tableName, deadQueues };
    const providers = enabledBanks(config.providers);
    const entries = [...alarmEntries({ ...watched, providers }), ...configuredAlarms(config)];
    for (const entry of entries) this.addAlarm(stage, entry, topic.topicArn);
    replicationAlarm(this, config, { tableName, topicArn: topic.topicArn });
    objectiveAlarms(this, { stage, region: config.region, topicArn: topic.topicArn });
    alarmsInTurn(this);
    budget(this, config);
    dashboard(this, watched);
  }

  private addAlarm(stage: string, entry: AlarmEntry, topicArn: string): void {
    const dimensions = Object.entries(entry.dimensions);
    new CfnAlarm(this, `Alarm${pascalCase(entry.name)}`, {
      alarmName: physicalName(stage, entry.name),
      alarmDescription: `What to do: docs/operations.md#${entry.runbook}`,
      namespace: entry.namespace,
      metricName: entry.metric,
      dimensions: dimensions.map(([name, value]) => ({ name, value })),
      ...(entry.statistic.startsWith("p")
        ? { extendedStatistic: entry.statistic }
        : { statistic: entry.statistic }),
      period: entry.periodSeconds,
      evaluationPeriods: entry.periods,
      threshold: entry.threshold,
      comparisonOperator: "GreaterThanThreshold",
      // No traffic is not a failure.
      treatMissingData: "notBreaching",
      alarmActions: [topicArn],
      okActions: [topicArn],
    });
  }
}

/** A metric in a dashboard's form: namespace, name, pairs of dimension and value, then options. */
type Series = readonly (string | Readonly<Record<string, unknown>>)[];

interface DashboardProps {
  readonly stage: string;
  readonly queues: readonly Queue[];
  /** Names of all dead-letter queues, without the stage. */
  readonly deadQueues: readonly string[];
  readonly workers: readonly Worker[];
  readonly tableName: string;
}

/** The CloudWatch dashboard: first what merchants notice, then the resources behind it. */
export function dashboard(scope: Construct, props: DashboardProps): CfnDashboard {
  const { stage, queues, deadQueues, workers, tableName } = props;
  const api = ["ApiName", physicalName(stage, "api"), "Stage", stage];
  const streamWorkers = workers.filter((worker) => worker.source.kind === "stream");
  const widgets = [
    ...(Object.keys(METRICS) as MetricName[]).map((name) =>
      widget(METRICS[name].about, [ownSeries(stage, name)]),
    ),
    widget("API requests and refusals", [
      ["AWS/ApiGateway", "Count", ...api, { stat: "Sum" }],
      ["AWS/ApiGateway", "4XXError", ...api, { stat: "Sum" }],
      ["AWS/ApiGateway", "5XXError", ...api, { stat: "Sum" }],
    ]),
    widget("API time, median and 99th percentile", [
      ["AWS/ApiGateway", "Latency", ...api, { stat: "p50" }],
      ["AWS/ApiGateway", "Latency", ...api, { stat: "p99" }],
    ]),
    widget("Functions: concurrency and throttles in this account", [
      ["AWS/Lambda", "ConcurrentExecutions", { stat: "Maximum" }],
      ["AWS/Lambda", "Throttles", { stat: "Sum" }],
    ]),
    widget(
      "Failing workers",
      workers.map((worker) => functionSeries(stage, worker, "Errors", "Sum")),
    ),
    widget(
      "Delay of the stream",
      streamWorkers.map((worker) => functionSeries(stage, worker, "IteratorAge", "Maximum")),
    ),
    widget(
      "Messages waiting",
      queues.map(({ name }) => queueSeries(stage, name)),
    ),
    widget(
      "Dead letters",
      deadQueues.map((name) => queueSeries(stage, name)),
    ),
    widget("Table: capacity used", [
      ["AWS/DynamoDB", "ConsumedReadCapacityUnits", "TableName", tableName, { stat: "Sum" }],
      ["AWS/DynamoDB", "ConsumedWriteCapacityUnits", "TableName", tableName, { stat: "Sum" }],
    ]),
  ];
  return new CfnDashboard(scope, "Dashboard", {
    dashboardName: physicalName(stage, "overview"),
    dashboardBody: Fn.sub(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is CloudFormation that fills it in
      JSON.stringify({ widgets: widgets.map(placed) }).replaceAll(tableName, () => "${Table}"),
      { Table: tableName },
    ),
  });
}

/** Three widgets in a row, each 8 of 24 columns wide. */
function placed(content: object, index: number): object {
  return {
    type: "metric",
    x: (index % 3) * 8,
    y: Math.floor(index / 3) * 6,
    width: 8,
    height: 6,
    ...content,
  };
}

function widget(title: string, metrics: readonly Series[]): object {
  return {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is CloudFormation that fills it in
    properties: { title, metrics, view: "timeSeries", region: "${AWS::Region}", period: 300 },
  };
}

/** A search expression: one series for each value of the dimensions. */
function ownSeries(stage: string, name: MetricName): Series {
  const { unit, dimensions } = METRICS[name];
  const statistic = unit === "Milliseconds" ? "p99" : "Sum";
  if (dimensions.length === 0) {
    return [METRICS_NAMESPACE, name, "stage", stage, { stat: statistic }];
  }
  const schema = [METRICS_NAMESPACE, "stage", ...dimensions].join(",");
  const search = `{${schema}} MetricName="${name}" stage="${stage}"`;
  return [{ expression: `SEARCH('${search}', '${statistic}', 300)` }];
}

function functionSeries(stage: string, worker: Worker, metric: string, stat: string): Series {
  const name = physicalName(stage, workerFunctionId(worker));
  return ["AWS/Lambda", metric, "FunctionName", name, { stat, label: worker.name }];
}

function queueSeries(stage: string, queue: string): Series {
  const metric = "ApproximateNumberOfMessagesVisible";
  return [
    "AWS/SQS",
    metric,
    "QueueName",
    physicalName(stage, queue),
    { stat: "Maximum", label: queue },
  ];
}
