import { randomBytes } from "node:crypto";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { EventDetail } from "../../lib/contract/messages.ts";
import { newId } from "../../lib/domain/ids.ts";
import { newRecovery } from "../../lib/domain/user.ts";
import { endpointToItem } from "../../lib/store/endpoints.ts";
import { getRecovery, newRecoveryWrite } from "../../lib/store/recoveries.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { runBackgroundWork } from "../../lib/use-cases/webhooks/background.ts";
import { fanOut } from "../../lib/use-cases/webhooks/fan-out.ts";
import { deliveryIdOf } from "../../lib/use-cases/webhooks/present.ts";
import { answer, newAccountId, WebhookWorld } from "./webhook-world.ts";

/** An endpoint and the deliveries of events that it missed while it was disabled, oldest first. */
export async function missedDeliveries(table: Table, missed: number) {
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
  /** Runs a recovery of all of them on `of`, and returns it. */
  const recover = async (of = table) => {
    const recovery = newRecovery({
      id: newId("rcv_", world.now, randomBytes(10)),
      accountId,
      endpointId: endpoint.id,
      since: world.now,
      createdAt: world.now,
    });
    await transact(table, [newRecoveryWrite(recovery)]);
    await runBackgroundWork(
      { ...ports, table: of },
      {
        version: 1,
        kind: "recover",
        account_id: accountId,
        endpoint_id: endpoint.id,
        recovery_id: recovery.id,
      },
    );
    return getRecovery(table, endpoint.id, recovery.id, world.now);
  };
  return { table, world, ports, accountId, endpoint, happen, sent, ids, damage, recover };
}
