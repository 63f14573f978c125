import { GetCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { WebhookEndpoint } from "../domain/webhook-endpoint.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { type OnUnreadable, readAll } from "./due.ts";
import { endpointFrom, endpointKey, endpointToItem, IS_ALIVE } from "./endpoint-item.ts";
import type { Table, Write } from "./transact.ts";

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
 * All endpoints of an account, oldest first, without the deleted ones. Strongly consistent.
 *
 * @throws UnreadableItem without `onUnreadable`
 */
export async function endpointsOfAccount(
  table: Table,
  accountId: string,
  onUnreadable?: OnUnreadable,
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
