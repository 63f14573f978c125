import type * as bus from "@aws-sdk/client-eventbridge";
import type * as secrets from "@aws-sdk/client-secrets-manager";
import type * as queues from "@aws-sdk/client-sqs";
import { AwsClient, type AwsClientSettings, Command, withToken } from "./aws-client.ts";

// The operations that we use of the services with JSON, DynamoDB apart, by the SDK's names.

/** What the SDK does for all services but DynamoDB. */
const USUAL = { maxAttempts: 3, firstPauseMs: 50 } as const;

export class SQSClient extends AwsClient {
  constructor(settings: AwsClientSettings = {}) {
    const contentType = "application/x-amz-json-1.0";
    super({ name: "sqs", variable: "SQS", target: "AmazonSQS", contentType, ...USUAL }, settings);
  }

  /** A queue's address says which host serves it. Its path is not for JSON, which names the queue in its body. */
  protected override urlOf(input: { readonly QueueUrl?: string }): URL {
    return input.QueueUrl === undefined ? super.urlOf(input) : new URL("/", input.QueueUrl);
  }
}

export class SendMessageCommand extends Command<
  queues.SendMessageCommandInput,
  queues.SendMessageCommandOutput
> {
  readonly operation = "SendMessage";
}
export class SendMessageBatchCommand extends Command<
  queues.SendMessageBatchCommandInput,
  queues.SendMessageBatchCommandOutput
> {
  readonly operation = "SendMessageBatch";
}
export class ReceiveMessageCommand extends Command<
  queues.ReceiveMessageCommandInput,
  queues.ReceiveMessageCommandOutput
> {
  readonly operation = "ReceiveMessage";
}
export class DeleteMessageCommand extends Command<
  queues.DeleteMessageCommandInput,
  queues.DeleteMessageCommandOutput
> {
  readonly operation = "DeleteMessage";
}
export class GetQueueAttributesCommand extends Command<
  queues.GetQueueAttributesCommandInput,
  queues.GetQueueAttributesCommandOutput
> {
  readonly operation = "GetQueueAttributes";
}
export class GetQueueUrlCommand extends Command<
  queues.GetQueueUrlCommandInput,
  queues.GetQueueUrlCommandOutput
> {
  readonly operation = "GetQueueUrl";
}

export class EventBridgeClient extends AwsClient {
  constructor(settings: AwsClientSettings = {}) {
    const contentType = "application/x-amz-json-1.1";
    const name = "events";
    super({ name, variable: "EVENTBRIDGE", target: "AWSEvents", contentType, ...USUAL }, settings);
  }
}

export class PutEventsCommand extends Command<
  bus.PutEventsCommandInput,
  bus.PutEventsCommandOutput
> {
  readonly operation = "PutEvents";
}

export class SecretsManagerClient extends AwsClient {
  constructor(settings: AwsClientSettings = {}) {
    const contentType = "application/x-amz-json-1.1";
    const name = "secretsmanager";
    super({ name, variable: "SECRETS_MANAGER", target: name, contentType, ...USUAL }, settings);
  }
}

export class GetSecretValueCommand extends Command<
  secrets.GetSecretValueCommandInput,
  Pick<secrets.GetSecretValueCommandOutput, "SecretString">
> {
  readonly operation = "GetSecretValue";
}
export class PutSecretValueCommand extends Command<
  secrets.PutSecretValueCommandInput,
  secrets.PutSecretValueCommandOutput
> {
  readonly operation = "PutSecretValue";
  constructor(input: secrets.PutSecretValueCommandInput) {
    super(withToken(input));
  }
}
