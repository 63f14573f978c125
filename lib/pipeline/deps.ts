import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { deploymentReader } from "../cloud/code-deploy.ts";
import { secretReader } from "../cloud/secrets.ts";
import type { Table } from "../store/transact.ts";
import { variableOf } from "./environment.ts";
import { once } from "./once.ts";

/**
 * The composition root: the only place where clients are built, each when it is first asked for.
 * Separate functions, so that a bundle holds no client that its function does not use.
 */

/**
 * How long AWS may take to answer (ms). The SDK's attempts, four for DynamoDB and three for others, end within 9 s,
 * before the shortest timeout of a function (10 s). So a stalled connection becomes a retry or a 503, never the end of the
 * function. The longest answer that is waited for on purpose takes 1 s (`receiveMessages`).
 */
function patience() {
  const requestTimeout = awsPatienceMs();
  const connectionTimeout = requestTimeout / 2;
  return { requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true } };
}

/** 2 s. Tests and the local stack, whose machine may be busy, wait longer. */
export function awsPatienceMs(): number {
  return Number(process.env.AWS_REQUEST_TIMEOUT_MS ?? 2000);
}

export const table = /* @__PURE__ */ once((): Table => {
  const client = DynamoDBDocumentClient.from(lean(new DynamoDBClient(patience())), {
    // Else metadata with a key such as `constructor` would be taken for an instance of a class.
    marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
  });
  return { client, name: variableOf("TABLE_NAME") };
});

export const sqs = /* @__PURE__ */ once(() => lean(new SQSClient(patience())));

export const eventBridge = /* @__PURE__ */ once(() => lean(new EventBridgeClient(patience())));

export const secretsManager = /* @__PURE__ */ once(() =>
  lean(new SecretsManagerClient(patience())),
);

/** Secrets of this stage, each cached for five minutes, or for less where a reader says so. */
export const secrets = /* @__PURE__ */ once(() => secretReader(secretsManager(), now));

export const sns = /* @__PURE__ */ once(() => lean(new SNSClient(patience())));

/** Reads this stage's deployments in CodeDeploy. */
export const deployments = /* @__PURE__ */ once(() => deploymentReader(fetch, process.env));

/** Middleware of the SDK that runs for each request and whose result the service doesn't use. */
const UNUSED_MIDDLEWARE = ["loggerMiddleware", "getUserAgentMiddleware"];

/**
 * Removes unused middleware from a client: it copies input and output for the SDK's own log, which is off, and adds two
 * user-agent headers. Together they took an eighth of a request's processor time.
 */
function lean<T extends { readonly middlewareStack: { remove(name: string): boolean } }>(
  client: T,
): T {
  for (const name of UNUSED_MIDDLEWARE) client.middlewareStack.remove(name);
  return client;
}

/** Milliseconds since the epoch. */
export function now(): number {
  return Date.now();
}

/** Bytes of a cryptographic source. */
export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
