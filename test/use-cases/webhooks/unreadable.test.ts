import { randomBytes } from "node:crypto";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventDetail } from "../../../lib/contract/messages.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { newRecovery } from "../../../lib/domain/recovery.ts";
import { listDeliveries } from "../../../lib/store/delivery-lists.ts";
import { endpointToItem } from "../../../lib/store/endpoint-item.ts";
import { eventKey } from "../../../lib/store/events.ts";
import { getRecovery, newRecoveryWrite } from "../../../lib/store/recoveries.ts";
import { UnreadableItem } from "../../../lib/store/shape.ts";
import { transact } from "../../../lib/store/transact.ts";
import { runBackgroundWork } from "../../../lib/use-cases/webhooks/background.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/delivery-id.ts";
import { fanOut } from "../../../lib/use-cases/webhooks/fan-out.ts";
import { setFunctionEnvironment } from "../../support/function-environment.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { answer, newAccountId, WebhookWorld } from "../../support/webhook-world.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterAll(() => engine.stop());

/** An endpoint and the deliveries of events that it missed while it was disabled, oldest first. */
async function scene(missed: number) {
  const { table } = engine;
  const world = new WebhookWorld(table, { receive: () => answer(200) });
  const accountId = newAccountId();
  const status = missed > 0 ? "disabled" : "enabled";
  const { endpoint } = await world.addEndpoint({ accountId, appId: 1, status });
  const sent: string[] = [];
  const ports: typeof world.ports = {
    ...world.ports,
    send: async (_, messages) => void sent.push(...messages.map((one) => one.message.delivery_id)),
  };
  const happen = async (): Promise<EventDetail> => {
    const objectId = newId("co_", world.now, randomBytes(10));
    const event = await world.commitEvent({ accountId, appId: 1, objectId });
    const { id, livemode, type, sequence } = event;
    return { version: 1, id, account_id: accountId, app_id: 1, livemode, type, sequence };
  };
  const ids: string[] = [];
  for (let count = 0; count < missed; count++) {
    const event = await happen();
    await fanOut(ports, [event]);
    ids.push(deliveryIdOf(event.id, endpoint.id));
  }
  ids.sort();
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: endpointToItem({ ...endpoint, status: "enabled" }),
    }),
  );
  const damage = (pk: string, sk: string, attribute: string) =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk, sk },
        UpdateExpression: "REMOVE #name",
        ExpressionAttributeNames: { "#name": attribute },
      }),
    );
  return { table, world, ports, accountId, endpoint, happen, sent, ids, damage };
}

test("a fan-out serves the other endpoints beside one of a newer release, and is tried again", async () => {
  const { table, world, ports, accountId, endpoint, happen, sent } = await scene(0);
  const { endpoint: newer } = await world.addEndpoint({ accountId, appId: 1 });
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
  const { table, world, ports, accountId, endpoint, sent, ids, damage } = await scene(missed);
  for (const index of damaged) await damage(`DLW#${endpoint.id}`, ids[index] ?? "", "status");
  const recovery = newRecovery({
    id: newId("rcv_", world.now, randomBytes(10)),
    accountId,
    endpointId: endpoint.id,
    since: world.now,
    createdAt: world.now,
  });
  await transact(table, [newRecoveryWrite(recovery)]);
  await runBackgroundWork(ports, {
    version: 1,
    kind: "recover",
    account_id: accountId,
    endpoint_id: endpoint.id,
    recovery_id: recovery.id,
  });
  expect(await getRecovery(table, endpoint.id, recovery.id, world.now)).toMatchObject({
    status: "completed",
    recovered: missed - damaged.length,
  });
  expect(sent.toSorted()).toEqual(ids.filter((_, index) => !damaged.includes(index)));
});

test("the log shows a delivery of an unreadable event without its checkout", async () => {
  const { table, world, endpoint, ids, damage } = await scene(2);
  const list = { of: { endpointId: endpoint.id } };
  const { data } = await listDeliveries(table, list, { limit: 10 }, world.now);
  const { pk, sk } = eventKey(data[0]?.eventId ?? "");
  await damage(pk, sk, "type");
  // The tables' events are compared with the contract at the end of a test file.
  await damage(pk, sk, "entity");
  // Loaded late: it looks at the environment.
  const { describeDeliveries } = await import(
    "../../../lib/use-cases/webhooks/describe-deliveries.ts"
  );
  const described = await describeDeliveries(data);
  expect(described.map(({ id }) => id).sort()).toEqual(ids);
  expect(described[0]?.checkout).toBeNull();
  expect(described[1]?.checkout).not.toBeNull();
});
