import { Aws, Duration, RemovalPolicy } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { Subscription, SubscriptionProtocol, Topic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { physicalName } from "./names.ts";
import { deadLetterQueue } from "./queues.ts";
import type { StageConfig } from "./stage-config.ts";

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
