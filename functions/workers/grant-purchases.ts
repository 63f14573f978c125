import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { grantPurchase } from "../../lib/runtime/credits/grant-purchase.ts";
import { now } from "../../lib/runtime/deps.ts";
import { streamWorker } from "../../lib/runtime/worker.ts";

const paid = z.object({ id: z.string(), purchaseId: z.string() });

export const handler = streamWorker("grant-purchases", async (records) => {
  for (const { dynamodb } of records) {
    const image = unmarshall((dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>);
    const { id, purchaseId } = paid.parse(image);
    await grantPurchase({ checkoutId: id, purchaseId, now: now() });
  }
});
