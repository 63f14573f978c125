import { dayOf } from "../../lib/contract/days.ts";
import type { Delivery } from "../../lib/domain/delivery.ts";
import { wantsEvent } from "../../lib/domain/webhook-endpoint.ts";
import { deliveryFrom, deliveryKey } from "../../lib/store/deliveries.ts";
import { tableFaults } from "../../lib/store/table-faults.ts";
import { deliveryIdOf } from "../../lib/use-cases/webhooks/present.ts";
import type { Item } from "./memory-table/values.ts";
import { checkNoticesAtRest } from "./notice-promises.ts";
import { LATER } from "./setup.ts";
import type { Simulation } from "./simulation.ts";
import { time } from "./virtual-time.ts";

/** Automatic attempts after which a delivery is given up. */
const ATTEMPTS = 9;

/** What must hold of the whole table at any moment. */
export async function checkTable(simulation: Simulation): Promise<void> {
  for (const fault of await tableFaults(simulation.table.rows.items.values(), time.now)) {
    simulation.monitor.report(fault);
  }
  const verified = simulation
    .itemsOf("checkout_state")
    .filter(({ status }) => status === "verified")
    .map(({ pk }) => String(pk).slice("CO#".length));
  const live = new Set(
    simulation.itemsOf("checkout").flatMap(({ id, livemode }) => (livemode ? [String(id)] : [])),
  );
  const captures = simulation.itemsOf("ledger").filter(({ kind }) => kind === "capture");
  const events = [...simulation.monitor.events.values()].filter(
    ({ body, isTriggered }) => !isTriggered && body.includes('"type":"checkout.verified"'),
  );
  const paid = verified.filter((id) => live.has(id));
  same(simulation, "live verified checkouts and captures", paid.length, captures.length);
  same(simulation, "verified checkouts and their events", verified.length, events.length);
}

/** What must hold once everything has come to rest. */
export function checkRest(simulation: Simulation): void {
  const { monitor } = simulation;
  for (const item of simulation.table.rows.items.values()) {
    if (item.due_pk !== undefined && !isWatched(item))
      monitor.report(`${item.pk} ${item.sk} still waits at rest`);
    if (item.entity === "attempt" && item.settledAt === null) {
      monitor.report(`${item.id} is pending at rest`);
    }
    if (item.entity === "checkout_state" && item.status === "open") {
      monitor.report(`${item.pk} is open at rest`);
    }
  }
  for (const [id, { accountId, body, isTriggered }] of monitor.events)
    if (!isTriggered) checkDeliveries(simulation, id, accountId, body);
  checkCounts(simulation);
  checkNoticesAtRest(simulation);
  simulation.reversals.checkAtRest(simulation);
  simulation.erasures.checkAtRest(simulation);
  const statusOf = (id: string) => simulation.stateOf(id)?.status;
  simulation.accounts.checkAtRest(simulation.itemsOf("account"), statusOf);
}

/** The health of a phone is looked at for as long as it is paired. */
export function isWatched({ entity }: Item): boolean {
  return entity === "notice_source";
}

/** Counted types, by the counter of their number. */
const COUNTED: ReadonlyMap<string, string> = new Map([
  ...["created", "verified", "review", "expired", "canceled", "rejected"].map(
    (name) => [`checkout.${name}`, name] as const,
  ),
  ["checkout.attempt_failed", "failed_attempts"],
]);

/** Each committed event is counted once, in the row of its account, mode, app and day. */
function checkCounts({ monitor, table }: Simulation): void {
  const counts = new Map<string, number>();
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count);
  for (const { accountId, body, isTriggered } of monitor.events.values()) {
    const { type, app_id: appId, livemode, created_at: createdAt } = JSON.parse(body) as EventBody;
    const counter = COUNTED.get(type);
    if (counter === undefined || appId === null || isTriggered) continue;
    const day = dayOf(Date.parse(createdAt));
    add(`${accountId}#${livemode ? "live" : "test"} ${day} ${appId} ${counter}`, 1);
  }
  const names = [...COUNTED.values()];
  for (const item of table.rows.items.values()) {
    if (item.entity !== "stats") continue;
    const where = `${String(item.pk).slice("STA#".length)} ${item.day} ${item.appId}`;
    for (const name of names) add(`${where} ${name}`, -Number(item[`count ${name}`] ?? 0));
  }
  for (const [name, missing] of counts) {
    if (missing !== 0) monitor.report(`${name}: ${missing} events too few in the statistics`);
  }
}

interface EventBody {
  readonly type: string;
  readonly app_id: number | null;
  readonly livemode: boolean;
  readonly created_at: string;
}

/** Each subscribed endpoint has taken the event, or it was tried 9 times, or the endpoint was switched off. */
function checkDeliveries(
  simulation: Simulation,
  eventId: string,
  accountId: string,
  body: string,
): void {
  const event = JSON.parse(body) as EventBody;
  for (const endpoint of simulation.monitor.endpoints.values()) {
    if (endpoint.accountId !== accountId || !isMeant(simulation, endpoint, event)) continue;
    const id = String(endpoint.id);
    const key = deliveryKey({ endpointId: id, id: deliveryIdOf(eventId, id) });
    const item = simulation.table.rows.get(key);
    const delivery = item === null ? null : deliveryFrom(item);
    const taken = simulation.receivers.accepted.get(id)?.has(eventId) === true;
    const status = delivery?.status ?? "missing";
    const isGivenUp =
      status === "skipped" ||
      status === "canceled" ||
      (status === "failed" && delivery !== null && isExhausted(delivery));
    if (taken ? status === "missing" : !isGivenUp) {
      simulation.monitor.report(`${eventId} (${event.type}) to ${id}: ${status}, taken: ${taken}`);
    }
  }
}

function isMeant({ accounts }: Simulation, endpoint: Item, event: EventBody): boolean {
  const { type, app_id: appId, livemode, created_at: createdAt } = event;
  const isWanted =
    wantsEvent(endpoint as never, { type, appId, livemode }) &&
    accounts.isSubscribed(String(endpoint.id), type, Date.parse(createdAt));
  return isWanted && !isTooLate(endpoint, createdAt);
}

/** A later endpoint may have come when the event had been sent to the others; clocks differ a little. */
function isTooLate({ description, createdAt }: Item, eventAt: string): boolean {
  return description === LATER && Date.parse(eventAt) < Number(createdAt) + 60_000;
}

function isExhausted({ failures, lastStatusCode }: Delivery): boolean {
  return failures >= ATTEMPTS || lastStatusCode === 410;
}

function same(simulation: Simulation, what: string, left: number, right: number): void {
  if (left !== right) simulation.monitor.report(`${what} differ: ${left} and ${right}`);
}
