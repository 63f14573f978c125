import {
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  type GetItemCommandInput,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { WORKERS } from "../lib/contract/functions.ts";
import type { Route } from "../lib/contract/route.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import type { Worker } from "../lib/contract/worker.ts";
import type { Principal } from "../lib/pipeline/principal.ts";
import type { MeteredCall } from "../test/support/aws-meter.ts";
import { proxyEvent } from "../test/support/function-calls.ts";
import type { Merchant } from "../test/support/merchant.ts";

/** Sends recorded calls again, one after the other, by the SDK alone. */
export async function replay(client: DynamoDBClient, calls: readonly MeteredCall[]): Promise<void> {
  for (const call of calls) await send(client, call);
}

async function send(client: DynamoDBClient, { action, body }: MeteredCall): Promise<void> {
  const { ReturnConsumedCapacity: _, ClientRequestToken: __, ...input } = body;
  try {
    switch (action) {
      case "GetItem":
        await client.send(new GetItemCommand(input as unknown as GetItemCommandInput));
        return;
      case "PutItem":
        await client.send(new PutItemCommand(input as unknown as PutItemCommandInput));
        return;
      case "UpdateItem":
        await client.send(new UpdateItemCommand(input as unknown as UpdateItemCommandInput));
        return;
      case "Query":
        await client.send(new QueryCommand(input as unknown as QueryCommandInput));
        return;
      case "BatchGetItem":
        await client.send(new BatchGetItemCommand(input as unknown as BatchGetItemCommandInput));
        return;
      case "TransactWriteItems":
        await client.send(
          new TransactWriteItemsCommand(input as unknown as TransactWriteItemsCommandInput),
        );
        return;
      default:
        throw new Error(`${action} is not replayed`);
    }
  } catch (error) {
    // Ours meets it too: a counter that is not there yet is tried first, and then opened.
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

let renamings = 0;

/**
 * The same calls about new items: their conditions want nothing to be there yet. `known` names what
 * stands for what; the other ids, and receipt codes, get an end of their own.
 */
export function renamed(
  calls: readonly MeteredCall[],
  known: Readonly<Record<string, string>> = {},
): readonly MeteredCall[] {
  renamings += 1;
  const end = renamings.toString().padStart(4, "0");
  const swapped = Object.entries(known).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    JSON.stringify(calls),
  );
  const kept = new Set(Object.values(known));
  const text = swapped
    .replaceAll(/\b(?:co|evt|att|led)_\w{22}\w{4}\b/g, (id) =>
      kept.has(id) ? id : id.slice(0, -4) + end,
    )
    .replaceAll(/\b(\w{4}-\w{4}-\w{4})-\w{4}\b(?!-)/g, `$1-${end}`);
  return JSON.parse(text);
}

const ID = "01m7wzg2r2k2hes9znemkdatq6";
/** By the parameter's own name, or the part of the path before it. */
const PARAMS: Readonly<Record<string, string>> = {
  apps: "1001",
  app_id: "1001",
  checkouts: `co_${ID}`,
  webhooks: `whk_${ID}`,
  deliveries: `dlv_${ID}`,
  recoveries: `rcv_${ID}`,
  "api-keys": `key_${ID}`,
  "payment-methods": `pm_${ID}`,
  sessions: `ses_${ID}`,
  logins: "phone",
  token: `${ID}h7s9bmyxmv85nn43njq8xqw6r5ac6sqh`,
  receipt_code: "7K3M-9QWX-0ABC-D5EF",
};
const SECRET = "A".repeat(43);
/** What a browser sends along to the operations that read the refresh token. */
const COOKIES: Readonly<Record<string, string>> = {
  refresh: `__Host-refresh=ses_${ID}.${SECRET}.${SECRET}`,
  logout: `__Host-refresh=ses_${ID}.${SECRET}.${SECRET}`,
};

/** An event that a function takes far enough to ask the table for something. */
export function sampleEvent(functionId: string, merchant: Merchant): unknown {
  if (functionId === "authorizer") return authorizerEvent(merchant);
  const route = ROUTES.find((entry) => `${entry.surface}-${entry.operation}` === functionId);
  if (route) return proxyEvent(route, invocationOf(route, merchant));
  const worker = WORKERS.find(({ name }) => `workers-${name}` === functionId);
  return worker === undefined ? {} : workerEvent(worker, merchant);
}

function authorizerEvent({ liveKey }: Merchant): object {
  return {
    type: "REQUEST",
    methodArn: "arn:aws:execute-api:eu-west-1:123456789012:api1/test/GET/api/v1/checkouts",
    resource: "/api/v1/checkouts",
    headers: { Authorization: `Bearer ${liveKey}` },
    multiValueQueryStringParameters: {},
  };
}

function invocationOf(route: Route, { accountId, appId }: Merchant) {
  const scopes: string[] = [];
  const principals: Readonly<Record<Route["auth"], Principal | undefined>> = {
    none: undefined,
    jwt: {
      ...{ kind: "user", userId: `usr_${ID}`, accountId, sessionId: `ses_${ID}` },
      ...{ role: "owner", apps: null },
    },
    "api-key": { kind: "key", keyId: `key_${ID}`, accountId, appId, mode: "live", scopes },
  };
  const principal = principals[route.auth];
  const parts = route.path.split("/");
  const params = Object.fromEntries(
    parts.flatMap((part, index) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return [];
      return [[name, PARAMS[name] ?? PARAMS[parts[index - 1] ?? ""] ?? ID]];
    }),
  );
  if (route.scope) scopes.push(route.scope);
  const cookie = route.surface === "auth" ? COOKIES[route.operation] : undefined;
  return {
    params,
    ...(principal === undefined ? {} : { principal }),
    ...(route.request.body === undefined ? {} : { body: route.example ?? {} }),
    headers: {
      ...(route.idempotent ? { "Idempotency-Key": "bench-0001" } : {}),
      ...(cookie === undefined ? {} : { cookie }),
    },
  };
}

function workerEvent({ source }: Worker, { accountId, appId }: Merchant): object {
  if (source.kind === "schedule") return { schedule: "bench" };
  if (source.kind === "releases") return { detail: { deploymentId: "d-BENCH" } };
  if (source.kind === "stream") {
    const image = (values: Readonly<Record<string, string | number | boolean>>) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === "number"
            ? { N: String(value) }
            : typeof value === "boolean"
              ? { BOOL: value }
              : { S: value },
        ]),
      );
    const event = { id: `evt_${ID}`, type: "checkout.created", livemode: true, sequence: 1 };
    const balance = { available: 0, granted: 5, captured: 5 };
    const NewImage = image({ ...event, ...balance, accountId, appId, objectId: `co_${ID}` });
    const OldImage = image({ ...balance, available: 1, captured: 4, accountId });
    const dynamodb = { SequenceNumber: "1", ApproximateCreationDateTime: 1, NewImage, OldImage };
    return { Records: [{ eventID: "1", eventName: "INSERT", dynamodb }] };
  }
  const messages: Readonly<Record<string, object>> = {
    verification: {
      version: 1,
      checkout_id: `co_${ID}`,
      attempt_id: `att_${ID}`,
      not_before: 0,
      cause: "due",
    },
    recovery: {
      version: 1,
      kind: "recover",
      account_id: accountId,
      endpoint_id: `whk_${ID}`,
      recovery_id: `rcv_${ID}`,
    },
    delivery: {
      version: 3,
      delivery_id: `dlv_${ID}`,
      account_id: accountId,
      endpoint_id: `whk_${ID}`,
      event_id: `evt_${ID}`,
      event_app_id: appId,
      livemode: true,
      attempt: 1,
      not_before: 0,
    },
  };
  const detail = {
    version: 1,
    id: `evt_${ID}`,
    account_id: accountId,
    app_id: appId,
    livemode: true,
    type: "checkout.created",
    sequence: 1,
  };
  const message = messages[source.queue.replace("-slow", "")] ?? { detail };
  return { Records: [{ messageId: "1", body: JSON.stringify(message) }] };
}
