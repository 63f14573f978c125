import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  GetSecretValueCommand,
  SecretsManagerClient,
  SendMessageCommand,
  SQSClient,
} from "../../../lib/cloud/aws-services.ts";
import { DocumentClient, TransactWriteCommand } from "../../../lib/cloud/dynamodb.ts";
import { createApp, createPaymentMethod } from "../../../lib/contract/routes/platform-apps.ts";
import { createApiKey, rotateApiKey } from "../../../lib/contract/routes/platform-keys.ts";
import { createNoticeSource } from "../../../lib/contract/routes/platform-notices.ts";
import { createWebhook } from "../../../lib/contract/routes/platform-webhooks.ts";
import { type ApiKey, newApiKeyWrite, usableApiKeys } from "../../../lib/store/api-keys.ts";
import {
  deleteEndpointWrite,
  endpointsOfAccount,
  getEndpoint,
} from "../../../lib/store/endpoints.ts";
import { transact } from "../../../lib/store/transact.ts";
import { limitNewKeys, newApiKey } from "../../../lib/use-cases/apps/api-keys.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { invoke, meanwhile, setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { LONG_TEST_MS, startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";
import { answer, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({
    tableName: engine.table.name,
    dynamoDbEndpoint: engine.endpoint,
    config: { webhookAllowLoopbackHttp: true },
  });
  mockClient(SecretsManagerClient)
    .on(GetSecretValueCommand)
    .resolves({ SecretString: JSON.stringify({ current: "1", "1": "x".repeat(64) }) });
  mockClient(SQSClient).on(SendMessageCommand).resolves({ MessageId: "1" });
});
afterAll(() => engine.stop());

/** An account whose user creates apps and endpoints through the real functions. */
async function owner() {
  const { accountId, appId } = await createMerchant(engine.table);
  const principal = await createUser(engine.table, accountId);
  const { createApp: app } = await import("../../../functions/platform/apps.ts");
  const { createWebhook: endpoint } = await import("../../../functions/platform/webhooks.ts");
  const body = { url: "http://127.0.0.1:9/hook", events: ["*"] };
  const { createPaymentMethod: method } = await import("../../../functions/platform/apps.ts");
  const { createNoticeSource: source } = await import("../../../functions/platform/notices.ts");
  const keys = await import("../../../functions/platform/keys.ts");
  const params = { app_id: String(appId) };
  const account = { provider: "telebirr", account_name: "Corner Shop PLC" };
  return {
    accountId,
    appId,
    createSource: () =>
      invoke(source, createNoticeSource, {
        principal,
        body: { app_id: appId, name: "Shop phone", kind: "sms_forwarder" },
      }),
    createMethod: (index: number) =>
      invoke(method, createPaymentMethod, {
        principal,
        params,
        body: { ...account, account_number: `0922${String(index).padStart(6, "0")}` },
      }),
    createKey: () =>
      invoke(keys.createApiKey, createApiKey, {
        principal,
        body: { name: "Server", mode: "live", app_id: appId },
      }),
    rotateKey: (id: string) =>
      invoke(keys.rotateApiKey, rotateApiKey, { principal, params: { id } }),
    createApp: () => invoke(app, createApp, { principal, body: { name: "Shop" } }),
    createEndpoint: (app_id = appId) =>
      invoke(endpoint, createWebhook, { principal, body: { ...body, app_id } }),
  };
}

const REFUSED = {
  status: 429,
  body: { code: "rate_limited" },
  headers: { "retry-after": expect.any(String) },
};

test("an account creates at most 20 apps a day", async () => {
  const { createApp } = await owner();
  for (let count = 0; count < 20; count++) expect((await createApp()).status).toBe(201);
  expect(await createApp()).toMatchObject(REFUSED);
  const other = await owner();
  expect((await other.createApp()).status).toBe(201);
});

test("an account creates at most 100 endpoints a day, deleted ones included", {
  timeout: LONG_TEST_MS,
}, async () => {
  const { accountId, createEndpoint } = await owner();
  for (let count = 0; count < 100; count++) {
    const made = await createEndpoint();
    expect(made.status).toBe(201);
    const endpoint = await getEndpoint(engine.table, accountId, made.body.id);
    if (endpoint) await transact(engine.table, [deleteEndpointWrite(endpoint)]);
  }
  expect(await createEndpoint()).toMatchObject(REFUSED);
});

test("an account has at most 200 endpoints, in whichever apps they are made at the same moment", async () => {
  const { accountId, createEndpoint } = await owner();
  const run = new WebhookRun(engine.table, { receive: () => answer(200) });
  for (let count = 0; count < 199; count++) await run.addEndpoint({ accountId, appId: 1 });
  const other = await createMerchant(engine.table, { accountId });
  // Both saw room for one.
  const faster = beforeTransaction(() => createEndpoint(other.appId));
  expect((await createEndpoint()).status).toBe(409);
  expect((await faster()).status).toBe(201);
  expect(await createEndpoint()).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await endpointsOfAccount(engine.table, accountId)).toHaveLength(200);
});

test("an account has at most 500 active API keys, however many ended, and each can be rotated", {
  timeout: LONG_TEST_MS,
}, async () => {
  const { accountId, appId, createKey, rotateKey } = await owner();
  const now = Date.now();
  const scopes = ["events:read"];
  const wanted = { accountId, appId, mode: "live", name: "Till", scopes, expiresAt: null } as const;
  const key = (change: Partial<ApiKey> = {}) => ({
    ...newApiKey(wanted, "usr_1", now).key,
    ...change,
  });
  const ended = [key({ revokedAt: now }), key({ expiresAt: now - 1 })];
  // The merchant has two already.
  const working = Array.from({ length: 497 }, () => key({ expiresAt: now + 86_400_000 }));
  const all = [...ended, ...working].map(newApiKeyWrite);
  for (let at = 0; at < all.length; at += 100) {
    await transact(engine.table, all.slice(at, at + 100));
  }
  const faster = beforeTransaction(createKey);
  expect((await createKey()).status).toBe(409);
  const last = await faster();
  expect(last.status).toBe(201);
  expect((await createKey()).body.detail).toContain("at most 500 active");
  expect((await rotateKey(last.body.id)).status).toBe(200);
  expect(await usableApiKeys(engine.table, accountId, now)).toHaveLength(501);
});

test("an account creates at most 500 API keys a day, including by rotation", async () => {
  const { accountId, createKey, rotateKey } = await owner();
  const { body } = await createKey();
  for (let count = 1; count < 500; count++) await limitNewKeys(accountId, Date.now());
  expect(await createKey()).toMatchObject(REFUSED);
  expect(await rotateKey(body.id)).toMatchObject(REFUSED);
});

test("requests at the same moment make no more than an app may have", {
  timeout: LONG_TEST_MS,
}, async () => {
  const { createEndpoint, createMethod, createSource } = await owner();
  const kinds = [
    { limit: 20, make: () => createEndpoint() },
    { limit: 10, make: () => createSource() },
    // The merchant has one already.
    { limit: 49, make: (index: number) => createMethod(index) },
  ];
  for (const { limit, make } of kinds) {
    for (let count = 0; count < limit - 1; count++) expect((await make(count)).status).toBe(201);
    // Both saw room for one. The second commits between the first one's reads and its transaction.
    const faster = beforeTransaction(() => make(limit));
    expect((await make(limit + 1)).status).toBe(409);
    expect((await faster()).status).toBe(201);
  }
});

/** Runs `act` once, before the next transaction is sent. The result gives what it returned. */
function beforeTransaction<T>(act: () => Promise<T>): () => Promise<T> {
  let acted: Promise<T> | undefined;
  const { send } = DocumentClient.prototype;
  const spy = vi.spyOn(DocumentClient.prototype, "send").mockImplementation(async function (
    this: DocumentClient,
    ...call: unknown[]
  ) {
    if (call[0] instanceof TransactWriteCommand) {
      spy.mockRestore();
      acted = meanwhile(act);
      await acted;
    }
    return Reflect.apply(send, this, call);
  });
  return () => acted ?? Promise.reject(new Error("no transaction was sent"));
}
