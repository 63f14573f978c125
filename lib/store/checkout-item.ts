import {
  type Checkout,
  type CheckoutState,
  type CheckoutStatus,
  type CheckoutTerms,
  type Mode,
  modeOf,
} from "../domain/checkout.ts";
import { instant } from "../domain/instant.ts";
import { duePartition } from "./due-shards.ts";
import type { ItemKey } from "./get-items.ts";
import { shapeOf } from "./shape.ts";
import type { Item } from "./transact.ts";

/** Sort key of the terms, and prefix of the state's. */
export const TERMS = "CO";

/** Key of the terms: everything that is fixed at creation. */
export function termsKey(id: string): ItemKey {
  return { pk: `CO#${id}`, sk: TERMS };
}

/** Key of the state: everything that changes. */
export function stateKey(id: string): ItemKey {
  return { pk: `CO#${id}`, sk: `${TERMS}.state` };
}

/** Id of the checkout that an item belongs to. */
export function checkoutIdOf({ pk }: ItemKey): string {
  return pk.slice("CO#".length);
}

/** Index partitions that list an account's checkouts of one mode. */
export function checkoutLists(accountId: string, mode: Mode) {
  const tenant = `${accountId}#${mode}`;
  return {
    app: (appId: number) => `COP#${accountId}#${appId}#${mode}`,
    status: (status: CheckoutStatus) => `COS#${tenant}#${status}`,
    clientReference: (reference: string) => `COR#${tenant}#${reference}`,
  };
}

/** Index keys by the merchant's own reference; empty without one. */
export function clientReferenceKeys(terms: CheckoutTerms): Item {
  const { accountId, livemode, clientReference, id } = terms;
  if (clientReference === null) return {};
  const lists = checkoutLists(accountId, modeOf(livemode));
  return { gsi4pk: lists.clientReference(clientReference), gsi4sk: id };
}

/**
 * Partition of `gsi3` that lists a checkout by its stored status. With an attempt pending, an expired
 * checkout stays in the list of open ones: `verifying` is read from that list alone.
 */
export function statusList(terms: CheckoutTerms, { status, pending }: CheckoutState): string {
  const listed = status === "expired" && pending.length > 0 ? "open" : status;
  return checkoutLists(terms.accountId, modeOf(terms.livemode)).status(listed);
}

/**
 * Keys of the `due` index: the sweeper reads an open checkout when it expires. A pending attempt does not
 * move that time: most settle long before, and each move costs two index writes (see `postponeExpiry`).
 */
export function expiryKeys(id: string, state: CheckoutState) {
  if (state.status !== "open") return { due_pk: undefined, due_sk: undefined };
  return { due_pk: duePartition("CO", id), due_sk: instant(state.expiresAt) };
}

/** Splits a checkout into the contents of its two items. */
export function splitCheckout(checkout: Checkout) {
  const state = pickState(checkout);
  const terms = Object.fromEntries(
    Object.entries(checkout).filter(([name]) => !(name in state)),
  ) as unknown as CheckoutTerms;
  return { terms, state };
}

export function pickState(state: CheckoutState): CheckoutState {
  return {
    status: state.status,
    version: state.version,
    sequence: state.sequence,
    expiresAt: state.expiresAt,
    pending: state.pending,
    attemptsCount: state.attemptsCount,
    failedAttempts: state.failedAttempts,
    hasWaited: state.hasWaited,
    payments: state.payments,
    amountReceived: state.amountReceived,
    review: state.review,
    verifiedAt: state.verifiedAt,
    receiptCode: state.receiptCode,
    eventIds: state.eventIds,
  };
}

/** Joins the two items; null if one is missing. */
export function checkoutFrom(items: readonly Item[]): Checkout | null {
  const terms = items.find(({ entity }) => entity === "checkout");
  const state = items.find(({ entity }) => entity === "checkout_state");
  if (!terms || !state) return null;
  return { ...termsFrom(terms), ...stateFrom(state) };
}

/** Whether the items were read while their texts changed: a query reads one after the other. */
export function isTorn(items: readonly Item[]): boolean {
  const [one, other] = items;
  return other !== undefined && one?.[TEXTS_SEQUENCE] !== other[TEXTS_SEQUENCE];
}

/** In both items, the sequence number of the last change of the texts; missing before the first one. */
export const TEXTS_SEQUENCE = "textsSequence";

const termsFrom = shapeOf<CheckoutTerms>("checkout", {
  id: "text",
  token: "text",
  accountId: "text",
  appId: "number",
  livemode: "flag",
  merchantName: "text",
  amount: "number",
  currency: "text",
  clientReference: "text or null",
  description: "text or null",
  customer: "map or null",
  methods: "list",
  returnUrl: "text or null",
  cancelUrl: "text or null",
  latePolicy: "text",
  locale: "text or null",
  metadata: "map",
  createdAt: "number",
  purchaseId: "text or null",
  createdBy: "text, if any",
  linkCode: "text, if any",
  brand: "map, if any",
  notices: "map, if any",
  paidFrom: "number, if any",
  creditShards: "number, if any",
});

const stateFrom = shapeOf<CheckoutState>("checkout state", {
  status: "text",
  version: "number",
  sequence: "number",
  expiresAt: "number",
  pending: "list",
  attemptsCount: "number",
  failedAttempts: "number",
  hasWaited: "flag",
  payments: "list",
  amountReceived: "number",
  review: "map or null",
  verifiedAt: "number or null",
  receiptCode: "text or null",
  eventIds: "list",
  unconfirmed: "map, if any",
});
