import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  GetSecretValueCommand,
  SecretsManagerClient,
  SendMessageCommand,
  SQSClient,
} from "../../../lib/cloud/aws-services.ts";
import { GetCommand, UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { createWebhook, updateWebhook } from "../../../lib/contract/routes/platform-webhooks.ts";
import { createCheckout } from "../../../lib/contract/routes/v1.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { Principal } from "../../../lib/pipeline/principal.ts";
import { listEvents } from "../../../lib/store/events.ts";
import { appKey } from "../../../lib/store/key-sizes.ts";
import { leftInOutbox } from "../../../lib/store/outbox.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { invoke, setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

let engine: TestTable;
let create: unknown;
let addEndpoint: unknown;
let changeEndpoint: unknown;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  mockClient(SecretsManagerClient)
    .on(GetSecretValueCommand)
    .resolves({ SecretString: JSON.stringify({ current: "1", "1": "x".repeat(64) }) });
  mockClient(SQSClient).on(SendMessageCommand).resolves({ MessageId: "1" });
  // Loaded late: they look at the environment.
  ({ createCheckout: create } = await import("../../../functions/v1/checkouts.ts"));
  ({ createWebhook: addEndpoint } = await import("../../../functions/platform/webhooks.ts"));
  ({ updateWebhook: changeEndpoint } = await import("../../../functions/platform/webhooks.ts"));
});
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterAll(() => engine.stop());

async function openShop() {
  const now = Date.now();
  const accountId = newId("acc_", now, randomBytes(10));
  const user = await createUser(engine.table, accountId, now);
  const { appId } = await createMerchant(engine.table, { accountId });
  const key: Principal = {
    ...{ kind: "key", keyId: "key_test", accountId, appId, mode: "test" },
    scopes: ["checkouts:write"],
  };
  return {
    accountId,
    appId,
    async endpoint(events: readonly string[], livemode = false): Promise<string> {
      const url = "https://example.com/hook";
      const body = { app_id: appId, url, events, livemode };
      const made = await invoke(addEndpoint, createWebhook, { principal: user, body });
      expect(made.status).toBe(201);
      return made.body.id;
    },
    async change(id: string, body: object): Promise<void> {
      const changed = await invoke(changeEndpoint, updateWebhook, {
        ...{ principal: user, params: { id }, body },
      });
      expect(changed.status).toBe(200);
    },
    /** Creates a checkout; answers with whether its event is in the outbox. */
    async publishes(): Promise<boolean> {
      const { status } = await invoke(create, createCheckout, {
        principal: key,
        body: { amount: 150_000 },
      });
      expect(status).toBe(201);
      const of = { accountId, mode: "test", of: { appId } } as const;
      const { data } = await listEvents(engine.table, of, { limit: 1 }, Date.now());
      expect(data.map(({ type }) => type)).toEqual(["checkout.created"]);
      const left = await leftInOutbox(engine.table, Date.now() + 86_400_000, 1_000);
      return left.events.some(({ id }) => id === data[0]?.id);
    },
  };
}

describe("checkout.created", () => {
  test.each([
    { events: [], published: false },
    { events: ["checkout.verified"], published: false },
    { events: ["checkout.created"], published: true },
    { events: ["checkout.verified", "checkout.created"], published: true },
    { events: ["*"], published: true },
  ])("is published $published for an app with a subscription to $events", async (row) => {
    const shop = await openShop();
    if (row.events.length > 0) await shop.endpoint(row.events);
    expect(await shop.publishes()).toBe(row.published);
  });

  test("is not published for an endpoint of the other mode", async () => {
    const shop = await openShop();
    await shop.endpoint(["*"], true);
    expect(await shop.publishes()).toBe(false);
  });

  test("is published from the change on that subscribes an endpoint to it", async () => {
    const shop = await openShop();
    const id = await shop.endpoint(["checkout.verified"]);
    await shop.change(id, { description: "no change of its events" });
    expect(await shop.publishes()).toBe(false);
    await shop.change(id, { events: ["checkout.created"] });
    expect(await shop.publishes()).toBe(true);
  });

  test("is published for a disabled endpoint, whose delivery is recorded as skipped", async () => {
    const shop = await openShop();
    const id = await shop.endpoint(["checkout.created"]);
    await shop.change(id, { status: "disabled" });
    expect(await shop.publishes()).toBe(true);
  });

  test("is always published for an app of which nothing is known, also after a subscription", async () => {
    const shop = await openShop();
    const Key = { pk: `APP#${shop.accountId}`, sk: appKey(shop.appId) };
    const { table } = engine;
    await table.client.send(
      new UpdateCommand({
        ...{ TableName: table.name, Key },
        UpdateExpression: "REMOVE subscribed",
      }),
    );
    expect(await shop.publishes()).toBe(true);
    const id = await shop.endpoint(["checkout.verified"]);
    await shop.change(id, { events: ["credits.low"] });
    // An older endpoint may want what these do not.
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }));
    expect(Item).toBeDefined();
    expect(Item).not.toHaveProperty("subscribed");
    expect(await shop.publishes()).toBe(true);
  });
});
