import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BatchGetCommand } from "../../../lib/cloud/dynamodb.ts";
import { getDelivery } from "../../../lib/store/deliveries.ts";
import { getEndpoint } from "../../../lib/store/endpoints.ts";
import type { Table } from "../../../lib/store/transact.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/present.ts";
import { deliverBatch } from "../../../lib/use-cases/webhooks/sender.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { answer, Crash, messageTo, newAccountId, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const HOUR = 3_600_000;

/** A receiver that is always well, and a part of ours that is not until it is healed. */
async function scene(broken: "keyring" | "table reads" | "signing") {
  const outage = { isOver: false };
  const own = await engine.another();
  const table = broken === "table reads" ? withoutReads(own, outage) : own;
  const run = new WebhookRun(table, {
    sweepEveryMs: HOUR,
    receive: () => answer(200),
    before: (effect) => {
      if (broken === "keyring" && effect === "read keyring" && !outage.isOver) throw new Crash();
    },
  });
  const accountId = newAccountId();
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
  const key = run.ring.keys["1"];
  if (broken === "signing") run.ring.keys["1"] = Buffer.alloc(32).toString("base64");
  const heal = () => {
    outage.isOver = true;
    run.ring.keys["1"] = key;
  };
  const event = await run.commitEvent({ accountId, appId: 1 });
  const id = deliveryIdOf(event.id, endpoint.id);
  const state = async () => ({
    delivery: await getDelivery(own, { endpointId: endpoint.id, id }, run.now),
    endpoint: await getEndpoint(own, accountId, endpoint.id),
  });
  const message = messageTo({ endpointId: endpoint.id, id }, event);
  return { run, heal, state, message };
}

describe("an outage of this service", () => {
  test.each(["keyring", "table reads"] as const)(
    "of the %s is not told as the receiver's, however long it lasts",
    async (broken) => {
      const { run, heal, state } = await scene(broken);
      await run.runUntil(run.now + 3 * HOUR);
      expect(run.posts).toHaveLength(0);
      expect(await state()).toMatchObject({
        delivery: { status: "pending", attemptsCount: 0, leases: 0, leaseUntil: 0 },
        endpoint: { failuresInARow: 0, failingSince: null, slow: false },
      });
      heal();
      await run.runUntil(run.now + HOUR);
      expect(run.posts).toHaveLength(1);
      expect((await state()).delivery).toMatchObject({ status: "succeeded", attemptsCount: 1 });
    },
  );

  test("while signing is thrown to the queue, and leaves the delivery to be taken at once", async () => {
    const { run, heal, state, message } = await scene("signing");
    const now = { ...message, not_before: run.now };
    await expect(run.runUntil(run.now)).rejects.toThrow();
    for (let tries = 0; tries < 7; tries++) {
      expect((await deliverBatch(run.ports, "delivery", [now]))[0]?.status).toBe("rejected");
      const { delivery } = await state();
      expect(delivery).toMatchObject({ status: "pending", leases: 0, leaseUntil: 0 });
    }
    heal();
    await deliverBatch(run.ports, "delivery", [now]);
    expect(run.posts).toHaveLength(1);
  });
});

/** Only senders read endpoints in batches. */
function isOfSender(command: object): boolean {
  return command instanceof BatchGetCommand && JSON.stringify(command.input).includes("WHK#");
}

/** The same table, which gives senders no answer until the outage is over. */
function withoutReads(table: Table, outage: { readonly isOver: boolean }): Table {
  const send = table.client.send.bind(table.client) as (command: object) => Promise<unknown>;
  const client = new Proxy(table.client, {
    get: (target, name) =>
      name === "send"
        ? async (command: object) => {
            if (isOfSender(command) && !outage.isOver) throw new Crash();
            return send(command);
          }
        : Reflect.get(target, name),
  });
  return { ...table, client };
}
