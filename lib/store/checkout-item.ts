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
import type { Item, Write } from "./transact.ts";

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

/** Stores a new checkout; refused (label `checkout`) if the id is taken. */
export function createWrites(checkout: Checkout): Write[] {
  const { terms, state } = splitCheckout(checkout);
  const { id, appId } = checkout;
  const lists = checkoutLists(checkout.accountId, modeOf(checkout.livemode));
  return [
    {
      label: "checkout",
      put: {
        Item: {
          ...termsKey(id),
          entity: "checkout",
          ...terms,
          gsi2pk: lists.app(appId),
          gsi2sk: id,
          ...clientReferenceKeys(terms),
        },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    {
      label: "checkout",
      put: {
        Item: {
          ...stateKey(id),
          entity: "checkout_state",
          appId,
          ...state,
          gsi3pk: statusList(terms, state),
          gsi3sk: id,
          ...expiryKeys(id, state),
        },
      },
    },
  ];
}

/**
 * Stores a new state. Refused (label `checkout`) if another request has stored one since `before` was
 * read: the caller reads and decides again.
 */
export function stateWrite(before: Checkout, after: CheckoutState): Write {
  const { expiresAt: _, ...changing } = pickState(after);
  const state: Record<string, unknown> = {
    ...changing,
    version: before.version + 1,
    gsi3pk: statusList(before, after),
    ...(after.pending.length > 0 && after.status === "open" ? {} : expiryKeys(before.id, after)),
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
      Key: stateKey(before.id),
      UpdateExpression: `SET ${sets.join(", ")}${removes.length ? ` REMOVE ${removes.join(", ")}` : ""}`,
      ConditionExpression: "#version = :before",
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}

/**
 * Raises the version alone, so that any change that another request has decided on is refused. Refused (label `checkout`)
 * if one has been stored since `before` was read.
 */
export function versionWrite(before: Checkout): Write {
  return {
    label: "checkout",
    update: {
      Key: stateKey(before.id),
      UpdateExpression: "SET version = :next",
      ConditionExpression: "version = :before",
      ExpressionAttributeValues: { ":before": before.version, ":next": before.version + 1 },
    },
  };
}

/** The fields that a merchant can change while a checkout is open. */
export type CheckoutTexts = Pick<Checkout, "clientReference" | "description" | "metadata">;

/**
 * Stores new texts and raises version and sequence. Refused (label `checkout` or `checkout texts`) if the checkout has
 * changed since `before` was read. The texts are compared themselves: a list reads the two items of a checkout one after
 * the other, and may return the old texts with the new version.
 */
export function textsWrites(before: Checkout, texts: CheckoutTexts): Write[] {
  const sequence = before.sequence + 1;
  const index = Object.entries(clientReferenceKeys({ ...before, ...texts }));
  const reindex =
    index.length === 0
      ? " REMOVE gsi4pk, gsi4sk"
      : index.map(([name]) => `, ${name} = :${name}`).join("");
  return [
    {
      label: "checkout texts",
      update: {
        Key: termsKey(before.id),
        UpdateExpression: `SET clientReference = :reference, description = :description, metadata = :metadata, ${TEXTS_SEQUENCE} = :sequence${reindex}`,
        ConditionExpression:
          "clientReference = :wasReference AND description = :wasDescription AND metadata = :wasMetadata",
        ExpressionAttributeValues: {
          ":wasReference": before.clientReference,
          ":wasDescription": before.description,
          ":wasMetadata": before.metadata,
          ":reference": texts.clientReference,
          ":description": texts.description,
          ":metadata": texts.metadata,
          ":sequence": sequence,
          ...Object.fromEntries(index.map(([name, value]) => [`:${name}`, value])),
        },
      },
    },
    {
      label: "checkout",
      update: {
        Key: stateKey(before.id),
        UpdateExpression: `SET #version = :next, #sequence = :sequence, ${TEXTS_SEQUENCE} = :sequence`,
        ConditionExpression: "#version = :before",
        ExpressionAttributeNames: { "#version": "version", "#sequence": "sequence" },
        ExpressionAttributeValues: {
          ":before": before.version,
          ":next": before.version + 1,
          ":sequence": sequence,
        },
      },
    },
  ];
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
  spreadEvents: "flag, if any",
  hasEndpoint: "flag, if any",
  suspended: "flag, if any",
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
