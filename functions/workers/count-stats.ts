import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { table } from "../../lib/runtime/deps.ts";
import { incrementOf } from "../../lib/runtime/insight/increment-of.ts";
import { streamWorker } from "../../lib/runtime/worker.ts";
import { countEvent } from "../../lib/store/stats.ts";

const eventItem = z.object({
  id: z.string(),
  accountId: z.string(),
  appId: z.int().nullable(),
  livemode: z.boolean(),
  type: z.string(),
  sequence: z.int(),
  createdAt: z.int(),
  objectId: z.string(),
  body: z.string(),
});

export const handler = streamWorker("count-stats", async (records) => {
  // One after the other: those of one day and app change the same row.
  for (const { dynamodb } of records) {
    const image = unmarshall((dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>);
    const increment = incrementOf(eventItem.parse(image));
    if (increment) await countEvent(table(), increment);
  }
});
