import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { publishEvents } from "../../lib/cloud/bus.ts";
import { relayEvents as worker } from "../../lib/contract/workers/webhooks.ts";
import { eventBridge, table } from "../../lib/pipeline/deps.ts";
import { variableOf } from "../../lib/pipeline/environment.ts";
import { streamWorker } from "../../lib/pipeline/worker.ts";
import { relayEvents } from "../../lib/use-cases/webhooks/relay.ts";

const eventItem = z.object({
  id: z.string(),
  accountId: z.string(),
  appId: z.int().nullable(),
  livemode: z.boolean(),
  type: z.string(),
  sequence: z.int(),
});

export const handler = streamWorker(worker, async (records) => {
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
