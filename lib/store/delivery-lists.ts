import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Delivery, DeliveryStatus } from "../domain/delivery.ts";
import { idFloor } from "../domain/ids.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import {
  appPartition,
  type DeliveryGroup,
  type DeliveryRef,
  deliveryFrom,
  deliveryKey,
  deliveryPartition,
  groupPartition,
  isKept,
  keptSince,
} from "./deliveries.ts";
import { dueItems, type OnUnreadable, readAll } from "./due.ts";
import { getItems, type ItemKey } from "./get-items.ts";
import { listPage } from "./list-page.ts";
import type { Item, Table } from "./transact.ts";

const MAX_TIME = 2 ** 48 - 1;

/** Deliveries whose message was lost or whose sender died, oldest first, at most `limit` per shard. */
export async function overdueDeliveries(
  table: Table,
  now: number,
  limit: number,
  onUnreadable?: OnUnreadable,
): Promise<Delivery[]> {
  return readAll(await dueItems(table, "DLV", now, limit), deliveryFrom, onUnreadable);
}

export interface DeliveryFilter {
  /** One endpoint, or all endpoints of an app. The caller has checked the owner. */
  readonly of: { readonly endpointId: string } | { readonly appId: number };
  readonly status?: DeliveryStatus | undefined;
  readonly eventType?: string | undefined;
  /** An endpoint has one mode; an app has both. */
  readonly livemode?: boolean | undefined;
}

/**
 * Lists deliveries, newest first, for 90 days. The list of an endpoint reads its own partition. The lists of an app and
 * of failed deliveries read ids from an index, then the items.
 */
export function listDeliveries(
  table: Table,
  filter: DeliveryFilter,
  page: PageRequest,
  now: number,
): Promise<Page<Delivery>> {
  const since = idFloor("dlv_", keptSince(now));
  const { of, status, eventType, livemode } = filter;
  const indexed = indexedList(filter);
  if (indexed === null && "endpointId" in of) {
    return listByEndpoint(table, filter, of.endpointId, since, page);
  }
  return listPage(
    table,
    {
      index: indexed?.index ?? "gsi2",
      partitions: [indexed?.partition ?? ""],
      from: since,
      to: idFloor("dlv_", MAX_TIME),
      filter: eventType === undefined ? undefined : { attribute: "eventType", equals: eventType },
      bindTo: ["deliveries", filter],
    },
    page,
    (keys) => deliveriesByKey(table, keys),
    status === undefined && livemode === undefined
      ? undefined
      : (delivery) =>
          (status === undefined || delivery.status === status) &&
          (livemode === undefined || delivery.livemode === livemode),
  );
}

/** Null where the endpoint's own partition is read. */
function indexedList({ of, status }: DeliveryFilter) {
  if ("appId" in of) return { index: "gsi2", partition: appPartition(of.appId) } as const;
  const group = status === undefined ? null : GROUP_OF[status];
  if (group === null) return null;
  return { index: "gsi3", partition: groupPartition(of.endpointId, group) } as const;
}

/** Deliveries by their endpoints and ids, without those that are not there. `now` in ms. */
export async function deliveriesByRef(
  table: Table,
  refs: readonly DeliveryRef[],
  now: number,
): Promise<Delivery[]> {
  const found = await deliveriesByKey(table, refs.map(deliveryKey));
  return found.filter((delivery) => isKept(delivery, now));
}

async function deliveriesByKey(table: Table, keys: readonly ItemKey[]): Promise<Delivery[]> {
  return (await getItems(table, keys)).map(deliveryFrom);
}

function listByEndpoint(
  table: Table,
  { of, status, eventType, livemode }: DeliveryFilter,
  endpointId: string,
  since: string,
  page: PageRequest,
): Promise<Page<Delivery>> {
  const conditions = [
    ...(status !== undefined ? ["#status = :status"] : []),
    ...(eventType !== undefined ? ["eventType = :type"] : []),
    ...(livemode !== undefined ? ["livemode = :livemode"] : []),
  ];
  return queryPage(
    table,
    {
      KeyConditionExpression: "pk = :pk AND sk >= :since",
      FilterExpression: conditions.length > 0 ? conditions.join(" AND ") : undefined,
      ExpressionAttributeNames: status === undefined ? undefined : { "#status": "status" },
      ExpressionAttributeValues: {
        ":pk": deliveryPartition(endpointId),
        ":since": since,
        ...(status === undefined ? {} : { ":status": status }),
        ...(eventType === undefined ? {} : { ":type": eventType }),
        ...(livemode === undefined ? {} : { ":livemode": livemode }),
      },
      ScanIndexForward: false,
    },
    page,
    ["deliveries", { of, status, eventType, livemode }],
    deliveryFrom,
  );
}

/** Where to find a status; null: in the endpoint's own partition, where the newest come first. */
const GROUP_OF: Readonly<Record<DeliveryStatus, DeliveryGroup | null>> = {
  pending: null,
  delivering: null,
  succeeded: null,
  retrying: "waiting",
  failed: "failed",
  skipped: "skipped",
  canceled: "canceled",
};

/** A range of one endpoint's deliveries in one group, oldest first, for work that visits all of them. */
export interface DeliveryRange {
  readonly endpointId: string;
  readonly group: DeliveryGroup;
  /** Ids after this one. */
  readonly after: string;
  /** Ids up to this one. */
  readonly upTo: string;
  readonly limit: number;
}

/** The first deliveries of a range. `last`: the id to go on after; null if the range was empty. */
export async function deliveriesInRange(
  table: Table,
  range: DeliveryRange,
  onUnreadable?: OnUnreadable,
): Promise<{ readonly deliveries: readonly Delivery[]; readonly last: string | null }> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "gsi3",
      KeyConditionExpression: "gsi3pk = :pk AND gsi3sk BETWEEN :after AND :upTo",
      ExpressionAttributeValues: {
        ":pk": groupPartition(range.endpointId, range.group),
        // BETWEEN includes its lower end; nothing sorts between an id and the id with a space.
        ":after": `${range.after} `,
        ":upTo": range.upTo,
      },
      Limit: range.limit,
    }),
  );
  const keys = Items as (Item & ItemKey)[];
  const deliveries = readAll(await getItems(table, keys), deliveryFrom, onUnreadable);
  return { deliveries, last: keys.at(-1)?.sk ?? null };
}
