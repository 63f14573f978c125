import * as z from "zod";
import { EMPTY_BALANCE, fold, LEDGER_KINDS, type LedgerEntry } from "../domain/ledger.ts";

/** What is looked at of an item; everything else passes by. */
const items = z.discriminatedUnion("entity", [
  z.object({
    entity: z.literal("credits"),
    accountId: z.string(),
    granted: z.int(),
    captured: z.int(),
    available: z.int(),
  }),
  z.object({
    entity: z.literal("ledger"),
    accountId: z.string(),
    kind: z.enum(LEDGER_KINDS),
    credits: z.int(),
    source: z.string(),
  }),
  z.object({
    entity: z.literal("checkout"),
    id: z.string(),
    status: z.string(),
    livemode: z.boolean(),
  }),
  z.object({ entity: z.literal("claim"), pk: z.string(), checkoutId: z.string() }),
  z.object({ entity: z.literal("event"), id: z.string(), createdAt: z.number() }),
  z.object({ entity: z.literal("event_body"), pk: z.string() }),
  z.object({
    entity: z.literal("delivery"),
    id: z.string(),
    eventId: z.string(),
    createdAt: z.number(),
  }),
]);

/** Events outlive this for certain; after 30 days they are gone. */
const EVENT_DAYS_MS = 29 * 86_400_000;

/**
 * Reads a whole table, e.g. a restored one, and says which invariants between its items do not hold.
 * Keeps the ids of everything in memory: meant for a person's machine, not for a function.
 *
 * @param now ms
 * @returns one line for each fault
 */
export async function tableFaults(
  all: AsyncIterable<unknown> | Iterable<unknown>,
  now: number,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const balances = new Map<string, { granted: number; captured: number; available: number }>();
  const ledgers = new Map<string, LedgerEntry[]>();
  const captures = new Map<string, number>();
  const checkouts = new Map<string, { status: string; livemode: boolean }>();
  const claims: { pk: string; checkoutId: string }[] = [];
  const events = new Map<string, number>();
  const bodies = new Set<string>();
  const deliveries: { id: string; eventId: string }[] = [];
  for await (const item of all) {
    const { data } = items.safeParse(item);
    switch (data?.entity) {
      case "credits":
        balances.set(data.accountId, data);
        break;
      case "ledger":
        ledgers.set(data.accountId, [...(ledgers.get(data.accountId) ?? []), data]);
        if (data.kind === "capture")
          captures.set(data.source, (captures.get(data.source) ?? 0) + 1);
        break;
      case "checkout":
        checkouts.set(data.id, data);
        break;
      case "claim":
        claims.push(data);
        break;
      case "event":
        events.set(data.id, data.createdAt);
        break;
      case "event_body":
        bodies.add(data.pk);
        break;
      case "delivery":
        if (data.createdAt > now - EVENT_DAYS_MS) deliveries.push(data);
        break;
      case undefined:
        break;
    }
  }
  for (const accountId of new Set([...balances.keys(), ...ledgers.keys()])) {
    const { granted, captured, available } = balances.get(accountId) ?? EMPTY_BALANCE;
    const sum = fold(ledgers.get(accountId) ?? []);
    if (granted !== sum.granted || captured !== sum.captured || available !== sum.available) {
      faults.push(`${accountId}: the balance is not the sum of its ledger`);
    }
    if (available < 0) faults.push(`${accountId}: the balance is below zero`);
  }
  for (const [id, { status, livemode }] of checkouts) {
    const count = captures.get(id) ?? 0;
    const due = status === "verified" && livemode ? 1 : 0;
    if (count !== due) faults.push(`${id}: ${status}, with ${count} credits captured`);
  }
  for (const { pk, checkoutId } of claims) {
    if (checkouts.get(checkoutId)?.status === "verified") continue;
    // The key itself would show a payment's reference.
    faults.push(
      `${checkoutId}: a reference is used up (${pk.split("#")[1]}), but it is not verified`,
    );
  }
  for (const { id, eventId } of deliveries) {
    if (!events.has(eventId)) faults.push(`${id}: its event ${eventId} is missing`);
  }
  for (const [id, createdAt] of events) {
    if (createdAt > now - EVENT_DAYS_MS && !bodies.has(`EVT#${id}`)) {
      faults.push(`${id}: its body is missing`);
    }
  }
  return faults;
}
