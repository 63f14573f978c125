import type { WebhookEndpoint } from "../domain/webhook-endpoint.ts";
import { shapeOf } from "./shape.ts";
import type { Item } from "./transact.ts";

/** Shape 1 had no `timeoutsInARow`. */
const SHAPE = 2;

/** Condition of every update: without it, an update would create a deleted item again. */
export const IS_ALIVE = "attribute_exists(pk) AND deletedAt = :alive";

export function endpointKey(accountId: string, id: string) {
  return { pk: `WHK#${accountId}`, sk: id };
}

export function endpointToItem({ failingSince, ...endpoint }: WebhookEndpoint): Item {
  return {
    ...endpointKey(endpoint.accountId, endpoint.id),
    entity: "endpoint",
    v: SHAPE,
    ...endpoint,
    // Absent rather than null, so that `if_not_exists` recognizes the first failure.
    ...(failingSince === null ? {} : { failingSince }),
  };
}

export const endpointFrom = shapeOf<WebhookEndpoint>(
  "webhook endpoint",
  {
    id: "text",
    accountId: "text",
    appId: "number",
    livemode: "flag",
    url: "text",
    events: "list",
    description: "text or null",
    status: "text",
    disabledReason: "text or null",
    disabledAt: "number or null",
    secret: "text",
    previousSecret: "map or null",
    createdAt: "number",
    deletedAt: "number or null",
    failuresInARow: "number",
    timeoutsInARow: "number",
    failingSince: "number or absent",
    warnedAt: "number, if any",
    lastSuccessAt: "number or null",
    slow: "flag",
  },
  SHAPE,
  // An update may have added the attribute since.
  { 1: (item) => ({ timeoutsInARow: 0, ...item }) },
);
