import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GetCommand, PutCommand, ScanCommand } from "../../lib/cloud/dynamodb.ts";
import { UNTRIED } from "../../lib/domain/breaker.ts";
import { afterClaim, type Delivery, newDelivery } from "../../lib/domain/delivery.ts";
import { newRecovery } from "../../lib/domain/user.ts";
import type { WebhookEndpoint } from "../../lib/domain/webhook-endpoint.ts";
import { getBreaker, getBreakers, putBreaker } from "../../lib/store/banks.ts";
import {
  deliveryKey,
  deliveryToItem,
  ensureDelivery,
  getDelivery,
  saveDelivery,
} from "../../lib/store/deliveries.ts";
import { attemptRecord, attemptsOfDelivery } from "../../lib/store/delivery-attempts.ts";
import { claimDelivery } from "../../lib/store/delivery-claims.ts";
import { listDeliveries, overdueDeliveries } from "../../lib/store/delivery-lists.ts";
import {
  endpointsOfAccount,
  endpointToItem,
  getEndpoint,
  listEndpoints,
} from "../../lib/store/endpoints.ts";
import { getLoginCode, replaceLoginCode, takeTry } from "../../lib/store/login-codes.ts";
import { getRecovery, newRecoveryWrite, overdueRecoveries } from "../../lib/store/recoveries.ts";
import { UnreadableItem } from "../../lib/store/shape.ts";
import { type Item, transact } from "../../lib/store/transact.ts";
import { startTable, type TestTable } from "../support/table.ts";

const NOW = 1_795_000_000_000;
const ACCOUNT = "acc_01m7w6c3800000000000000000";
const PHONE = "+251911000001";
const endpoint: WebhookEndpoint = {
  id: "whk_01m7w6c3800000000000000000",
  accountId: ACCOUNT,
  appId: 1001,
  livemode: true,
  url: "https://shop.example/hook",
  events: ["*"],
  description: null,
  status: "enabled",
  disabledReason: null,
  disabledAt: null,
  secret: "sealed",
  previousSecret: null,
  createdAt: NOW,
  deletedAt: null,
  failuresInARow: 2,
  timeoutsInARow: 1,
  failingSince: null,
  lastSuccessAt: null,
  slow: false,
};
const delivery = newDelivery(
  {
    id: "dlv_01m7w6c3800000000000000000",
    accountId: ACCOUNT,
    appId: 1001,
    endpointId: endpoint.id,
    livemode: true,
    eventId: "evt_01m7w6c3800000000000000000",
    eventType: "checkout.verified",
    lane: "delivery",
  },
  NOW,
);
const recovery = newRecovery({
  id: "rcv_01m7w6c3800000000000000000",
  accountId: ACCOUNT,
  endpointId: endpoint.id,
  since: NOW - 1000,
  createdAt: NOW,
});
const code = {
  codeHash: "h",
  sentAt: NOW,
  sends: 1,
  dayBeganAt: NOW,
  sendsInDay: 1,
  expiresAt: NOW + 300_000,
};
const attempt = {
  deliveryId: delivery.id,
  number: 2,
  trigger: "automatic",
  status: "failed",
  errorCode: "timeout",
  responseStatus: null,
  responseHeaders: {},
  responseBody: null,
  truncated: false,
  durationMs: 1,
  remoteIp: null,
  startedAt: NOW,
} as const;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

/** Stores one item of each kind in a table of its own. */
async function storeAll() {
  const table = await engine.another();
  const put = (item: Item) =>
    table.client.send(new PutCommand({ TableName: table.name, Item: item }));
  await put(endpointToItem(endpoint));
  await ensureDelivery(table, delivery);
  await transact(table, [newRecoveryWrite(recovery), ...attemptRecord(attempt).writes]);
  await putBreaker(table, "cbe", { ...UNTRIED, since: NOW }, 0);
  await replaceLoginCode(table, PHONE, null, code);
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  const itemOf = (entity: string) => {
    const item = Items.find((each) => each.entity === entity);
    if (!item) throw new Error(`no ${entity} was stored`);
    return item;
  };
  return { table, put, itemOf };
}

type Stored = Awaited<ReturnType<typeof storeAll>>;

/** Every function that reads a kind of item, with an attribute to damage. */
const READERS: readonly [string, string, string, (stored: Stored) => Promise<unknown>][] = [
  ["endpoint", "events", "getEndpoint", ({ table }) => getEndpoint(table, ACCOUNT, endpoint.id)],
  ["endpoint", "url", "endpointsOfAccount", ({ table }) => endpointsOfAccount(table, ACCOUNT)],
  [
    "endpoint",
    "slow",
    "listEndpoints",
    ({ table }) => listEndpoints(table, { accountId: ACCOUNT }, { limit: 10 }),
  ],
  ["delivery", "status", "getDelivery", ({ table }) => getDelivery(table, delivery, NOW)],
  ["delivery", "version", "claimDelivery", ({ table }) => claimDelivery(table, delivery, 1, NOW)],
  [
    "delivery",
    "livemode",
    "listDeliveries",
    ({ table }) => listDeliveries(table, { of: { endpoint: endpoint } }, { limit: 10 }, NOW),
  ],
  [
    "delivery_attempt",
    "responseHeaders",
    "attemptsOfDelivery",
    ({ table }) => attemptsOfDelivery(table, delivery, NOW),
  ],
  [
    "recovery",
    "after",
    "getRecovery",
    ({ table }) => getRecovery(table, endpoint.id, recovery.id, NOW),
  ],
  ["breaker", "failures", "getBreaker", ({ table }) => getBreaker(table, "cbe", "current")],
  ["breaker", "owesResume", "getBreakers", ({ table }) => getBreakers(table, ["cbe"])],
  ["login_code", "sends", "getLoginCode", ({ table }) => getLoginCode(table, PHONE)],
  ["login_code", "codeHash", "takeTry", ({ table }) => takeTry(table, PHONE, NOW)],
];

describe("a stored item", () => {
  it("is read as it was written", async () => {
    const { table } = await storeAll();
    expect(await getEndpoint(table, ACCOUNT, endpoint.id)).toEqual(endpoint);
    expect(await getDelivery(table, delivery, NOW)).toEqual(delivery);
    expect(await attemptsOfDelivery(table, delivery, NOW)).toEqual([attempt]);
    expect(await getRecovery(table, endpoint.id, recovery.id, NOW)).toEqual(recovery);
    expect(await getBreaker(table, "cbe", "current")).toEqual({
      breaker: { ...UNTRIED, since: NOW },
      version: 1,
    });
    expect(await getLoginCode(table, PHONE)).toEqual({ ...code, triesLeft: 5 });
  });

  it.each(READERS)("%s without %s is reported by %s", async (entity, attribute, _, read) => {
    const stored = await storeAll();
    const { [attribute]: __, ...damaged } = stored.itemOf(entity);
    await stored.put(damaged);
    await expect(read(stored)).rejects.toMatchObject({
      name: "UnreadableItem",
      message: expect.stringContaining(`${attribute} is not`),
    });
  });

  it("reports neither a phone number nor a value", async () => {
    const stored = await storeAll();
    await stored.put({ ...stored.itemOf("login_code"), sends: "secret" });
    await expect(getLoginCode(stored.table, PHONE)).rejects.toThrow(
      /^Stored login code: sends is not number$/,
    );
  });

  it("of an older shape is upgraded when it is read", async () => {
    const { table, put } = await storeAll();
    const { v: _, timeoutsInARow: __, ...first } = endpointToItem(endpoint);
    await put(first);
    expect(await getEndpoint(table, ACCOUNT, endpoint.id)).toEqual({
      ...endpoint,
      timeoutsInARow: 0,
    });
    await put({ ...first, timeoutsInARow: 3 });
    expect(await getEndpoint(table, ACCOUNT, endpoint.id)).toMatchObject({ timeoutsInARow: 3 });
  });

  it("of a newer shape is reported, not guessed", async () => {
    const { table, put } = await storeAll();
    await put({ ...endpointToItem(endpoint), v: 3 });
    await expect(getEndpoint(table, ACCOUNT, endpoint.id)).rejects.toThrow(
      `Stored webhook endpoint ${endpoint.id} has shape 3; this release reads 2`,
    );
  });
});

describe("a delivery of the first shape", () => {
  const { endpointId: _, ...facts } = delivery;
  const first: Item = {
    ...deliveryKey(delivery),
    entity: "delivery",
    // Nulls are left out.
    ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
  };

  it("is read, claimed, and then stored in this one, whatever remains of the first", async () => {
    const { table, put } = await storeAll();
    await put({ ...first, manualAt: NOW, attemptsCount: 3 });
    const before = { ...delivery, manualAt: NOW, attemptsCount: 3 };
    expect(await getDelivery(table, delivery, NOW)).toEqual(before);
    const claimed = await claimDelivery(table, delivery, 4, NOW);
    expect(claimed).toEqual(afterClaim(before, NOW));
    const after = { ...before, manualAt: null, attemptsCount: 4, version: 3 };
    expect(await saveDelivery(table, claimed as Delivery, after)).toBe(true);
    expect(await getDelivery(table, delivery, NOW)).toEqual(after);
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: deliveryKey(delivery) }),
    );
    expect(Item).toMatchObject({ v: 2, manualAt: NOW });
  });
});

describe("a delivery", () => {
  it("is reported if its facts are no JSON, without quoting them", async () => {
    const { table, put, itemOf } = await storeAll();
    await put({ ...itemOf("delivery"), facts: '{"secret' });
    await expect(getDelivery(table, delivery, NOW)).rejects.toThrow(
      new UnreadableItem(`Stored delivery ${delivery.id}: facts is not JSON`),
    );
  });

  it.each(["plan", "lane", "accountId"])("without %s is reported", async (name) => {
    const { table, put, itemOf } = await storeAll();
    const item = itemOf("delivery");
    const { [name]: __, ...facts } = JSON.parse(item.facts);
    await put({ ...item, facts: JSON.stringify(facts) });
    await expect(getDelivery(table, delivery, NOW)).rejects.toThrow(
      new UnreadableItem(`Stored delivery ${delivery.id}: ${name} is not text`),
    );
  });

  it.each(["succeeded", "failed"] as const)(
    "takes one write unit with the longest first attempt that fits, which %s",
    async (status) => {
      const table = await engine.another();
      const after: Delivery = {
        ...afterClaim(delivery, NOW),
        ...(status === "succeeded"
          ? { status, plan: status, lane: "delivery-slow", lastStatusCode: 200, completedAt: NOW }
          : {
              status: "retrying",
              plan: "retrying",
              failures: 1,
              lastStatusCode: 500,
              lastErrorCode: "http_status",
            }),
        ...{ attemptsCount: 1, nextAttemptAt: status === "succeeded" ? null : NOW },
      };
      const first = { ...attempt, number: 1, status, errorCode: null, responseStatus: 200 };
      const fits = (length: number) =>
        attemptRecord({ ...first, responseBody: "x".repeat(length) }).attributes;
      const longest = Array.from({ length: 500 }, (_, length) => length).findLast(
        (length) => fits(length).firstAttempt !== undefined,
      );
      expect(longest).toBeGreaterThan(100);
      const { ConsumedCapacity } = await table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: { ...deliveryToItem(after), ...fits(longest ?? 0) },
          ReturnConsumedCapacity: "INDEXES",
        }),
      );
      expect(ConsumedCapacity?.Table?.CapacityUnits).toBe(1);
    },
  );
});

describe("a sweeper", () => {
  it("skips an unreadable item, reports it, and finds the others", async () => {
    const { table, put } = await storeAll();
    const other = { ...delivery, id: "dlv_01m7w6c3800000000000000010" };
    const { status: _, ...damaged } = deliveryToItem(other);
    await put(damaged);
    const reported: string[] = [];
    const found = await overdueDeliveries(table, NOW + 86_400_000, 10, ({ message }) =>
      reported.push(message),
    );
    expect(found).toEqual([delivery]);
    expect(reported).toEqual([`Stored delivery ${other.id}: status is not text`]);
    await expect(overdueDeliveries(table, NOW + 86_400_000, 10)).rejects.toThrow(UnreadableItem);
    expect(await overdueRecoveries(table, NOW + 86_400_000, 10)).toEqual([recovery]);
  });
});
