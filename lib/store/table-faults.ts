import type { Delivery } from "../domain/delivery.ts";
import { idTime } from "../domain/ids.ts";
import { type Balance, fold, type LedgerEntry } from "../domain/ledger.ts";
import { CLOSED_KEPT_MS } from "./accounts.ts";
import { deliveryFrom } from "./deliveries.ts";
import { numberMark } from "./payment-methods.ts";
import { checkedItem, UnreadableItem, unpackText } from "./shape.ts";
import { MARKED } from "./suspensions.ts";
import type { Item } from "./transact.ts";

/** Younger events must exist. */
const EVENT_DAYS_MS = 29 * 86_400_000;

/**
 * Checks the invariants between the items of a whole table, e.g. a restored one. Keeps all ids in memory: run it on a
 * workstation, not in a function.
 *
 * @param now ms
 * @returns one line per violation
 */
export async function tableFaults(
  all: AsyncIterable<unknown> | Iterable<unknown>,
  now: number,
): Promise<readonly string[]> {
  const found = await collect(all, now);
  return [
    ...found.faults,
    ...ledgerFaults(found),
    ...termsFaults(found),
    ...stateFaults(found, now),
    ...claimFaults(found, now),
    ...deliveryFaults(found),
    ...numberFaults(found),
    ...suspensionFaults(found, now),
  ];
}

interface CheckedState {
  readonly status: string;
  readonly expiresAt: number;
  readonly eventIds: readonly string[];
  readonly pending: readonly { readonly id: string }[];
  readonly amountReceived: number;
  readonly payments: readonly {
    readonly state: string;
    readonly amount: number | null;
    readonly claims: readonly string[];
  }[];
}

interface Found {
  /** When each account was closed; null or unreadable for an open one. */
  readonly accounts: Map<string, unknown>;
  /** Violations within one item. */
  readonly faults: string[];
  /** Shards of each account's balance; the first one of several knows their number. */
  readonly balances: Map<string, (Balance & { shards?: number | undefined })[]>;
  readonly ledgers: Map<string, LedgerEntry[]>;
  /** Credits captured, by checkout. */
  readonly captures: Map<string, number>;
  /** Account and id of each app. */
  readonly apps: Set<string>;
  readonly terms: Map<
    string,
    { livemode: boolean; accountId: string; appId: number; suspended?: boolean | undefined }
  >;
  /** Whether each account is suspended; without those that are closed and those whose pay pages are behind. */
  readonly suspensions: Map<string, boolean>;
  readonly states: Map<string, CheckedState>;
  /** When each was settled; null while it is not. No checkout lists one whose submission is under way, or has died. */
  readonly attempts: Map<string, number | null>;
  readonly claims: { pk: string; checkoutId: string }[];
  readonly events: Set<string>;
  readonly deliveries: Delivery[];
  readonly deliveryAttempts: { deliveryId: string; number: number }[];
  /** Sort keys of the marks that payment methods should have, by their ids. */
  readonly numbers: Map<string, string>;
  readonly marks: { sk: string; methodId: string }[];
}

async function collect(
  all: AsyncIterable<unknown> | Iterable<unknown>,
  now: number,
): Promise<Found> {
  const found: Found = {
    accounts: new Map(),
    suspensions: new Map(),
    faults: [],
    balances: new Map(),
    ledgers: new Map(),
    captures: new Map(),
    apps: new Set(),
    terms: new Map(),
    states: new Map(),
    attempts: new Map(),
    claims: [],
    events: new Set(),
    deliveries: [],
    deliveryAttempts: [],
    numbers: new Map(),
    marks: [],
  };
  const { faults, balances, ledgers, captures, terms, states, claims, events } = found;
  for await (const item of all) {
    const { data } = checkedItem.safeParse(item);
    switch (data?.entity) {
      case "account":
        addAccount(found, data);
        break;
      case "credits":
        balances.set(data.accountId, [...(balances.get(data.accountId) ?? []), data]);
        break;
      case "ledger":
        ledgers.set(data.accountId, [...(ledgers.get(data.accountId) ?? []), data]);
        if (data.kind === "capture")
          captures.set(data.source, (captures.get(data.source) ?? 0) + 1);
        break;
      case "app":
        found.apps.add(appName(data));
        break;
      case "checkout":
        terms.set(data.id, data);
        break;
      case "checkout_state":
        states.set(data.pk.slice("CO#".length), data);
        break;
      case "attempt":
        found.attempts.set(data.id, data.settledAt);
        break;
      case "claim":
        claims.push(data);
        break;
      case "event":
      case "unrelayed_event":
        events.add(data.id);
        if (!isReadable(data.body)) faults.push(`${data.id}: its body is unreadable`);
        break;
      case "delivery":
        addDelivery(found, item as Item, now);
        break;
      case "delivery_attempt":
        found.deliveryAttempts.push(data);
        break;
      case "method":
        found.numbers.set(data.id, numberMark(data).sk);
        break;
      case "method_number":
        found.marks.push(data);
        break;
      case undefined:
        break;
    }
  }
  return found;
}

interface CheckedAccount {
  readonly id: string;
  readonly closedAt?: unknown;
  readonly suspended?: unknown;
  readonly pagesBehindSince?: unknown;
}

function addAccount({ accounts, suspensions }: Found, account: CheckedAccount): void {
  const { id, closedAt, suspended, pagesBehindSince } = account;
  accounts.set(id, closedAt);
  if (closedAt === null && pagesBehindSince === undefined)
    suspensions.set(id, suspended !== undefined);
}

function addDelivery({ deliveries, faults }: Found, item: Item, now: number): void {
  try {
    const delivery = deliveryFrom(item);
    if (delivery.createdAt > now - EVENT_DAYS_MS) deliveries.push(delivery);
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error;
    faults.push(error.message);
  }
}

function ledgerFaults({ balances, ledgers }: Found): readonly string[] {
  const faults: string[] = [];
  for (const accountId of new Set([...balances.keys(), ...ledgers.keys()])) {
    const shards = balances.get(accountId) ?? [];
    const sum = fold(ledgers.get(accountId) ?? []);
    const names = ["granted", "captured", "available"] as const;
    if (names.some((name) => sum[name] !== shards.reduce((all, shard) => all + shard[name], 0))) {
      faults.push(`${accountId}: the balance is not the sum of its ledger`);
    }
    if (shards.some(({ available }) => available < 0)) {
      faults.push(`${accountId}: the balance is below zero`);
    }
    const expected = shards.find((shard) => shard.shards !== undefined)?.shards ?? 1;
    if (shards.length > 0 && shards.length !== expected) {
      faults.push(`${accountId}: its balance has ${shards.length} shards, not ${expected}`);
    }
  }
  return faults;
}

function termsFaults({ terms, states, captures, apps }: Found): readonly string[] {
  const faults: string[] = [];
  for (const [id, { livemode, ...of }] of terms) {
    // Account-wide lists, redaction and deletion find a checkout through its app, which is kept after its deletion.
    if (!apps.has(appName(of))) faults.push(`${id}: its app is missing`);
    const state = states.get(id);
    if (!state) {
      faults.push(`${id}: its state is missing`);
      continue;
    }
    const count = captures.get(id) ?? 0;
    const due = state.status === "verified" && livemode ? 1 : 0;
    if (count !== due) faults.push(`${id}: ${state.status}, with ${count} credits captured`);
  }
  return faults;
}

/**
 * An open checkout asks for a payment although its account is suspended, or does not although it is not. Not one that has
 * expired, which asks nobody: a late payment may bring it back to review, with the mark that it had.
 */
function suspensionFaults({ terms, states, suspensions }: Found, now: number): readonly string[] {
  return [...terms].flatMap(([id, { accountId, suspended = false }]) => {
    const { status = "", expiresAt = 0 } = states.get(id) ?? {};
    const expected = suspensions.get(accountId) ?? suspended;
    if (suspended === expected || expiresAt <= now) return [];
    if (!MARKED.some((one) => one === status)) return [];
    return [`${id}: its pay page does not follow its account's suspension`];
  });
}

function appName({ accountId, appId }: { accountId: string; appId: number }): string {
  return `${accountId}#${appId}`;
}

function stateFaults({ terms, states, events, attempts }: Found, now: number): readonly string[] {
  const faults: string[] = [];
  for (const [id, { eventIds, pending }] of states) {
    if (!terms.has(id)) faults.push(`${id}: its terms are missing`);
    const missing = eventIds.filter((eventId) => isRecent(eventId, now) && !events.has(eventId));
    faults.push(...missing.map((eventId) => `${id}: its event ${eventId} is missing`));
    const ended = pending.filter((one) => attempts.get(one.id) !== null);
    faults.push(
      ...ended.map((one) => `${id}: it waits for ${one.id}, which has ended or is missing`),
    );
  }
  return faults;
}

/**
 * Each claim names a checkout that lists it, each listed claim names its checkout, and the amount received is the sum of
 * the counted payments. A key contains a reference, so none is shown.
 */
function claimFaults({ claims, states, terms, accounts }: Found, now: number): readonly string[] {
  const faults: string[] = [];
  const claimed = new Set<string>();
  for (const { pk, checkoutId } of claims) {
    const [, accountId = "", , ...key] = pk.split("#");
    claimed.add(`${checkoutId} ${key.join("#")}`);
    const listed = states.get(checkoutId)?.payments.flatMap((payment) => payment.claims) ?? [];
    if (listed.includes(key.join("#")) || isDeleted(accounts, accountId, now)) continue;
    faults.push(`${checkoutId}: a reference is claimed (${accountId}), but no payment has it`);
  }
  for (const [id, { payments, amountReceived }] of states) {
    const keys = payments.flatMap((payment) => payment.claims);
    const { accountId = "" } = terms.get(id) ?? {};
    if (!isDeleted(accounts, accountId, now) && !keys.every((key) => claimed.has(`${id} ${key}`))) {
      faults.push(`${id}: a payment is not claimed for it`);
    }
    const counted = payments.filter(({ state }) => state === "counted");
    const sum = counted.reduce((all, { amount }) => all + (amount ?? 0), 0);
    if (sum !== amountReceived)
      faults.push(`${id}: ${amountReceived} received, but ${sum} counted`);
  }
  return faults;
}

/** Deleting an account, which may take several runs, keeps its claims and deletes its checkouts. */
function isDeleted(accounts: Found["accounts"], accountId: string, now: number): boolean {
  if (!accounts.has(accountId)) return true;
  const closedAt = accounts.get(accountId);
  return typeof closedAt === "number" && closedAt + CLOSED_KEPT_MS <= now;
}

function deliveryFaults({ deliveries, events, deliveryAttempts }: Found): readonly string[] {
  const made = new Map(deliveries.map(({ id, attemptsCount }) => [id, attemptsCount]));
  return [
    ...deliveries
      .filter(({ eventId }) => !events.has(eventId))
      .map(({ id, eventId }) => `${id}: its event ${eventId} is missing`),
    ...deliveryAttempts
      .filter(({ deliveryId, number }) => number > (made.get(deliveryId) ?? number))
      .map(({ deliveryId, number }) => `${deliveryId}: attempt ${number} is stored, but not made`),
  ];
}

function numberFaults({ numbers, marks }: Found): readonly string[] {
  return marks
    .filter(({ sk, methodId }) => numbers.get(methodId) !== sk)
    .map(({ methodId }) => `${methodId}: its app cannot add a number that it does not have`);
}

function isRecent(eventId: string, now: number): boolean {
  return (idTime(eventId) ?? 0) > now - EVENT_DAYS_MS;
}

function isReadable(body: unknown): boolean {
  try {
    return unpackText(body) !== "";
  } catch {
    return false;
  }
}
