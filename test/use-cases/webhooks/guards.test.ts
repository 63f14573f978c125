import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeleteCommand } from "../../../lib/cloud/dynamodb.ts";
import type { EventRecord } from "../../../lib/domain/event-record.ts";
import { getDelivery } from "../../../lib/store/deliveries.ts";
import { attemptsOfDelivery } from "../../../lib/store/delivery-attempts.ts";
import { changeEndpointWrite } from "../../../lib/store/endpoints.ts";
import { eventKey } from "../../../lib/store/events.ts";
import { transact } from "../../../lib/store/transact.ts";
import { runBackgroundWork } from "../../../lib/use-cases/webhooks/background.ts";
import { fanOut } from "../../../lib/use-cases/webhooks/fan-out.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/present.ts";
import { deliverBatch } from "../../../lib/use-cases/webhooks/sender.ts";
import { sweepDeliveries } from "../../../lib/use-cases/webhooks/sweep.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { answer, messageTo, newAccountId, settled, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const MINUTE = 60_000;

/** An event with its delivery, whose message is in nobody's hands. */
async function waiting(whileReceiving: () => Promise<void> = async () => undefined) {
  const table = await engine.another();
  const run: WebhookRun = new WebhookRun(table, {
    receive: async () => {
      await whileReceiving();
      return answer(200);
    },
  });
  const accountId = newAccountId();
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
  const event = await run.commitEvent({ accountId, appId: 1 });
  await fanOut({ ...run.ports, send: async () => undefined }, [detailOf(event)]);
  const id = deliveryIdOf(event.id, endpoint.id);
  const ref = { endpointId: endpoint.id, id };
  const message = messageTo(ref, event);
  return {
    run,
    table,
    event,
    endpoint,
    send: async () =>
      settled(await deliverBatch(run.ports, "delivery", [{ ...message, not_before: run.now }])),
    disable: () => transact(table, [changeEndpointWrite(endpoint, { status: "disabled" })]),
    state: () => getDelivery(table, ref, run.now),
    attempts: () => attemptsOfDelivery(table, ref, run.now),
  };
}

describe("a message in flight", () => {
  test("while its endpoint was disabled makes no POST; the delivery is skipped", async () => {
    const { run, send, disable, state, attempts } = await waiting();
    await disable();
    await send();
    expect(run.posts).toHaveLength(0);
    expect(await state()).toMatchObject({ status: "skipped", nextAttemptAt: null, leases: 0 });
    expect(await attempts()).toEqual([]);
  });

  test("until its event's body had expired makes no POST; the delivery is canceled", async () => {
    const { run, table, event, send, state, attempts } = await waiting();
    const Key = eventKey(event);
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
    await send();
    expect(run.posts).toHaveLength(0);
    expect(await state()).toMatchObject({ status: "canceled", nextAttemptAt: null });
    expect(await attempts()).toEqual([]);
  });
});

test("a delivery in flight while its endpoint is disabled is completed and recorded by its sender", async () => {
  const { run, endpoint, send, disable, state, attempts } = await waiting(async () => {
    await disable();
    const { accountId: account_id, id: endpoint_id } = endpoint;
    const work = { version: 1, kind: "abandon", account_id, endpoint_id } as const;
    await runBackgroundWork(run.ports, work);
  });
  await send();
  expect(run.posts).toHaveLength(1);
  expect(await state()).toMatchObject({ status: "succeeded", attemptsCount: 1 });
  expect(await attempts()).toHaveLength(1);
});

test("the sweeper leaves a woken delivery alone for ten minutes, because its lane may be full", async () => {
  const { run } = await waiting();
  let sent = 0;
  const full = { ...run.ports, send: async () => void sent++ };
  const sweptAfter = async (minutes: number) => {
    run.now += minutes * MINUTE;
    return sweepDeliveries(full);
  };
  expect(await sweptAfter(1)).toBe(0);
  expect(await sweptAfter(2)).toBe(1);
  expect(await sweptAfter(5)).toBe(0);
  expect(await sweptAfter(4)).toBe(0);
  expect(await sweptAfter(2)).toBe(1);
  expect(sent).toBe(2);
});

function detailOf(event: EventRecord) {
  const { id, accountId: account_id, appId: app_id, livemode, type, sequence } = event;
  return { version: 1, id, account_id, app_id, livemode, type, sequence } as const;
}
