import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { publishEvents } from "../../lib/cloud/messaging.ts";
import { deliveryMessage, fanOutMessage, recoveryMessage } from "../../lib/contract/messages.ts";
import * as workers from "../../lib/contract/workers/webhooks.ts";
import { eventBridge, now, table } from "../../lib/pipeline/deps.ts";
import { variableOf } from "../../lib/pipeline/environment.ts";
import {
  batchWorker,
  queueWorker,
  scheduledWorker,
  streamWorker,
} from "../../lib/pipeline/worker.ts";
import { hearsOfNoPayment } from "../../lib/store/notifications.ts";
import { runBackgroundWork } from "../../lib/use-cases/webhooks/background.ts";
import { fanOut } from "../../lib/use-cases/webhooks/fan-out.ts";
import { livePorts, queuePorts } from "../../lib/use-cases/webhooks/ports.ts";
import { relayEvents as relay } from "../../lib/use-cases/webhooks/relay.ts";
import { endedAhead } from "../../lib/use-cases/webhooks/route-event.ts";
import { deliverBatch } from "../../lib/use-cases/webhooks/sender.ts";
import * as sweeper from "../../lib/use-cases/webhooks/sweep.ts";

export const deliverWebhook = batchWorker(workers.deliverWebhook, deliveryMessage, () => {
  const ports = livePorts();
  return (messages) => deliverBatch(ports, "delivery", messages);
});

export const deliverWebhookSlow = batchWorker(workers.deliverWebhookSlow, deliveryMessage, () => {
  const ports = livePorts();
  return (messages) => deliverBatch(ports, "delivery-slow", messages);
});

export const fanOutWebhooks = batchWorker(workers.fanOutWebhooks, fanOutMessage, () => {
  const ports = queuePorts();
  return (messages) =>
    fanOut(
      ports,
      messages.map(({ detail }) => detail),
    );
});

const eventItem = z.object({
  id: z.string(),
  accountId: z.string(),
  appId: z.int().nullable(),
  livemode: z.boolean(),
  type: z.string(),
  sequence: z.int(),
  followUp: z.boolean().optional(),
});

/** What the relay reads of an event's item: not its body, nor its keys. */
const EVENT_ATTRIBUTES = Object.keys(eventItem.shape);

function eventIn(image: Record<string, AttributeValue> = {}) {
  const values = EVENT_ATTRIBUTES.flatMap((name) => {
    const value = image[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return eventItem.parse(unmarshall(Object.fromEntries(values)));
}

export const relayEvents = streamWorker(workers.relayEvents, async (records) => {
  const events = records.map(({ dynamodb }) =>
    eventIn(dynamodb?.NewImage as Record<string, AttributeValue> | undefined),
  );
  await relay(
    {
      table: table(),
      publish: (entries) => publishEvents(eventBridge(), variableOf("BUS_NAME"), entries),
      looks: {
        hearsOfNoPayment: (accountId) => hearsOfNoPayment(table(), accountId),
        endedAhead: (some) => endedAhead(table(), some),
      },
    },
    events,
  );
});

export const runRecovery = queueWorker(workers.runRecovery, recoveryMessage, (message) =>
  runBackgroundWork(queuePorts(), message),
);

export const sweepDeliveries = scheduledWorker(workers.sweepDeliveries, async () => {
  await sweeper.sweepDeliveries(queuePorts());
  await sweeper.sweepRecoveries(queuePorts());
});

export const sweepEvents = scheduledWorker(workers.sweepEvents, async () => {
  await sweeper.sweepEvents({
    table: table(),
    now,
    publish: (entries) => publishEvents(eventBridge(), variableOf("BUS_NAME"), entries),
  });
});
