import { randomFillSync } from "node:crypto";
import { SNSClient } from "@aws-sdk/client-sns";
import { EventBridgeClient, SecretsManagerClient, SQSClient } from "../cloud/aws-services.ts";
import { deploymentReader } from "../cloud/code-deploy.ts";
import { DocumentClient } from "../cloud/dynamodb.ts";
import { secretReader } from "../cloud/secrets.ts";
import type { Table } from "../store/transact.ts";
import { variableOf } from "./environment.ts";
import { once } from "./once.ts";

/**
 * The composition root: the only place where clients are built, each when it is first asked for.
 * Separate functions, so that a bundle holds no client that its function does not use.
 */

/**
 * How long AWS may take to answer (ms). The attempts, four for DynamoDB and three for others, end within 9 s, before the shortest
 * timeout of a function (10 s). So a stalled connection causes a retry or a 503, never a timeout of the function. The
 * longest intentional wait for a response is 1 s (`receiveMessages`).
 */
function settings() {
  const requestTimeout = awsPatienceMs();
  const connectionTimeout = requestTimeout / 2;
  // The request's timeout ends with the response's headers; the socket's also covers a body that stops in the middle.
  const socketTimeout = requestTimeout;
  const timeouts = { connectionTimeout, requestTimeout, socketTimeout };
  return { requestHandler: { ...timeouts, throwOnRequestTimeout: true } };
}

/** 2 s. Tests and the local stack, whose machine may be busy, wait longer. */
export function awsPatienceMs(): number {
  return Number(process.env.AWS_REQUEST_TIMEOUT_MS ?? 2000);
}

export const table = /* @__PURE__ */ once((): Table => {
  return { client: new DocumentClient(settings()), name: variableOf("TABLE_NAME") };
});

export const sqs = /* @__PURE__ */ once(() => new SQSClient(settings()));

export const eventBridge = /* @__PURE__ */ once(() => new EventBridgeClient(settings()));

export const secretsManager = /* @__PURE__ */ once(() => new SecretsManagerClient(settings()));

/** Secrets of this stage, each cached for five minutes, or for less where a reader says so. */
export const secrets = /* @__PURE__ */ once(() => secretReader(secretsManager(), now));

export const sns = /* @__PURE__ */ once(() => new SNSClient(settings()));

/** Reads this stage's deployments in CodeDeploy. */
export const deployments = /* @__PURE__ */ once(() => deploymentReader(fetch, process.env));

/** Milliseconds since the epoch. */
export function now(): number {
  return Date.now();
}

/** Bytes of a cryptographic source. */
export function randomBytes(length: number): Uint8Array {
  // Not the global `crypto`, which loads all of Web Crypto.
  return randomFillSync(new Uint8Array(length));
}
