import { afterAll, beforeAll, expect, test } from "vitest";
import { GetSecretValueCommand, SecretsManagerClient } from "../../../lib/cloud/aws-services.ts";
import { createApp } from "../../../lib/contract/routes/platform-apps.ts";
import { createWebhook } from "../../../lib/contract/routes/platform-webhooks.ts";
import { deleteEndpointWrite, getEndpoint } from "../../../lib/store/endpoints.ts";
import { transact } from "../../../lib/store/transact.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { invoke, setFunctionEnvironment } from "../../support/function-calls.ts";
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
});
afterAll(() => engine.stop());

/** An account whose user creates apps and endpoints through the real functions. */
async function owner() {
  const { accountId, appId } = await createMerchant(engine.table);
  const principal = await createUser(engine.table, accountId);
  const { createApp: app } = await import("../../../functions/platform/apps.ts");
  const { createWebhook: endpoint } = await import("../../../functions/platform/webhooks.ts");
  const body = { app_id: appId, url: "http://127.0.0.1:9/hook", events: ["*"] };
  return {
    accountId,
    createApp: () => invoke(app, createApp, { principal, body: { name: "Shop" } }),
    createEndpoint: () => invoke(endpoint, createWebhook, { principal, body }),
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

test("an account has at most 200 endpoints, in whichever apps", async () => {
  const { accountId, createEndpoint } = await owner();
  const run = new WebhookRun(engine.table, { receive: () => answer(200) });
  for (let count = 0; count < 199; count++) await run.addEndpoint({ accountId, appId: 1 });
  expect((await createEndpoint()).status).toBe(201);
  expect(await createEndpoint()).toMatchObject({ status: 409, body: { code: "conflict" } });
});
