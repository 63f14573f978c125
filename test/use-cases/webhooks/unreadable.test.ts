import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { PutCommand } from "../../../lib/cloud/dynamodb.ts";
import type { Delivery } from "../../../lib/domain/delivery.ts";
import { eventOf } from "../../../lib/domain/event-record.ts";
import { listDeliveries } from "../../../lib/store/delivery-lists.ts";
import { endpointToItem } from "../../../lib/store/endpoints.ts";
import { eventKey } from "../../../lib/store/events.ts";
import { UnreadableItem } from "../../../lib/store/shape.ts";
import { fanOut } from "../../../lib/use-cases/webhooks/fan-out.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/present.ts";
import { missedDeliveries } from "../../support/filled-tables.ts";
import { setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => engine.stop());

test("a fan-out serves the other endpoints beside one of a newer release, and is tried again", async () => {
  const { table, run, ports, accountId, endpoint, happen, sent } = await missedDeliveries(
    engine.table,
    0,
  );
  const { endpoint: newer } = await run.addEndpoint({ accountId, appId: 1 });
  const Item = { ...endpointToItem(newer), v: 3 };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  const event = await happen();
  expect(await fanOut(ports, [event])).toEqual([
    { status: "rejected", reason: expect.any(UnreadableItem) },
  ]);
  expect(sent).toEqual([deliveryIdOf(event.id, endpoint.id)]);
});

test.each([
  ["the middle one of three", 3, [1]],
  ["the last one of three", 3, [2]],
  ["a whole page", 52, Array.from({ length: 50 }, (_, index) => index)],
])("a recovery resends the other deliveries if %s is unreadable", async (_, missed, damaged) => {
  const { endpoint, sent, ids, damage, recover } = await missedDeliveries(engine.table, missed);
  for (const index of damaged) await damage(`DLW#${endpoint.id}`, ids[index] ?? "", "status");
  expect(await recover()).toMatchObject({
    status: "completed",
    recovered: missed - damaged.length,
  });
  expect(sent.toSorted()).toEqual(ids.filter((_, index) => !damaged.includes(index)));
});

test("the log shows a delivery of an unreadable event without its checkout", async () => {
  const { table, run, endpoint, ids, damage } = await missedDeliveries(engine.table, 2);
  const list = { of: { endpoint: endpoint } };
  const { data } = await listDeliveries(table, list, { limit: 10 }, run.now);
  const { pk, sk } = eventKey(eventOf(data[0] as Delivery));
  await damage(pk, sk, "type");
  // The tables' events are compared with the contract at the end of a test file.
  await damage(pk, sk, "entity");
  // Events are kept for 90 days, and these are always of the same day.
  vi.useFakeTimers({ toFake: ["Date"], now: run.now });
  // Loaded late: it looks at the environment.
  const { describeDeliveries } = await import("../../../lib/use-cases/webhooks/present.ts");
  const described = await describeDeliveries(data);
  expect(described.map(({ id }) => id).sort()).toEqual(ids);
  expect(described[0]?.checkout).toBeNull();
  expect(described[1]?.checkout).not.toBeNull();
});
