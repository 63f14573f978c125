import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { secretReader } from "../cloud/secrets.ts";
import type { Table } from "../store/transact.ts";
import { variableOf } from "./environment.ts";
import { once } from "./once.ts";

/**
 * The composition root: the only place where clients are built, each when it is first asked for.
 * Separate functions, so that a bundle holds no client that its function does not use.
 */

export const table = /* @__PURE__ */ once((): Table => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    // Else metadata with a key such as `constructor` would be taken for an instance of a class.
    marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
  });
  return { client, name: variableOf("TABLE_NAME") };
});

export const sqs = /* @__PURE__ */ once(() => new SQSClient({}));

export const eventBridge = /* @__PURE__ */ once(() => new EventBridgeClient({}));

export const secretsManager = /* @__PURE__ */ once(() => new SecretsManagerClient({}));

/** Secrets of this stage, each cached for five minutes, or for less where a reader says so. */
export const secrets = /* @__PURE__ */ once(() => secretReader(secretsManager(), now));

export const sns = /* @__PURE__ */ once(() => new SNSClient({}));

/** Milliseconds since the epoch. */
export function now(): number {
  return Date.now();
}

/** Bytes of a cryptographic source. */
export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
