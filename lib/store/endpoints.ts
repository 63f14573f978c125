import { GetCommand, paginateQuery } from "../cloud/dynamodb.ts";
import { partOfId } from "../domain/ids.ts";
import type { DisabledReason, HealthChange, WebhookEndpoint } from "../domain/webhook-endpoint.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { type OnUnreadable, readAll } from "./due.ts";
import { shapeOf } from "./shape.ts";
import { commitOne, type Item, type Table, type Write } from "./transact.ts";

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
    secretRotatedAt: "number, if any",
    createdAt: "number",
    deletedAt: "number or null",
    failuresInARow: "number",
    timeoutsInARow: "number",
    failingSince: "number or absent",
    warnedAt: "number, if any",
    lastSuccessAt: "number or null",
    slow: "flag",
    isSpread: "flag, if any",
  },
  SHAPE,
  // An update may have added the attribute since.
  { 1: (item) => ({ timeoutsInARow: 0, ...item }) },
);

/** Reads an endpoint of an account, strongly consistent; null if there is none or it was deleted. */
export async function getEndpoint(
  table: Table,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: endpointKey(accountId, id),
      ConsistentRead: true,
    }),
  );
  const endpoint = Item ? endpointFrom(Item) : null;
  return endpoint?.deletedAt === null ? endpoint : null;
}

/**
 * All endpoints of an account, oldest first, without the deleted ones. Strongly consistent unless `ConsistentRead` is false.
 *
 * @throws UnreadableItem without `onUnreadable`
 */
export async function endpointsOfAccount(
  table: Table,
  accountId: string,
  onUnreadable?: OnUnreadable,
  { ConsistentRead = true } = {},
): Promise<readonly WebhookEndpoint[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `WHK#${accountId}` },
      ConsistentRead,
    },
  );
  const endpoints: WebhookEndpoint[] = [];
  for await (const { Items = [] } of pages) {
    endpoints.push(...readAll(Items, endpointFrom, onUnreadable));
  }
  return endpoints.filter((endpoint) => endpoint.deletedAt === null);
}

/** Endpoints of an account (of one app, if given), newest first, without the deleted ones. */
export function listEndpoints(
  table: Table,
  filter: { readonly accountId: string; readonly appId?: number | undefined },
  page: PageRequest,
): Promise<Page<WebhookEndpoint>> {
  const byApp = filter.appId === undefined ? "" : " AND appId = :app";
  return queryPage(
    table,
    {
      KeyConditionExpression: "pk = :pk",
      FilterExpression: `deletedAt = :alive${byApp}`,
      ExpressionAttributeValues: {
        ":pk": `WHK#${filter.accountId}`,
        ":alive": null,
        ...(filter.appId === undefined ? {} : { ":app": filter.appId }),
      },
      ScanIndexForward: false,
      ConsistentRead: true,
    },
    page,
    ["endpoints", filter],
    endpointFrom,
  );
}

/** Stores a new endpoint; refused (label `endpoint`) if the id is taken. */
export function newEndpointWrite(endpoint: WebhookEndpoint): Write {
  return {
    label: "endpoint",
    put: { Item: endpointToItem(endpoint), ConditionExpression: "attribute_not_exists(pk)" },
  };
}

/** What the owner or a rotation may change. Senders write the health at the same time. */
export type EndpointChange = Partial<
  Pick<
    WebhookEndpoint,
    | "url"
    | "events"
    | "description"
    | "status"
    | "disabledReason"
    | "disabledAt"
    | "secret"
    | "previousSecret"
    | "secretRotatedAt"
    | "isSpread"
  >
>;

/**
 * Changes fields of an endpoint that is not deleted (label `endpoint`). `fresh` resets its health, for an
 * endpoint that is enabled again or gets another URL.
 *
 * @param options.expected refuses the change if one of these fields has another value by now
 */
export function changeEndpointWrite(
  endpoint: WebhookEndpoint,
  change: EndpointChange,
  options: {
    readonly fresh?: boolean;
    readonly expected?: Partial<Pick<WebhookEndpoint, "secret" | "status">>;
  } = {},
): Write {
  const fields = {
    ...change,
    ...(options.fresh ? { failuresInARow: 0, timeoutsInARow: 0, slow: false } : {}),
  };
  const names = Object.keys(fields);
  const sets = names.map((name) => `#${name} = :${name}`).join(", ");
  const expected = Object.entries(options.expected ?? {});
  return {
    label: "endpoint",
    update: {
      Key: endpointKey(endpoint.accountId, endpoint.id),
      UpdateExpression: `SET ${sets}${options.fresh ? " REMOVE failingSince" : ""}`,
      ConditionExpression: [
        IS_ALIVE,
        ...expected.map(([name]) => `#${name} = :${name}Expected`),
      ].join(" AND "),
      ExpressionAttributeNames: Object.fromEntries(
        [...names, ...expected.map(([name]) => name)].map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: {
        ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
        ":alive": null,
        ...Object.fromEntries(expected.map(([name, value]) => [`:${name}Expected`, value])),
      },
    },
  };
}

/**
 * Notes that deliveries of an event will be spread over partitions of these endpoints, once for each endpoint. Call it before
 * the first of them is stored: their list looks for it. Does nothing for an event that is not spread.
 */
export async function noteSpread(
  table: Table,
  eventId: string,
  endpoints: readonly WebhookEndpoint[],
): Promise<void> {
  if (partOfId(eventId) === 0) return;
  const left = endpoints.filter(({ isSpread }) => isSpread !== true);
  const mark = { isSpread: true };
  await Promise.all(left.map((each) => commitOne(table, changeEndpointWrite(each, mark))));
}

/**
 * Deletes an endpoint, so that no fan-out reads it any more. Refused (label `endpoint`) if it is deleted. Its
 * deliveries stay.
 */
export function deleteEndpointWrite(endpoint: WebhookEndpoint): Write {
  return {
    label: "endpoint",
    remove: {
      Key: endpointKey(endpoint.accountId, endpoint.id),
      ConditionExpression: IS_ALIVE,
      ExpressionAttributeValues: { ":alive": null },
    },
  };
}

const COUNT_FAILURE =
  "SET failuresInARow = failuresInARow + :one, slow = :slow, failingSince = if_not_exists(failingSince, :at)";

/** Records the health after an attempt (label `endpoint`). Refused only if the endpoint is deleted. */
export function healthWrite(endpoint: WebhookEndpoint, change: HealthChange): Write {
  const Key = endpointKey(endpoint.accountId, endpoint.id);
  if (change.kind === "success") {
    return {
      label: "endpoint",
      update: {
        Key,
        UpdateExpression:
          "SET failuresInARow = :zero, timeoutsInARow = :zero, slow = :slow, lastSuccessAt = :at REMOVE failingSince",
        ConditionExpression: IS_ALIVE,
        ExpressionAttributeValues: {
          ":zero": 0,
          ":slow": change.slow,
          ":at": change.at,
          ":alive": null,
        },
      },
    };
  }
  return {
    label: "endpoint",
    update: {
      Key,
      UpdateExpression: `${COUNT_FAILURE}, timeoutsInARow = ${change.timedOut ? "if_not_exists(timeoutsInARow, :zero) + :one" : ":zero"}${change.warn ? ", warnedAt = :at" : ""}`,
      ConditionExpression: IS_ALIVE,
      ExpressionAttributeValues: {
        ":zero": 0,
        ":one": 1,
        ":slow": change.slow,
        ":at": change.at,
        ":alive": null,
      },
    },
  };
}

/** As `healthWrite` of a success, without a transaction; does nothing if the endpoint is gone. */
export async function noteSuccess(
  table: Table,
  endpoint: WebhookEndpoint,
  change: Extract<HealthChange, { kind: "success" }>,
): Promise<void> {
  await commitOne(table, healthWrite(endpoint, change));
}

/**
 * Disables an endpoint because its receiver asked for it or it failed for too long. Refused (label
 * `endpoint`) if it is disabled, or if its URL has changed meanwhile: the new one has not been tried. Also
 * refused for `failing` if the streak has ended since the endpoint was read.
 */
export function disableWrite(endpoint: WebhookEndpoint, reason: DisabledReason, at: number): Write {
  const isStreak = reason === "failing";
  return {
    label: "endpoint",
    update: {
      Key: endpointKey(endpoint.accountId, endpoint.id),
      UpdateExpression: `${COUNT_FAILURE}, #status = :disabled, disabledReason = :reason, disabledAt = :at`,
      ConditionExpression: `${IS_ALIVE} AND #status = :enabled AND #url = :url${isStreak ? " AND failingSince = :since" : ""}`,
      ExpressionAttributeNames: { "#status": "status", "#url": "url" },
      ExpressionAttributeValues: {
        ":one": 1,
        ":slow": endpoint.slow,
        ":at": at,
        ":alive": null,
        ":enabled": "enabled",
        ":url": endpoint.url,
        ":disabled": "disabled",
        ":reason": reason,
        ...(isStreak ? { ":since": endpoint.failingSince } : {}),
      },
    },
  };
}
