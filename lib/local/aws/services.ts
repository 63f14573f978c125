import { randomInt, randomUUID } from "node:crypto";
import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";
import type {
  DeployedQueue,
  DeployedSecret,
  DeployedTable,
  GenerateSecret,
} from "../assembly/deployment.ts";
import type { AwsJsonClient } from "../engines/aws-json.ts";
import type { SmsInbox } from "../sms-inbox.ts";
import { type AwsCall, AwsError, type AwsService, jsonAnswer } from "./front-door.ts";
import { readTableRequest, type TableRequest } from "./policy.ts";

/** Passes requests to the engine and calls `written` for every table that may have changed. */
export function createDynamoDbService(
  engine: AwsJsonClient,
  tables: readonly DeployedTable[],
  written: (table: string) => void,
): AwsService {
  const requests = new WeakMap<AwsCall, TableRequest>();
  const read = (call: AwsCall): TableRequest => {
    try {
      const request = requests.get(call) ?? readTableRequest(call.operation, call.input, tables);
      requests.set(call, request);
      return request;
    } catch (error) {
      throw new AwsError(
        400,
        "ValidationException",
        error instanceof Error ? error.message : String(error),
      );
    }
  };
  return {
    scope: "dynamodb",
    deniedCode: "com.amazon.coral.service#AccessDeniedException",
    demands: (call) => read(call).demands,
    async handle(call) {
      const { writes } = read(call);
      const answer = await engine.forward(call.headers, call.body);
      if (answer.status === 200) for (const table of writes) written(table);
      return answer;
    },
  };
}

// Secrets Manager: values are made at the first start as the template says, and kept in one file that
// only its owner may read.

type Stored = { readonly value: string; readonly version: string; readonly changedAt: number };
const stored = z.record(
  z.string(),
  z.object({ value: z.string(), version: z.string(), changedAt: z.number() }),
);
const request = z.looseObject({ SecretId: z.string(), SecretString: z.string().optional() });
const OPERATIONS = new Set(["GetSecretValue", "PutSecretValue", "DescribeSecret"]);

/** `file` keeps the values; null: memory only. `now` in ms, on the moved clock. */
export function createSecretsService(
  secrets: readonly DeployedSecret[],
  file: string | null,
  now: () => number,
): AwsService {
  const values = new Map<string, Stored>(Object.entries(file === null ? {} : load(file)));
  const save = () => {
    if (file === null) return;
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(values), null, 2), {
      mode: 0o600,
    });
    chmodSync(`${file}.new`, 0o600);
    renameSync(`${file}.new`, file);
  };
  for (const secret of secrets) {
    if (values.has(secret.name)) continue;
    const value = secret.value ?? (secret.generate === null ? "" : generate(secret.generate));
    values.set(secret.name, { value, version: randomUUID(), changedAt: now() });
  }
  save();

  const find = (call: AwsCall): DeployedSecret => {
    const { SecretId } = request.parse(call.input);
    const found = secrets.find(
      ({ arn, name }) => arn === SecretId || name === SecretId || arn.startsWith(`${SecretId}-`),
    );
    if (found === undefined) {
      throw new AwsError(
        400,
        "ResourceNotFoundException",
        "Secrets Manager can't find the specified secret.",
      );
    }
    return found;
  };
  return {
    scope: "secretsmanager",
    deniedCode: "AccessDeniedException",
    demands(call) {
      if (!OPERATIONS.has(call.operation)) {
        throw new AwsError(
          400,
          "UnsupportedOperation",
          `secretsmanager:${call.operation} is not supported by the local stack`,
        );
      }
      return [{ action: `secretsmanager:${call.operation}`, resource: find(call).arn }];
    },
    async handle(call) {
      const { arn, name } = find(call);
      const { SecretString } = request.parse(call.input);
      if (call.operation === "PutSecretValue") {
        if (SecretString === undefined)
          throw new AwsError(400, "InvalidParameterException", "SecretString is missing.");
        values.set(name, { value: SecretString, version: randomUUID(), changedAt: now() });
        save();
      }
      const current = values.get(name);
      const common = {
        ARN: arn,
        Name: name,
        VersionId: current?.version,
        VersionStages: ["AWSCURRENT"],
      };
      if (call.operation === "GetSecretValue") {
        return jsonAnswer({
          ...common,
          SecretString: current?.value,
          CreatedDate: (current?.changedAt ?? 0) / 1000,
        });
      }
      return jsonAnswer(common);
    },
  };
}

/** As `GenerateSecretString`: at least one of each class that is not excluded. */
export function generate(options: GenerateSecret): string {
  const classes = [
    options.ExcludeLowercase ? "" : "abcdefghijklmnopqrstuvwxyz",
    options.ExcludeUppercase ? "" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    options.ExcludeNumbers ? "" : "0123456789",
    options.ExcludePunctuation ? "" : "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
  ]
    .map((letters) => [...letters].filter((letter) => !options.ExcludeCharacters.includes(letter)))
    .filter((letters) => letters.length > 0);
  const all = classes.flat();
  const pick = (letters: readonly string[]) => letters[randomInt(letters.length)] ?? "";
  const letters = Array.from({ length: options.PasswordLength }, (_, index) =>
    pick(classes[index] ?? all),
  );
  for (let index = letters.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1);
    [letters[index], letters[other]] = [letters[other] ?? "", letters[index] ?? ""];
  }
  const password = letters.join("");
  if (options.GenerateStringKey === undefined) return password;
  return JSON.stringify({
    ...JSON.parse(options.SecretStringTemplate ?? "{}"),
    [options.GenerateStringKey]: password,
  });
}

function load(file: string): Record<string, Stored> {
  try {
    return stored.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw new Error(`${file} cannot be read: ${String(error)}`);
  }
}

const publishRequest = z.looseObject({
  Message: z.string(),
  PhoneNumber: z.string().optional(),
  TopicArn: z.string().optional(),
});

/** `Publish` to a phone number lands in the inbox; to a topic (alarms) nowhere. IAM names an SMS by `*`. */
export function createSnsService(inbox: SmsInbox): AwsService {
  return {
    scope: "sns",
    deniedCode: "AuthorizationError",
    demands(call) {
      if (call.operation !== "Publish") {
        throw new AwsError(
          400,
          "InvalidAction",
          `sns:${call.operation} is not supported by the local stack`,
        );
      }
      return [
        { action: "sns:Publish", resource: publishRequest.parse(call.input).TopicArn ?? "*" },
      ];
    },
    async handle(call) {
      const { Message, PhoneNumber } = publishRequest.parse(call.input);
      if (PhoneNumber !== undefined) inbox.keep(PhoneNumber, Message);
      return {
        status: 200,
        contentType: "text/xml",
        body:
          '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult>' +
          `<MessageId>${randomUUID()}</MessageId></PublishResult><ResponseMetadata>` +
          `<RequestId>${randomUUID()}</RequestId></ResponseMetadata></PublishResponse>`,
      };
    },
  };
}

/** IAM has only the single action; the batch form needs the same one. */
const ACTIONS: Readonly<Record<string, string>> = {
  SendMessage: "SendMessage",
  SendMessageBatch: "SendMessage",
  ReceiveMessage: "ReceiveMessage",
  DeleteMessage: "DeleteMessage",
  DeleteMessageBatch: "DeleteMessage",
  ChangeMessageVisibility: "ChangeMessageVisibility",
  ChangeMessageVisibilityBatch: "ChangeMessageVisibility",
  GetQueueAttributes: "GetQueueAttributes",
  GetQueueUrl: "GetQueueUrl",
  PurgeQueue: "PurgeQueue",
};
const MAX_DELAY_SECONDS = 900;

const target = z.looseObject({ QueueUrl: z.string().optional(), QueueName: z.string().optional() });
const delays = z.looseObject({
  DelaySeconds: z.number().optional(),
  Entries: z.array(z.looseObject({ DelaySeconds: z.number().optional() })).default([]),
});

/** Passes requests to the engine and calls `sent` for every queue that may have got a message. */
export function createSqsService(
  engine: AwsJsonClient,
  queues: readonly DeployedQueue[],
  sent: (queue: DeployedQueue) => void,
): AwsService {
  const find = (call: AwsCall): DeployedQueue => {
    const { QueueUrl, QueueName } = target.parse(call.input);
    const name = QueueName ?? QueueUrl?.split("/").at(-1);
    const queue = queues.find((candidate) => candidate.name === name);
    if (queue === undefined) {
      throw new AwsError(400, "QueueDoesNotExist", "The specified queue does not exist.");
    }
    return queue;
  };
  return {
    scope: "sqs",
    deniedCode: "AccessDeniedException",
    demands(call) {
      const action = ACTIONS[call.operation];
      if (action === undefined) {
        throw new AwsError(
          400,
          "UnsupportedOperation",
          `sqs:${call.operation} is not supported by the local stack`,
        );
      }
      return [{ action: `sqs:${action}`, resource: find(call).arn }];
    },
    async handle(call) {
      const queue = find(call);
      if (call.operation === "GetQueueUrl") {
        return {
          status: 200,
          contentType: "application/x-amz-json-1.0",
          body: JSON.stringify({ QueueUrl: queue.url }),
        };
      }
      if (call.operation.startsWith("SendMessage")) refuseLongDelays(call);
      const answer = await engine.forward(call.headers, call.body);
      if (answer.status === 200 && /^(SendMessage|ChangeMessageVisibility)/.test(call.operation))
        sent(queue);
      return answer;
    },
  };
}

/** The engine accepts any delay. AWS does not: there, a retry that relies on it would never be sent. */
function refuseLongDelays(call: AwsCall): void {
  const { DelaySeconds, Entries } = delays.parse(call.input);
  for (const delay of [DelaySeconds, ...Entries.map((entry) => entry.DelaySeconds)]) {
    if (delay === undefined || (delay >= 0 && delay <= MAX_DELAY_SECONDS)) continue;
    throw new AwsError(
      400,
      "InvalidParameterValue",
      `Value ${delay} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= ${MAX_DELAY_SECONDS}.`,
    );
  }
}
