import type { Route } from "../lib/contract/route.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import type { Worker } from "../lib/contract/worker.ts";
import { WORKERS } from "../lib/contract/workers.ts";
import type { Principal } from "../lib/pipeline/principal.ts";
import { proxyEvent } from "../test/support/invoke.ts";
import type { Merchant } from "../test/support/merchant.ts";

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
