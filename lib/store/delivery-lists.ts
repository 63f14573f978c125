import { QueryCommand } from "../cloud/dynamodb.ts";
import type { Delivery, DeliveryStatus } from "../domain/delivery.ts";
import { idFloor } from "../domain/ids.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import {
  appPartition,
  type DeliveryGroup,
  type DeliveryRef,
  deliveryFrom,
  deliveryKey,
  deliveryPartitions,
  groupPartition,
  isKept,
  keptSince,
  type ListedEndpoint,
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
  readonly of: { readonly endpoint: ListedEndpoint } | { readonly appId: number };
  readonly status?: DeliveryStatus | undefined;
  readonly eventType?: string | undefined;
  /** An endpoint has one mode; an app has both. */
  readonly livemode?: boolean | undefined;
}

/**
 * Lists deliveries, newest first, for 90 days. The list of an endpoint reads its own partitions. The lists of an app and
 * of failed deliveries read ids from an index, then the items.
 */
export function listDeliveries(
  table: Table,
  { of, ...filter }: DeliveryFilter,
  page: PageRequest,
  now: number,
): Promise<Page<Delivery>> {
  const { status, eventType, livemode } = filter;
  const indexed = indexedList(of, status);
  const own = indexed === null && "endpoint" in of ? deliveryPartitions(of.endpoint) : null;
  const named = "appId" in of ? of : { endpointId: of.endpoint.id };
  const bindTo = ["deliveries", { of: named, ...filter }];
  const from = idFloor("dlv_", keptSince(now));
  if (own?.length === 1)
    return listPartition(table, own[0] ?? "", { ...filter, from }, page, bindTo);
  return listPage(
    table,
    {
      index: own === null ? (indexed?.index ?? "gsi2") : null,
      partitions: own ?? [indexed?.partition ?? ""],
      from,
      to: idFloor("dlv_", MAX_TIME),
      filter: eventType === undefined ? undefined : { attribute: "eventType", equals: eventType },
      bindTo,
    },
    page,
    async (rows) =>
      own === null ? deliveriesByKey(table, rows) : rows.map(({ item }) => deliveryFrom(item)),
    status === undefined && livemode === undefined
      ? undefined
      : (delivery) =>
          (status === undefined || delivery.status === status) &&
          (livemode === undefined || delivery.livemode === livemode),
  );
}

/** Null where the endpoint's own partitions are read. */
function indexedList(of: DeliveryFilter["of"], status: DeliveryStatus | undefined) {
  if ("appId" in of) return { index: "gsi2", partition: appPartition(of.appId) } as const;
  const group = status === undefined ? null : GROUP_OF[status];
  if (group === null) return null;
  return { index: "gsi3", partition: groupPartition(of.endpoint.id, group) } as const;
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

/** One partition of the table, with every filter in the query. */
function listPartition(
  table: Table,
  partition: string,
  {
    status,
    eventType,
    livemode,
    from,
  }: Omit<DeliveryFilter, "of"> & {
    readonly from: string;
  },
  page: PageRequest,
  bindTo: readonly unknown[],
): Promise<Page<Delivery>> {
  const conditions = [
    ...(status !== undefined ? ["#status = :status"] : []),
    ...(eventType !== undefined ? ["eventType = :type"] : []),
    ...(livemode !== undefined ? ["livemode = :livemode"] : []),
  ];
  return queryPage(
    table,
    {
      KeyConditionExpression: "pk = :pk",
      since: from,
      FilterExpression: conditions.length > 0 ? conditions.join(" AND ") : undefined,
      ExpressionAttributeNames: status === undefined ? undefined : { "#status": "status" },
      ExpressionAttributeValues: {
        ":pk": partition,
        ...(status === undefined ? {} : { ":status": status }),
        ...(eventType === undefined ? {} : { ":type": eventType }),
        ...(livemode === undefined ? {} : { ":livemode": livemode }),
      },
      ScanIndexForward: false,
    },
    page,
    bindTo,
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
