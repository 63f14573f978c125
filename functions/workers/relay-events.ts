import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { publishEvents } from "../../lib/cloud/bus.ts";
import { eventBridge, table } from "../../lib/runtime/deps.ts";
import { variableOf } from "../../lib/runtime/environment.ts";
import { relayEvents } from "../../lib/runtime/webhooks/relay.ts";
import { streamWorker } from "../../lib/runtime/worker.ts";

const eventItem = z.object({
  id: z.string(),
  accountId: z.string(),
  appId: z.int().nullable(),
  livemode: z.boolean(),
  type: z.string(),
  sequence: z.int(),
});

export const handler = streamWorker("relay-events", async (records) => {
  const events = records.map(({ dynamodb }) =>
    eventItem.parse(unmarshall((dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>)),
  );
  await relayEvents(
    {
      table: table(),
      publish: (entries) => publishEvents(eventBridge(), variableOf("BUS_NAME"), entries),
    },
    events,
  );
});
