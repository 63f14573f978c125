import {
  type Checkout,
  isPartlyPaid,
  type Mode,
  type ShownStatus,
  shownStatus,
} from "../domain/checkout.ts";
import { idFloor } from "../domain/ids.ts";
import { appIdsOf } from "./apps.ts";
import { checkoutLists } from "./checkout-item.ts";
import { checkoutsOf } from "./checkouts.ts";
import type { Page, PageRequest } from "./cursor.ts";
import { type List, listPage } from "./list-page.ts";
import type { Table } from "./transact.ts";
import { HELD_MS } from "./users.ts";

/**
 * Statuses that are asked for together: a checkout that changes from one to another while its lists are read, or whose lists
 * lag behind it, is found in one of them.
 */
const TOGETHER = {
  payable: ["open", "verifying"],
  unsettled: ["open", "verifying", "review"],
} as const satisfies Readonly<Record<string, readonly ShownStatus[]>>;

export interface CheckoutFilter {
  readonly accountId: string;
  readonly mode: Mode;
  readonly appId: number | null;
  readonly status?: ShownStatus | keyof typeof TOGETHER | undefined;
  /** Only undecided ones that have a part of their amount. */
  readonly partlyPaid?: boolean;
  readonly clientReference?: string | undefined;
  /** ms, included. */
  readonly createdFrom?: number | undefined;
  /** ms, excluded. */
  readonly createdBefore?: number | undefined;
  /** What `keep` looks for: a part of what the cursor is bound to. */
  readonly search?: string | undefined;
  /** The member for whom `keep` holds others back: a part of what the cursor is bound to. */
  readonly seenBy?: string | undefined;
}

const MAX_TIME = 2 ** 48 - 1;

/**
 * Lists checkouts newest first, by the narrowest list that the filter allows. `now` in ms.
 *
 * @param keep drops checkouts that no index tells apart; see `listPage` for what a page then costs
 */
export async function listCheckouts(
  table: Table,
  filter: CheckoutFilter,
  page: PageRequest,
  now: number,
  keep?: (checkout: Checkout) => boolean,
): Promise<Page<Checkout>> {
  const from = idFloor("co_", filter.createdFrom ?? 0);
  // BETWEEN includes its upper end; a truncated id sorts just before the first id of that time.
  const to = idFloor("co_", filter.createdBefore ?? MAX_TIME).slice(0, -1);
  // DynamoDB rejects a range that ends before it starts.
  if (from > to) return { data: [], nextCursor: null };
  return listPage(
    table,
    { ...(await narrowest(table, filter)), from, to, bindTo: ["checkouts", filter] },
    page,
    (keys) => checkoutsOf(table, keys),
    filter.status === undefined && filter.partlyPaid !== true
      ? keep
      : (checkout) => hasStatus(checkout, filter, now) && (keep?.(checkout) ?? true),
  );
}

/** By the checkout itself: an index lags behind the state and has neither payments, pending attempts nor the time. */
export function hasStatus(
  checkout: Checkout,
  { status, partlyPaid = false }: CheckoutFilter,
  now: number,
): boolean {
  if (partlyPaid && !isPartlyPaid(checkout)) return false;
  if (status === undefined) return true;
  const wanted: readonly ShownStatus[] =
    status === "payable" || status === "unsettled" ? TOGETHER[status] : [status];
  return wanted.includes(shownStatus(checkout, now));
}

/** The index partitions with the fewest other rows. */
async function narrowest(
  table: Table,
  filter: CheckoutFilter,
): Promise<Pick<List, "index" | "partitions" | "filter">> {
  const { accountId, appId, mode, status, partlyPaid, clientReference } = filter;
  const lists = checkoutLists(accountId, mode);
  const ofApp = appId === null ? undefined : { attribute: "appId", equals: appId };
  if (clientReference !== undefined) {
    return { index: "gsi4", partitions: [lists.clientReference(clientReference)], filter: ofApp };
  }
  const statuses = status === undefined ? partlyPaid && UNDECIDED : STORED_AS[status];
  if (statuses) {
    const stored = statuses.map((each) => lists.status(each));
    return { index: "gsi3", partitions: stored, filter: ofApp };
  }
  // An app's list also names the account, because the app may belong to another one.
  const apps = appId === null ? await appIdsOf(table, accountId) : [appId];
  return { index: "gsi2", partitions: apps.map(lists.app) };
}

/** The stored statuses of checkouts that may be partly paid. */
const UNDECIDED = ["open", "review"] as const;

/** The stored statuses of checkouts with a shown status. */
const STORED_AS = {
  open: ["open"],
  // While an attempt is pending, an expired checkout is in the list of open ones.
  verifying: ["open"],
  // The sweeper stores an expiry up to a minute late.
  expired: ["expired", "open"],
  verified: ["verified"],
  review: ["review"],
  canceled: ["canceled"],
  rejected: ["rejected"],
  payable: ["open"],
  unsettled: ["open", "review"],
} as const;

/** Whether an app, or the whole account (`appId` null), has an unsettled checkout of either mode. `now` in ms. */
export async function hasOpenCheckout(
  table: Table,
  accountId: string,
  appId: number | null,
  now: number,
): Promise<boolean> {
  for (const mode of ["live", "test"] as const) {
    if (await hasUnsettled(table, { accountId, mode, appId }, now)) return true;
  }
  return false;
}

/**
 * Whether there is an unsettled checkout, also one whose expiry is not stored and less than two minutes ago: a payment that was
 * submitted in time may still be on its way to the table. `now` in ms.
 *
 * @param keep drops those that are not meant
 */
export async function hasUnsettled(
  table: Table,
  filter: Omit<CheckoutFilter, "status">,
  now: number,
  keep?: (checkout: Checkout) => boolean,
): Promise<boolean> {
  const unsettled = { ...filter, status: "unsettled" } as const;
  let cursor: string | undefined;
  do {
    const request = { limit: 1, cursor, internal: true } as const;
    const page = await listCheckouts(table, unsettled, request, now - HELD_MS, keep);
    if (page.data.length > 0) return true;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return false;
}
