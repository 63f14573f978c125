import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import type { OutboundResult } from "../../../lib/cloud/outbound.ts";
import type { DeliveryMessage } from "../../../lib/contract/messages.ts";
import type { EventRecord } from "../../../lib/domain/event-record.ts";
import type { WebhookEndpoint } from "../../../lib/domain/webhook-endpoint.ts";
import { getDelivery } from "../../../lib/store/deliveries.ts";
import { attemptsOfDelivery } from "../../../lib/store/delivery-attempts.ts";
import { HANGING_AFTER_MS } from "../../../lib/use-cases/webhooks/endpoints.ts";
import { fanOut } from "../../../lib/use-cases/webhooks/fan-out.ts";
import type { ReceivedMessage, WebhookPorts } from "../../../lib/use-cases/webhooks/ports.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/present.ts";
import { deliverBatch } from "../../../lib/use-cases/webhooks/sender.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { answer, messageTo, newAccountId, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

/** For a busy machine; nothing waits that long otherwise. */
const PATIENCE = { timeout: 50_000 };

/** An account with two receivers: `bad` answers when the test says so, `good` at once. */
async function scene(ofBad: Partial<WebhookEndpoint> = {}) {
  const table = await engine.another();
  const unanswered: ((result: OutboundResult) => void)[] = [];
  const calls: string[] = [];
  const run = new WebhookRun(table, {
    before: (effect) => calls.push(effect),
    receive: ({ url }) =>
      url.includes("bad")
        ? new Promise<OutboundResult>((resolve) => unanswered.push(resolve))
        : answer(200),
  });
  const accountId = newAccountId();
  const at = async (appId: number, host: string, facts: Partial<WebhookEndpoint> = {}) => {
    const url = `https://${host}.example/`;
    return (await run.addEndpoint({ accountId, appId, url, ...facts })).endpoint;
  };
  const good = await at(1, "good");
  const bad = await at(2, "bad", ofBad);
  const ports = run.ports;

  /** Deliveries of new events whose messages are in nobody's hands. */
  async function waiting(endpoint: WebhookEndpoint, count: number): Promise<DeliveryMessage[]> {
    const messages: DeliveryMessage[] = [];
    for (let made = 0; made < count; made++) {
      const event = await run.commitEvent({ accountId, appId: endpoint.appId });
      await fanOut({ ...ports, send: async () => undefined }, [detailOf(event)]);
      const id = deliveryIdOf(event.id, endpoint.id);
      messages.push(messageTo({ endpointId: endpoint.id, id }, event));
    }
    return messages;
  }
  const stateOf = (message: DeliveryMessage | undefined) =>
    getDelivery(
      table,
      { endpointId: message?.endpoint_id ?? "", id: message?.delivery_id ?? "" },
      run.now,
    );
  return { table, run, ports, good, bad, waiting, stateOf, unanswered, calls };
}

/** Answers what is unanswered, until the batch is done. */
async function release(batch: Promise<unknown>, unanswered: ((result: OutboundResult) => void)[]) {
  let isDone = false;
  void batch.then(() => {
    isDone = true;
  });
  await vi.waitFor(() => {
    for (const resolve of unanswered.splice(0)) resolve(answer(200));
    expect(isDone).toBe(true);
  }, PATIENCE);
  return batch;
}

describe("a batch of ten messages", () => {
  test("takes one read, ten POSTs and a few transactions instead of twenty writes", async () => {
    const { run, ports, good, waiting, stateOf, calls } = await scene();
    // The endpoint's first success of the hour is noted once.
    await deliverBatch(ports, "delivery", await waiting(good, 1));
    const messages = await waiting(good, 10);
    calls.length = 0;
    const outcomes = await deliverBatch(ports, "delivery", messages);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill("fulfilled"));
    const count = (name: string) => calls.filter((call) => call === name).length;
    expect([count("table read"), count("post")]).toEqual([1, 10]);
    expect(count("table write")).toBeLessThanOrEqual(4);
    expect(run.posts).toHaveLength(11);
    for (const message of messages) {
      expect(await stateOf(message)).toMatchObject({ status: "succeeded", attemptsCount: 1 });
    }
  });

  test("records attempts one by one if a delivery has changed", async () => {
    const { table, ports, good, waiting, stateOf, run } = await scene();
    const messages = await waiting(good, 5);
    const [changed, ...others] = messages;
    const post: WebhookPorts["post"] = async (request) => {
      if (request.headers["webhook-id"] === changed?.event_id) {
        await table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: { pk: `DLW#${good.id}`, sk: changed?.delivery_id },
            UpdateExpression: "SET version = version + :one",
            ExpressionAttributeValues: { ":one": 1 },
          }),
        );
      }
      return ports.post(request);
    };
    await deliverBatch({ ...ports, post }, "delivery", messages);
    for (const message of others) {
      expect(await stateOf(message)).toMatchObject({ status: "succeeded" });
      const ref = { endpointId: good.id, id: message.delivery_id };
      expect(await attemptsOfDelivery(table, ref, run.now)).toHaveLength(1);
    }
    expect(await stateOf(changed)).toMatchObject({ status: "delivering", attemptsCount: 0 });
  });

  test("fails only the message whose record fails", async () => {
    const { ports, good, waiting } = await scene();
    const messages = await waiting(good, 3);
    const post: WebhookPorts["post"] = (request) =>
      request.headers["webhook-id"] === messages[1]?.event_id
        ? Promise.reject(new Error("fault"))
        : ports.post(request);
    const outcomes = await deliverBatch({ ...ports, post }, "delivery", messages);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
});

describe("while a receiver hangs", () => {
  test("attempts at other receivers are recorded", async () => {
    const { ports, good, bad, waiting, stateOf, unanswered } = await scene();
    const [slow] = await waiting(bad, 1);
    const [quick] = await waiting(good, 1);
    const batch = deliverBatch(ports, "delivery", [slow, quick] as DeliveryMessage[]);
    await vi.waitFor(
      async () => expect((await stateOf(quick))?.status).toBe("succeeded"),
      PATIENCE,
    );
    expect((await stateOf(slow))?.status).toBe("delivering");
    await release(batch, unanswered);
    expect((await stateOf(slow))?.status).toBe("succeeded");
  });

  test("its sender delivers further messages of the queue and deletes them", async () => {
    const { ports, good, bad, waiting, stateOf, unanswered } = await scene();
    const [slow] = await waiting(bad, 1);
    const [further] = await waiting(good, 1);
    const deleted: string[] = [];
    const queue = [further] as DeliveryMessage[];
    const batch = deliverBatch(
      { ...ports, receive: async () => received(queue, deleted) },
      "delivery",
      [slow] as DeliveryMessage[],
    );
    await vi.waitFor(() => expect(deleted).toEqual([further?.delivery_id]), PATIENCE);
    expect((await stateOf(further))?.status).toBe("succeeded");
    expect((await stateOf(slow))?.status).toBe("delivering");
    await release(batch, unanswered);
  });

  test("its waiting messages move to the slow lane unclaimed", async () => {
    const { run, ports, bad, waiting, stateOf, unanswered } = await scene();
    const [first, ...others] = await waiting(bad, 3);
    const sent: string[] = [];
    const queue = [...others];
    let postedAt = Number.POSITIVE_INFINITY;
    const post: WebhookPorts["post"] = (request) => {
      postedAt = performance.now();
      return ports.post(request);
    };
    const hangs = () => performance.now() - postedAt > HANGING_AFTER_MS;
    const batch = deliverBatch(
      {
        ...ports,
        post,
        receive: async () => (hangs() ? received(queue, []) : []),
        send: async (lane, messages) => {
          sent.push(...messages.map(({ message }) => `${lane} ${message.delivery_id}`));
        },
      },
      "delivery",
      [first] as DeliveryMessage[],
    );
    await vi.waitFor(() => expect(sent).toHaveLength(2), PATIENCE);
    expect(sent).toEqual(others.map(({ delivery_id }) => `delivery-slow ${delivery_id}`));
    expect(run.posts).toHaveLength(1);
    expect(await stateOf(others[0])).toMatchObject({ status: "pending", leases: 0 });
    await release(batch, unanswered);
  });

  test.each(["delivery", "delivery-slow"] as const)(
    "and failed before, it gets three POSTs of a batch in the lane %s; the others wait in the slow lane",
    async (lane) => {
      const { run, ports, bad, waiting, unanswered } = await scene({ failuresInARow: 1 });
      const messages = await waiting(bad, 10);
      const sent: string[] = [];
      const send: WebhookPorts["send"] = async (to, group) => {
        sent.push(...group.map(({ delaySeconds }) => `${to} after ${delaySeconds}`));
      };
      const batch = deliverBatch({ ...ports, send }, lane, messages);
      await vi.waitFor(() => expect(sent).toHaveLength(7), PATIENCE);
      const delay = lane === "delivery" ? 0 : 15;
      expect(new Set(sent)).toEqual(new Set([`delivery-slow after ${delay}`]));
      expect(run.posts).toHaveLength(3);
      await release(batch, unanswered);
      expect(run.posts).toHaveLength(3);
    },
  );
});

/** What one call to the queue returns. */
function received(queue: DeliveryMessage[], deleted: string[]): readonly ReceivedMessage[] {
  return queue.splice(0).map((message) => ({
    message,
    done: async () => void deleted.push(message.delivery_id),
  }));
}

function detailOf(event: EventRecord) {
  const { id, accountId: account_id, appId: app_id, livemode, type, sequence } = event;
  return { version: 1, id, account_id, app_id, livemode, type, sequence } as const;
}
