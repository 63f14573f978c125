import { GetCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { DisabledReason, WebhookEndpoint } from "../domain/webhook-endpoint.ts";
import type { HealthChange } from "../domain/webhook-health.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { eventBodyKey } from "./events.ts";
import { getItems } from "./get-items.ts";
import { withoutKeys } from "./item.ts";
import type { Item, Table, Write } from "./transact.ts";

/** A deleted endpoint stays for as long as its deliveries do, without its secrets. */
const DELETED_KEPT_SECONDS = 90 * 86_400;

/** Reads an endpoint of an account, strongly consistent; null where there is none or it was deleted. */
export async function getEndpoint(
  table: Table,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  const endpoint = await findEndpoint(table, accountId, id);
  return endpoint?.deletedAt === null ? endpoint : null;
}

/** As `getEndpoint`, but a deleted one is found too. */
export async function findEndpoint(
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
  return Item ? endpointFromItem(Item) : null;
}

/** All endpoints of an account, oldest first, without the deleted ones. Strongly consistent. */
export async function endpointsOfAccount(
  table: Table,
  accountId: string,
): Promise<readonly WebhookEndpoint[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `WHK#${accountId}` },
      ConsistentRead: true,
    },
  );
  const endpoints: WebhookEndpoint[] = [];
  for await (const { Items = [] } of pages) endpoints.push(...Items.map(endpointFromItem));
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
    endpointFromItem,
  );
}

/** What a sender needs besides the delivery, in one read. A deleted endpoint is found here. */
export async function getBodyAndEndpoint(
  table: Table,
  eventId: string,
  accountId: string,
  endpointId: string,
): Promise<{ readonly body: string | null; readonly endpoint: WebhookEndpoint | null }> {
  const items = await getItems(table, [eventBodyKey(eventId), endpointKey(accountId, endpointId)]);
  const event = items.find((item) => item.entity === "event_body");
  const endpoint = items.find((item) => item.entity === "endpoint");
  return {
    body: event ? String(event.body) : null,
    endpoint: endpoint ? endpointFromItem(endpoint) : null,
  };
}

/** Stores a new endpoint; refused (label `endpoint`) if the id is taken. */
export function newEndpointWrite(endpoint: WebhookEndpoint): Write {
  return {
    label: "endpoint",
    put: { Item: endpointToItem(endpoint), ConditionExpression: "attribute_not_exists(pk)" },
  };
}

/** What an owner may change, or a rotation; health is written by senders at the same time. */
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
  >
>;

/**
 * Changes some fields of a living endpoint (label `endpoint`). `fresh` forgets how it did so far: for
 * an endpoint that is enabled again, or gets another address.
 *
 * @param expectedSecret refuses the change when somebody else rotated meanwhile
 */
export function changeEndpointWrite(
  endpoint: WebhookEndpoint,
  change: EndpointChange,
  options: { readonly fresh?: boolean; readonly expectedSecret?: string } = {},
): Write {
  const fields = { ...change, ...(options.fresh ? { failuresInARow: 0, slow: false } : {}) };
  const names = Object.keys(fields);
  const sets = names.map((name) => `#${name} = :${name}`).join(", ");
  const expected = options.expectedSecret;
  return {
    label: "endpoint",
    update: {
      Key: endpointKey(endpoint.accountId, endpoint.id),
      UpdateExpression: `SET ${sets}${options.fresh ? " REMOVE failingSince" : ""}`,
      ConditionExpression: `${IS_ALIVE}${expected === undefined ? "" : " AND secret = :expected"}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
        ":alive": null,
        ...(expected === undefined ? {} : { ":expected": expected }),
      },
    },
  };
}

/** Marks an endpoint as deleted and drops its secrets. Refused (label `endpoint`) if it was already. */
export function deleteEndpointWrite(endpoint: WebhookEndpoint, at: number): Write {
  return {
    label: "endpoint",
    update: {
      Key: endpointKey(endpoint.accountId, endpoint.id),
      UpdateExpression:
        "SET deletedAt = :at, #status = :disabled, secret = :none, previousSecret = :alive, #ttl = :ttl",
      ConditionExpression: IS_ALIVE,
      ExpressionAttributeNames: { "#status": "status", "#ttl": "ttl" },
      ExpressionAttributeValues: {
        ":at": at,
        ":disabled": "disabled",
        ":none": "",
        ":alive": null,
        ":ttl": Math.ceil(at / 1000) + DELETED_KEPT_SECONDS,
      },
    },
  };
}

/** Notes how an attempt went (label `endpoint`). Refused only where the endpoint is gone. */
export function healthWrite(endpoint: WebhookEndpoint, change: HealthChange): Write {
  const Key = endpointKey(endpoint.accountId, endpoint.id);
  if (change.kind === "success") {
    return {
      label: "endpoint",
      update: {
        Key,
        UpdateExpression:
          "SET failuresInARow = :zero, slow = :slow, lastSuccessAt = :at REMOVE failingSince",
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
      UpdateExpression: `${COUNT_FAILURE}`,
      ConditionExpression: IS_ALIVE,
      ExpressionAttributeValues: {
        ":one": 1,
        ":slow": change.slow,
        ":at": change.at,
        ":alive": null,
      },
    },
  };
}

/**
 * Disables an endpoint that a receiver or its failures ended. Refused (label `endpoint`) if it is, or
 * if its owner has given it another address meanwhile: nothing is known of that one.
 */
export function disableWrite(endpoint: WebhookEndpoint, reason: DisabledReason, at: number): Write {
  return {
    label: "endpoint",
    update: {
      Key: endpointKey(endpoint.accountId, endpoint.id),
      UpdateExpression: `${COUNT_FAILURE}, #status = :disabled, disabledReason = :reason, disabledAt = :at`,
      ConditionExpression: `${IS_ALIVE} AND #status = :enabled AND #url = :url`,
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
      },
    },
  };
}

/** Only what lives is changed: an update would otherwise raise a deleted row again. */
const IS_ALIVE = "attribute_exists(pk) AND deletedAt = :alive";
const COUNT_FAILURE =
  "SET failuresInARow = failuresInARow + :one, slow = :slow, failingSince = if_not_exists(failingSince, :at)";

function endpointKey(accountId: string, id: string) {
  return { pk: `WHK#${accountId}`, sk: id };
}

function endpointToItem({ failingSince, ...endpoint }: WebhookEndpoint): Item {
  return {
    ...endpointKey(endpoint.accountId, endpoint.id),
    entity: "endpoint",
    ...endpoint,
    // Absent rather than null, so that the first failure can be told from later ones.
    ...(failingSince === null ? {} : { failingSince }),
  };
}

function endpointFromItem(item: Item): WebhookEndpoint {
  const endpoint = withoutKeys<WebhookEndpoint>(item);
  return { ...endpoint, failingSince: endpoint.failingSince ?? null };
}
