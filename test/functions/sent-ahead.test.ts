import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type DeliveryMessage, deliveryMessage } from "../../lib/contract/messages.ts";
import type { EventRecord } from "../../lib/domain/event-record.ts";
import { getDelivery } from "../../lib/store/deliveries.ts";
import { queuesOf } from "../support/function-calls.ts";
import {
  busMessage,
  type MeteredService,
  startMeteredService,
} from "../support/metered-service.ts";

let service: MeteredService;
/** What the queue of the senders does with a request. */
let behavior: "takes" | "refuses" | "is silent" = "takes";
const asked: string[] = [];
const queue = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  asked.push(Buffer.concat(parts).toString());
  if (behavior === "is silent") return;
  const error = { __type: "com.amazonaws.sqs#InternalError", message: "down" };
  const answer = behavior === "takes" ? { Successful: [{ Id: "0", MessageId: "1" }] } : error;
  response.writeHead(behavior === "takes" ? 200 : 400).end(JSON.stringify(answer));
});

beforeAll(async () => {
  service = await startMeteredService();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await new Promise<void>((done) => queue.listen(0, "127.0.0.1", done));
  process.env.QUEUE_URL_DELIVERY = `http://127.0.0.1:${(queue.address() as AddressInfo).port}/q`;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  vi.restoreAllMocks();
  queue.closeAllConnections();
  queue.close();
  await service.close();
});

async function pay(): Promise<{ readonly id: string; readonly status: unknown }> {
  const { body } = await service.create();
  const { body: answer } = await service.verify(body.id, await service.pay(150_000));
  return { id: body.id, status: answer.status };
}

/** The queues that get the event which verified a checkout, as the relay puts it on the bus; its fan-out has then run. */
async function relayed(id: string): Promise<readonly string[]> {
  const [event] = (await service.events(id)) as readonly [EventRecord];
  const message = busMessage((await service.metered(() => service.relay(event))).calls);
  const queues = queuesOf(message.detail);
  if (queues.includes("fan-out")) await service.work("fan-out-webhooks", message);
  return queues;
}

/** The first message of a request to the queue. */
function sentIn(request: string | undefined): DeliveryMessage {
  const [entry] = JSON.parse(request ?? "").Entries;
  return deliveryMessage.parse(JSON.parse(entry.MessageBody));
}

test("the settling function wakes a sender itself, and the relay keeps the event off the fan-out", async () => {
  behavior = "takes";
  const { id, status } = await pay();
  expect(status).toBe("verified");
  expect(asked).toHaveLength(1);
  const message = sentIn(asked[0]);
  const [event] = await service.events(id);
  expect(message).toMatchObject({ event_id: event?.id, event_type: "checkout.verified" });
  const ref = { endpointId: message.endpoint_id, id: message.delivery_id };
  expect(await getDelivery(service.engine.table, ref, Date.now())).toBeNull();
  await service.work("deliver-webhook", message);
  const made = await getDelivery(service.engine.table, ref, Date.now());
  expect(made).toMatchObject({ status: "succeeded", attemptsCount: 1 });
  expect(await relayed(id)).not.toContain("fan-out");
});

test.each(["refuses", "is silent"] as const)(
  "a payment is verified although the queue %s, and the relay's copy delivers its event",
  async (what) => {
    behavior = what;
    const { id, status } = await pay();
    expect(status).toBe("verified");
    expect(asked.length).toBeGreaterThan(0);
    behavior = "takes";
    asked.length = 0;
    expect(await relayed(id)).toContain("fan-out");
    const message = sentIn(asked[0]);
    await service.work("deliver-webhook", message);
    const ref = { endpointId: message.endpoint_id, id: message.delivery_id };
    const delivery = await getDelivery(service.engine.table, ref, Date.now());
    expect(delivery).toMatchObject({ status: "succeeded", attemptsCount: 1 });
  },
);
