import { request } from "undici";
import * as z from "zod";
import type { BurstReceiver, Payment } from "./burst-load.ts";
import type { BurstService } from "./burst-service.ts";

const page = z.object({ data: z.array(z.unknown()), next_cursor: z.string().nullable() });
const checkoutItem = z.object({
  id: z.string(),
  status: z.string(),
  client_reference: z.string().nullable(),
  attempts_count: z.int(),
});
const eventItem = z.object({
  id: z.string(),
  sequence: z.int(),
  data: z.object({ object: z.looseObject({ id: z.string() }) }),
});
const credits = z.object({ captured: z.int() });

/** What the service says of itself once it is quiet, through its own API. */
export interface Books {
  readonly checkouts: readonly z.output<typeof checkoutItem>[];
  /** Those of the kind `checkout.verified`. */
  readonly events: readonly z.output<typeof eventItem>[];
  readonly captured: number;
}

/** The books of all merchants together. */
export async function readBooks({ url, liveKeys }: BurstService): Promise<Books> {
  const books = await Promise.all(liveKeys.map((key) => readBooksOf({ url, key })));
  return {
    checkouts: books.flatMap(({ checkouts }) => checkouts),
    events: books.flatMap(({ events }) => events),
    captured: books.reduce((sum, { captured }) => sum + captured, 0),
  };
}

/** One merchant at a service. */
interface Merchant {
  readonly url: string;
  readonly key: string;
}

async function readBooksOf(merchant: Merchant): Promise<Books> {
  const events = "/api/v1/events/?limit=100&type=checkout.verified";
  return {
    checkouts: await readAll(merchant, "/api/v1/checkouts/?limit=100", checkoutItem),
    events: await readAll(merchant, events, eventItem),
    captured: credits.parse(await get(merchant, "/api/v1/credits/")).captured,
  };
}

/** Each list names what is wrong; all of them are empty where nothing was lost and nothing done twice. */
export interface Audit {
  /** Accepted and not there: checkouts, verifications, events, deliveries. */
  readonly lost: readonly string[];
  /** Done twice, or done though it was refused. */
  readonly tooMuch: readonly string[];
}

/** Holds what was promised to the callers against the books, and the books against the receiver. */
export function audit(payments: readonly Payment[], books: Books, receiver: BurstReceiver): Audit {
  const parts = [
    auditCreations(payments, books),
    auditSubmissions(payments, books),
    auditCredits(books),
    auditEvents(books),
    auditDeliveries(books, receiver),
  ];
  return {
    lost: parts.flatMap((part) => part.lost),
    tooMuch: parts.flatMap((part) => part.tooMuch),
  };
}

function verifiedOf(books: Books) {
  return books.checkouts.filter(({ status }) => status === "verified");
}

function auditCreations(payments: readonly Payment[], books: Books): Audit {
  const tooMuch: string[] = [];
  const byName = countBy(books.checkouts.map((checkout) => checkout.client_reference ?? ""));
  for (const { name, created } of payments) {
    const made = byName.get(name) ?? 0;
    if (made > 1) tooMuch.push(`${name}: ${made} checkouts`);
    if (created === "refused" && made > 0) tooMuch.push(`${name}: refused, and there`);
  }
  return { lost: [], tooMuch };
}

function auditSubmissions(payments: readonly Payment[], books: Books): Audit {
  const lost: string[] = [];
  const tooMuch: string[] = [];
  const byId = new Map(books.checkouts.map((checkout) => [checkout.id, checkout]));
  for (const { checkoutId, submitted } of payments) {
    if (checkoutId === null) continue;
    const checkout = byId.get(checkoutId);
    if (checkout === undefined) {
      lost.push(`${checkoutId}: accepted, and not there`);
      continue;
    }
    if (submitted === "accepted" && checkout.status !== "verified") {
      lost.push(`${checkoutId}: paid, handed in, and ${checkout.status}`);
    }
    if (submitted === "refused" && checkout.attempts_count > 0) {
      tooMuch.push(`${checkoutId}: its submission was refused, and counted`);
    }
  }
  return { lost, tooMuch };
}

function auditCredits(books: Books): Audit {
  const verified = verifiedOf(books).length;
  const finding = [`${books.captured} credits for ${verified} verified checkouts`];
  return {
    lost: books.captured < verified ? finding : [],
    tooMuch: books.captured > verified ? finding : [],
  };
}

function auditEvents(books: Books): Audit {
  const lost: string[] = [];
  const tooMuch: string[] = [];
  const events = countBy(books.events.map(({ data }) => data.object.id));
  for (const { id } of verifiedOf(books)) {
    const count = events.get(id) ?? 0;
    if (count === 0) lost.push(`${id}: verified without an event`);
    if (count > 1) tooMuch.push(`${id}: ${count} events`);
  }
  return { lost, tooMuch };
}

function auditDeliveries(books: Books, receiver: BurstReceiver): Audit {
  const lost: string[] = [];
  const tooMuch: string[] = [];
  const verified = new Set(verifiedOf(books).map(({ id }) => id));
  for (const { id, data } of books.events) {
    if (!verified.has(data.object.id)) tooMuch.push(`${id}: no verified checkout`);
    if (!receiver.arrivals.has(id)) lost.push(`${id}: not delivered`);
  }
  for (const id of receiver.arrivals.keys()) {
    if (!books.events.some((event) => event.id === id)) tooMuch.push(`${id}: delivered, no event`);
  }
  return { lost, tooMuch };
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

async function readAll<T extends z.ZodType>(
  merchant: Merchant,
  path: string,
  item: T,
): Promise<readonly z.output<T>[]> {
  const all: z.output<T>[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { data, next_cursor } = page.parse(await get(merchant, path + more));
    all.push(...data.map((one) => item.parse(one)));
    cursor = next_cursor;
  } while (cursor !== null);
  return all;
}

async function get({ url, key }: Merchant, path: string): Promise<unknown> {
  const answer = await request(url + path, { headers: { authorization: `Bearer ${key}` } });
  const body = await answer.body.json();
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
  return body;
}
