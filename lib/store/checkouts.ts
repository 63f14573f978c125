import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { type CheckoutState, graceEndsAt, type ShownStatus } from "../domain/checkout.ts";
import type { Checkout, CheckoutTerms } from "../domain/checkout-terms.ts";
import { idFloor } from "../domain/ids.ts";
import { type Mode, modeOf } from "../domain/mode.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { dueItemKeys } from "./due.ts";
import { withoutKeys } from "./item.ts";
import { duePartition, instantKey } from "./table.ts";
import type { Item, Table, Write } from "./transact.ts";

/** Reads a checkout, strongly consistent; null where there is none. Whose it is, the caller checks. */
export async function getCheckout(table: Table, id: string): Promise<Checkout | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: checkoutKey(id), ConsistentRead: true }),
  );
  return Item ? checkoutFromItem(Item) : null;
}

export interface CheckoutFilter {
  readonly accountId: string;
  readonly mode: Mode;
  readonly appId: number | null;
  readonly status?: ShownStatus | undefined;
  readonly clientReference?: string | undefined;
  readonly createdFrom?: number | undefined;
  readonly createdBefore?: number | undefined;
}

/** Lists checkouts newest first, by the narrowest index that the filter allows. */
export async function listCheckouts(
  table: Table,
  filter: CheckoutFilter,
  page: PageRequest,
  now: number,
): Promise<Page<Checkout>> {
  const tenant = `${filter.accountId}#${filter.mode}`;
  const by = narrowest(filter, tenant);
  const from = idFloor("co_", filter.createdFrom ?? 0);
  // BETWEEN includes its upper end; a cut-off id sorts just before the first one of that instant.
  const to = idFloor("co_", filter.createdBefore ?? MAX_TIME).slice(0, -1);
  // A time that ends before it begins is no query at all for the table.
  if (from > to) return { data: [], nextCursor: null };
  const conditions = shownAs(filter.status);
  if (filter.appId !== null && by.index !== "gsi2") conditions.push("appId = :app");
  const used = `${conditions.join(" ")} `;
  const values = { ":pk": by.partition, ":from": from, ":to": to };
  const optional = {
    ":app": filter.appId,
    ":now": now,
    ":zero": 0,
    ":open": "open",
    ":expired": "expired",
    ":shown": filter.status,
  };
  return queryPage(
    table,
    {
      IndexName: by.index,
      KeyConditionExpression: `${by.index}pk = :pk AND ${by.index}sk BETWEEN :from AND :to`,
      FilterExpression: conditions.length > 0 ? conditions.join(" AND ") : undefined,
      ExpressionAttributeNames: used.includes("#status") ? { "#status": "status" } : undefined,
      ExpressionAttributeValues: {
        ...values,
        ...Object.fromEntries(Object.entries(optional).filter(([name]) => used.includes(name))),
      },
      ScanIndexForward: false,
    },
    page,
    ["checkouts", filter],
    checkoutFromItem,
  );
}

const MAX_TIME = 2 ** 48 - 1;

/** Conditions by which a stored row is shown with this status (see `shownStatus`). */
function shownAs(status: ShownStatus | undefined): string[] {
  switch (status) {
    case undefined:
      return [];
    case "verifying":
      return ["#status IN (:open, :expired)", "size(pending) > :zero"];
    case "open":
      return ["#status = :open", "size(pending) = :zero", "expiresAt > :now"];
    case "expired":
      return [
        "size(pending) = :zero",
        "(#status = :expired OR (#status = :open AND expiresAt <= :now))",
      ];
    default:
      return ["#status = :shown"];
  }
}

/**
 * The index whose partition holds the fewest rows besides those asked for. `expired` also has to find
 * open rows that nobody has swept yet, so it takes the whole tenant's.
 */
function narrowest(filter: CheckoutFilter, tenant: string) {
  if (filter.clientReference !== undefined) {
    return { index: "gsi4", partition: `COR#${tenant}#${filter.clientReference}` } as const;
  }
  if (filter.status !== undefined && filter.status !== "expired") {
    return { index: "gsi3", partition: `COS#${tenant}#${filter.status}` } as const;
  }
  if (filter.appId !== null) {
    // With the account in it: the number may be another's app.
    return {
      index: "gsi2",
      partition: appPartition(filter.accountId, filter.appId, filter.mode),
    } as const;
  }
  return { index: "gsi1", partition: `COA#${tenant}` } as const;
}

function appPartition(accountId: string, appId: number, mode: Mode): string {
  return `COP#${accountId}#${appId}#${mode}`;
}

/** Partition of the status index: the shown status as far as it does not depend on the clock. */
function statusPartition(checkout: CheckoutTerms, state: CheckoutState): string {
  const waits = state.status === "open" || state.status === "expired";
  const status = waits && state.pending.length > 0 ? "verifying" : state.status;
  return `COS#${checkout.accountId}#${modeOf(checkout.livemode)}#${status}`;
}

/** Ids of checkouts that have to be looked at by `now` (ms): expired, or at the end of their grace. */
export async function dueCheckouts(table: Table, now: number, limit: number): Promise<string[]> {
  const keys = await dueItemKeys(table, "CO", now, limit);
  return keys.map(({ pk }) => pk.slice("CO#".length));
}

/** Makes a paid checkout findable by the code on its receipt. */
export function receiptCodeWrite(code: string, checkoutId: string): Write {
  return {
    label: "receipt code",
    put: {
      Item: { pk: `RCP#${code}`, sk: "RCP", entity: "receipt_code", checkoutId },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** Which checkout a receipt code (in its one spelling) stands for, or null. */
export async function checkoutIdByReceiptCode(table: Table, code: string): Promise<string | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk: `RCP#${code}`, sk: "RCP" } }),
  );
  return Item ? String(Item.checkoutId) : null;
}

/** The first write of a checkout: refused if the id is taken. */
export function createWrite(checkout: Checkout): Write {
  return {
    label: "checkout",
    put: { Item: checkoutToItem(checkout), ConditionExpression: "attribute_not_exists(pk)" },
  };
}

/**
 * Stores a new state. Refused (label `checkout`) when someone else has stored one since `before`
 * was read: the caller reads again and decides again.
 */
export function stateWrite(before: Checkout, after: CheckoutState): Write {
  const state: Record<string, unknown> = {
    ...pickState(after),
    version: before.version + 1,
    gsi3pk: statusPartition(before, after),
    ...dueKeys(before.id, after),
  };
  const names: Record<string, string> = { "#version": "version" };
  const values: Record<string, unknown> = { ":before": before.version };
  const sets: string[] = [];
  const removes: string[] = [];
  for (const [name, value] of Object.entries(state)) {
    names[`#${name}`] = name;
    if (value === undefined) {
      removes.push(`#${name}`);
      continue;
    }
    values[`:${name}`] = value;
    sets.push(`#${name} = :${name}`);
  }
  return {
    label: "checkout",
    update: {
      Key: checkoutKey(before.id),
      UpdateExpression: `SET ${sets.join(", ")}${removes.length ? ` REMOVE ${removes.join(", ")}` : ""}`,
      ConditionExpression: "#version = :before",
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}

function checkoutKey(id: string) {
  return { pk: `CO#${id}`, sk: "CO" };
}

function checkoutToItem(checkout: Checkout): Item {
  const tenant = `${checkout.accountId}#${modeOf(checkout.livemode)}`;
  return {
    ...checkoutKey(checkout.id),
    entity: "checkout",
    ...checkout,
    gsi1pk: `COA#${tenant}`,
    gsi1sk: checkout.id,
    gsi2pk: appPartition(checkout.accountId, checkout.appId, modeOf(checkout.livemode)),
    gsi2sk: checkout.id,
    gsi3pk: statusPartition(checkout, checkout),
    gsi3sk: checkout.id,
    ...(checkout.clientReference === null
      ? {}
      : { gsi4pk: `COR#${tenant}#${checkout.clientReference}`, gsi4sk: checkout.id }),
    ...dueKeys(checkout.id, checkout),
  };
}

/** When the sweeper has to look: at expiry, or at the end of the grace period while something is pending. */
function dueKeys(id: string, state: CheckoutState) {
  if (state.status !== "open") return { due_pk: undefined, due_sk: undefined };
  const at = state.pending.length > 0 ? graceEndsAt(state) : state.expiresAt;
  return { due_pk: duePartition("CO", id), due_sk: instantKey(at) };
}

function pickState(state: CheckoutState): Omit<CheckoutState, "version" | "expiresAt"> {
  return {
    status: state.status,
    sequence: state.sequence,
    pending: state.pending,
    attemptsCount: state.attemptsCount,
    failedAttempts: state.failedAttempts,
    exceptions: state.exceptions,
    review: state.review,
    amountReceived: state.amountReceived,
    payment: state.payment,
    verifiedAt: state.verifiedAt,
    receiptCode: state.receiptCode,
    settledBy: state.settledBy,
  };
}

function checkoutFromItem(item: Item): Checkout {
  return withoutKeys<Checkout>(item);
}
