import { Stack, type StackProps } from "aws-cdk-lib";
import { CfnAlarm } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { enabledBanks } from "../contract/service-config.ts";
import type { Queue, Worker } from "../contract/worker.ts";
import { type AlarmEntry, alarmDeadQueues, alarmEntries, alarmTopic, budget } from "./alarms.ts";
import { dashboard } from "./dashboard.ts";
import { deadQueueNames } from "./messaging-stack.ts";
import { pascalCase, physicalName } from "./names.ts";
import { objectiveAlarms } from "./objective-alarms.ts";
import type { StageConfig } from "./stage-config.ts";

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
    const entries = alarmEntries({ ...watched, providers: enabledBanks(config.providers) });
    for (const entry of entries) this.addAlarm(stage, entry, topic.topicArn);
    objectiveAlarms(this, { stage, region: config.region, topicArn: topic.topicArn });
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
