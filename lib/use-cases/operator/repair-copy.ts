import type { EventType } from "../../contract/events.ts";
import type { Lookup } from "../../domain/attempt.ts";
import { type Checkout, modeOf } from "../../domain/checkout.ts";
import type { Delivery } from "../../domain/delivery.ts";
import { idTime, newId } from "../../domain/ids.ts";
import { instant } from "../../domain/instant.ts";
import { fold, type LedgerEntry } from "../../domain/ledger.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import {
  checkoutFrom,
  checkoutIdOf,
  expiryKeys,
  isTorn,
  TEXTS_SEQUENCE,
  termsKey,
} from "../../store/checkout-item.ts";
import { claimItemKey, receiptCodeWrite } from "../../store/claims.ts";
import { shardKey } from "../../store/credit-shards.ts";
import { deliveryFrom } from "../../store/deliveries.ts";
import { duePartition } from "../../store/due-shards.ts";
import { CHECKED_FOR_MS, noticeCheckWrite } from "../../store/notice-checks.ts";
import { eventWrites } from "../../store/outbox.ts";
import { numberMark } from "../../store/payment-methods.ts";
import { UnreadableItem } from "../../store/shape.ts";
import type { Item } from "../../store/transact.ts";
import { checkoutEvent } from "../checkouts/change.ts";
import { CopiedItems, nameOf, type Repaired, readEvent } from "./copied-items.ts";
import { EVENT_DAYS_MS, repairStatistics } from "./repair-statistics.ts";

/** Event that reports each status. */
const REPORTS: Readonly<Record<string, EventType>> = {
  open: "checkout.created",
  verified: "checkout.verified",
  review: "checkout.review",
  expired: "checkout.expired",
  canceled: "checkout.canceled",
  rejected: "checkout.rejected",
};

/**
 * Repairs a copy of the table in another region whose source stopped: items arrive there one by one, so the last
 * transactions may be there in part. The state of a checkout is what counts: what it says is completed, what contradicts it
 * is undone, and an attempt whose result did not arrive is looked up again. Nothing may write to the copy meanwhile.
 * Safe to repeat; a copy without tears is left as it is.
 *
 * @param items the whole copy
 * @param now ms
 */
export function repairCopy(items: Iterable<Item>, now: number): Repaired {
  const copy = new CopiedItems(items);
  for (const id of copy.checkoutIds(now - EVENT_DAYS_MS)) repairCheckout(copy, id, now);
  dropAnswers(copy);
  repairClaims(copy);
  repairReceiptCodes(copy);
  repairNoticeChecks(copy, now);
  repairCredits(copy);
  repairDeliveries(copy, now);
  repairStatistics(copy, now);
  repairNumbers(copy);
  return copy.result();
}

/** A checkout is there as a whole or not at all; its attempts and events agree with its state. */
function repairCheckout(copy: CopiedItems, id: string, now: number): void {
  const [terms, stored] = ["CO", "CO.state"].map((sk) => copy.get({ pk: `CO#${id}`, sk }));
  if (terms === undefined || stored === undefined) {
    copy.lost.push(`${id}: created in the lost seconds`);
    for (const item of [terms, stored, ...copy.attemptsOf(id), ...copy.eventsOf(id)]) {
      if (item !== undefined) copy.remove(item);
    }
    return;
  }
  const state = withTexts(copy, id, terms, stored);
  const attempts = new Map(copy.attemptsOf(id).map((one) => [String(one.id), one]));
  const waiting = (state.pending as { readonly id: string }[]).filter((one) => {
    const attempt = attempts.get(one.id);
    if (attempt === undefined)
      copy.lost.push(`${id}: attempt ${one.id}, entered in the lost seconds`);
    else if (attempt.settledAt !== null) copy.put(lookUpAgain(attempt, now));
    return attempt !== undefined;
  });
  endAttempts(copy, attempts, state, now);
  const events = repairEvents(copy, id, state, now);
  const isSame = waiting.length === (state.pending as unknown[]).length && events === null;
  if (isSame) return;
  const repaired: Item = { ...state, pending: waiting, eventIds: events?.ids ?? state.eventIds };
  const checkout = checkoutFrom([terms, repaired]) as Checkout;
  if (waiting.length === 0) Object.assign(repaired, definedOnly(expiryKeys(id, checkout)));
  copy.put(events?.missing ? withEvent(copy, repaired, checkout, events.missing, now) : repaired);
}

/** Repeated with its key, a request for a checkout that is lost creates it anew, instead of answering with the lost one. */
function dropAnswers(copy: CopiedItems): void {
  for (const { pk, sk, answer } of copy.of("idempotency")) {
    const id: unknown = typeof answer === "string" ? JSON.parse(answer)?.id : null;
    const isCheckout = typeof id === "string" && id.startsWith("co_");
    if (isCheckout && copy.get({ ...termsKey(id) }) === undefined) copy.remove({ pk, sk });
  }
}

/** The state names the texts that are there: with any other number nothing could read the checkout. */
function withTexts(copy: CopiedItems, id: string, terms: Item, state: Item): Item {
  if (!isTorn([terms, state])) return state;
  const { [TEXTS_SEQUENCE]: changed = 0, ...others } = state;
  const arrived = Number(terms[TEXTS_SEQUENCE] ?? 0);
  if (Number(changed) > arrived)
    copy.lost.push(`${id}: texts that were changed in the lost seconds`);
  const sequence = Math.max(Number(state.sequence), arrived);
  const aligned = { ...others, sequence, ...(arrived > 0 && { [TEXTS_SEQUENCE]: arrived }) };
  copy.put(aligned);
  return aligned;
}

/** What the state has of an attempt is its result: unlisted and unsettled, the sweeper's worker would delete it. */
function endAttempts(
  copy: CopiedItems,
  attempts: ReadonlyMap<unknown, Item>,
  { payments, pending, status }: Item,
  now: number,
): void {
  const waiting = new Set((pending as readonly Item[]).map(({ id }) => id));
  const counted = status === "verified" ? "matched" : "counted";
  for (const { attemptId, state } of payments as readonly Item[]) {
    const attempt = attempts.get(attemptId);
    if (attempt === undefined || attempt.settledAt !== null || waiting.has(attemptId)) continue;
    const { due_pk: _, due_sk: __, ...ended } = unparked(attempt);
    const outcome = state === "doubtful" ? "pending" : counted;
    copy.put({ ...ended, outcome, settledAt: now, nextAt: null, leaseUntil: 0, receipt: null });
  }
}

function unparked({ gsi1pk: _, gsi1sk: __, ...attempt }: Item): Item {
  return attempt;
}

/** Its result did not reach the state. The bank still has the receipt. */
function lookUpAgain(attempt: Item, now: number): Item {
  return {
    ...unparked(attempt),
    outcome: "pending",
    settledAt: null,
    receipt: null,
    nextAt: now,
    leaseUntil: 0,
    due_pk: duePartition("ATT", String(attempt.id)),
    due_sk: instant(now),
  };
}

/** Which events the state has left, and the one that it misses; null where all is well. */
function repairEvents(copy: CopiedItems, id: string, state: Item, now: number) {
  const listed = state.eventIds as readonly string[];
  const stored = copy.eventsOf(id);
  const known = copy.eventIds();
  const isGone = (event: string) => (idTime(event) ?? 0) > now - EVENT_DAYS_MS && !known.has(event);
  const gone = listed.filter(isGone);
  // They report a state that did not arrive: the state lists all others, whatever their ids.
  for (const event of stored) if (!listed.includes(String(event.id))) copy.remove(event);
  if (gone.length === 0) return null;
  copy.lost.push(...gone.map((event) => `${id}: event ${event}`));
  const type = REPORTS[String(state.status)];
  const isTold = stored.some(
    (event) => listed.includes(String(event.id)) && readEvent(event).type === type,
  );
  return { ids: listed.filter((event) => !isGone(event)), missing: isTold ? null : (type ?? null) };
}

/** Tells of the state that is there, in place of the event that is lost. */
function withEvent(
  copy: CopiedItems,
  state: Item,
  checkout: Checkout,
  type: EventType,
  now: number,
): Item {
  const event = checkoutEvent(type, checkout, now);
  for (const { put } of eventWrites(event)) if (put) copy.put(put.Item as Item);
  return { ...state, eventIds: [...(state.eventIds as string[]), event.id] };
}

/** A reference is claimed for exactly the checkout whose payment has it. */
function repairClaims(copy: CopiedItems): void {
  const wanted = new Map(copy.of("checkout_state").flatMap((state) => claimsOf(copy, state)));
  const accounts = new Set(copy.of("account").map(({ id }) => id));
  for (const claim of copy.of("claim")) {
    // Deleted accounts keep their claims.
    const isKept = !accounts.has(String(claim.pk).split("#")[1]);
    if (!isKept && !wanted.has(nameOf(claim))) copy.remove(claim);
  }
  for (const claim of wanted.values()) {
    const stored = copy.get(claim);
    if (stored?.checkoutId === claim.checkoutId) continue;
    copy.put({ ...claim, claimedAt: stored?.claimedAt ?? claim.claimedAt });
  }
}

/** Claims that the payments of a checkout need, by name. */
function claimsOf(copy: CopiedItems, state: Item): readonly (readonly [string, Item])[] {
  const checkoutId = checkoutIdOf({ pk: String(state.pk), sk: "" });
  const terms = copy.get({ pk: String(state.pk), sk: "CO" });
  if (terms === undefined) return [];
  const scope = { accountId: String(terms.accountId), mode: modeOf(terms.livemode === true) };
  const payments = state.payments as { readonly claims: readonly string[] }[];
  return payments.flatMap(({ claims }) =>
    claims.map((claim) => {
      const key = claimItemKey(scope, claim);
      const claimedAt = idTime(checkoutId) ?? 0;
      return [nameOf(key), { ...key, entity: "claim", checkoutId, claimedAt }] as const;
    }),
  );
}

/** The link to a receipt, which the customer and the webhook have, finds its checkout. */
function repairReceiptCodes(copy: CopiedItems): void {
  for (const { pk, receiptCode } of copy.of("checkout_state")) {
    if (typeof receiptCode !== "string") continue;
    const { put } = receiptCodeWrite(receiptCode, checkoutIdOf({ pk: String(pk), sk: "" }));
    const code = put?.Item as Item;
    if (copy.get(code) === undefined) copy.put(code);
  }
}

/** A payment that only a bank's message proved is checked against its receipt. A check that has ended left a receipt, or an issue. */
function repairNoticeChecks(copy: CopiedItems, now: number): void {
  const ended = new Set(
    copy.of("issue").flatMap((one) => (one.kind === "notice_contradicted" ? [one.objectId] : [])),
  );
  for (const { pk, payments } of copy.of("checkout_state")) {
    const checkoutId = checkoutIdOf({ pk: String(pk), sk: "" });
    const unread = (payments as readonly Item[]).filter(({ evidence }) => evidence === "notice");
    for (const { attemptId } of ended.has(checkoutId) ? [] : unread) {
      const attempt = copy.attemptsOf(checkoutId).find(({ id }) => id === attemptId);
      const createdAt = Number(attempt?.settledAt ?? attempt?.createdAt);
      if (attempt === undefined || createdAt < now - CHECKED_FOR_MS) continue;
      const lookup = attempt.lookup as Lookup;
      const check = { checkoutId, attemptId: String(attemptId), lookup, createdAt };
      const item = noticeCheckWrite(check, now).put?.Item as Item;
      if (copy.get(item) === undefined) copy.put(item);
    }
  }
}

/** One capture for each verified live checkout, and each balance is the sum of its ledger. */
function repairCredits(copy: CopiedItems): void {
  const captures = Map.groupBy(
    copy.of("ledger").filter(({ kind }) => kind === "capture"),
    ({ source }) => String(source),
  );
  for (const [id, [, ...others]] of captures) {
    for (const entry of isPaid(copy, id) ? others : (captures.get(id) ?? [])) copy.remove(entry);
  }
  for (const state of copy.of("checkout_state")) {
    const id = checkoutIdOf({ pk: String(state.pk), sk: "" });
    if (captures.has(id) || !isPaid(copy, id)) continue;
    const { accountId } = copy.get({ pk: String(state.pk), sk: "CO" }) as Item;
    const at = Number(state.verifiedAt);
    const entry = {
      ...{ id: newId("led_", at, randomBytes(10)), accountId, kind: "capture", credits: 1 },
      ...{ source: id, note: null, createdAt: at },
    };
    copy.put({ pk: `CRD#${accountId}`, sk: `LED#${entry.id}`, entity: "ledger", ...entry });
  }
  const ledgers = Map.groupBy(copy.of("ledger"), ({ accountId }) => String(accountId));
  const balances = Map.groupBy(copy.of("credits"), ({ accountId }) => String(accountId));
  for (const accountId of new Set([...ledgers.keys(), ...balances.keys()])) {
    repairBalance(copy, accountId, ledgers.get(accountId) ?? [], balances.get(accountId) ?? []);
  }
}

function isPaid(copy: CopiedItems, id: string): boolean {
  const [terms, state] = ["CO", "CO.state"].map((sk) => copy.get({ pk: `CO#${id}`, sk }));
  return terms?.livemode === true && state?.status === "verified";
}

const PARTS = ["granted", "captured", "available"] as const;

/** The first shard takes the difference; of shards that do not all belong together, it takes everything. */
function repairBalance(
  copy: CopiedItems,
  accountId: string,
  ledger: readonly Item[],
  shards: readonly Item[],
): void {
  const sum = fold(ledger as unknown as readonly LedgerEntry[]);
  const first: Item = shards.find(({ sk }) => sk === "BALANCE") ?? {
    ...{ pk: `CRD#${accountId}`, sk: "BALANCE", entity: "credits", accountId },
    ...{ granted: 0, captured: 0, available: 0 },
  };
  const { shards: count = 1, v: _, ...single } = first;
  const keys = new Set(Array.from({ length: Number(count) }, (_, n) => shardKey(accountId, n).sk));
  const isWhole = new Set([first, ...shards]).size === keys.size;
  const areKnown = shards.every(({ sk }) => keys.has(String(sk)));
  if (!isWhole || !areKnown) {
    for (const shard of shards) if (shard !== first) copy.remove(shard);
    copy.put({ ...single, ...sum });
    return;
  }
  const others = shards.filter((shard) => shard !== first);
  const due = PARTS.map(
    (part) => sum[part] - others.reduce((all, one) => all + Number(one[part]), 0),
  );
  if (PARTS.every((part, index) => first[part] === due[index]) && shards.includes(first)) return;
  const missing = Number(first.granted) - Number(due[0]);
  // An adjustment that only the ledger has looks the same.
  if (missing > 0)
    copy.lost.push(`${accountId}: its balance had ${missing} more granted credits than its ledger`);
  copy.put({ ...first, ...Object.fromEntries(PARTS.map((part, index) => [part, due[index]])) });
}

/** Keeps deliveries that have their event, with only the attempts they made: another one would block that attempt permanently. */
function repairDeliveries(copy: CopiedItems, now: number): void {
  const events = new Set(copy.events().map(({ id }) => id));
  const made = keepDeliveries(copy, events, now);
  for (const attempt of copy.of("delivery_attempt")) {
    if (Number(attempt.number) > (made.get(attempt.deliveryId) ?? 0)) copy.remove(attempt);
  }
  for (const row of copy.of("outbox")) if (!events.has(row.id)) copy.remove(row);
}

/**
 * Removes deliveries whose event did not arrive.
 *
 * @returns how many attempts each of the others has made, by its id
 */
function keepDeliveries(copy: CopiedItems, events: ReadonlySet<unknown>, now: number) {
  const made = new Map<unknown, number>();
  for (const item of [...copy.of("delivery")]) {
    const delivery = readDelivery(item);
    const isOld = (idTime(delivery?.eventId ?? "") ?? 0) < now - EVENT_DAYS_MS;
    // One that cannot be read stays, with its attempts: `check-table` names it.
    if (delivery === null) made.set(item.sk, Number.POSITIVE_INFINITY);
    else if (events.has(delivery.eventId) || isOld) made.set(delivery.id, delivery.attemptsCount);
    else copy.remove(item);
  }
  return made;
}

function readDelivery(item: Item): Delivery | null {
  try {
    return deliveryFrom(item);
  } catch (error) {
    if (error instanceof UnreadableItem) return null;
    throw error;
  }
}

/** The mark of a receiving account's number belongs to the account that has it. */
function repairNumbers(copy: CopiedItems): void {
  const marks = new Map(
    copy.of("method").map((method) => [method.id, numberMark(method as never).sk]),
  );
  for (const mark of copy.of("method_number")) {
    if (marks.get(mark.methodId) !== mark.sk) copy.remove(mark);
  }
}

function definedOnly(keys: Readonly<Record<string, string | undefined>>): Item {
  return Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined));
}
