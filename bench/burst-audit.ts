import { request } from "undici";
import * as z from "zod";
import type { Payment } from "./burst-load.ts";
import type { BurstReceiver } from "./burst-receiver.ts";
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

export async function readBooks(service: BurstService): Promise<Books> {
  return {
    checkouts: await readAll(service, "/api/v1/checkouts/?limit=100", checkoutItem),
    events: await readAll(service, "/api/v1/events/?limit=100&type=checkout.verified", eventItem),
    captured: credits.parse(await get(service, "/api/v1/credits/")).captured,
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
  const lost: string[] = [];
  const tooMuch: string[] = [];
  const byId = new Map(books.checkouts.map((checkout) => [checkout.id, checkout]));
  const byName = countBy(books.checkouts.map((checkout) => checkout.client_reference ?? ""));
  for (const { name, created, checkoutId, submitted } of payments) {
    const made = byName.get(name) ?? 0;
    if (made > 1) tooMuch.push(`${name}: ${made} checkouts`);
    if (created === "refused" && made > 0) tooMuch.push(`${name}: refused, and there`);
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
  const verified = books.checkouts.filter(({ status }) => status === "verified");
  if (books.captured > verified.length) {
    tooMuch.push(`${books.captured} credits for ${verified.length} verified checkouts`);
  }
  if (books.captured < verified.length) {
    lost.push(`${books.captured} credits for ${verified.length} verified checkouts`);
  }
  const events = countBy(books.events.map(({ data }) => data.object.id));
  for (const { id } of verified) {
    const count = events.get(id) ?? 0;
    if (count === 0) lost.push(`${id}: verified without an event`);
    if (count > 1) tooMuch.push(`${id}: ${count} events`);
  }
  for (const { id, data } of books.events) {
    if (byId.get(data.object.id)?.status !== "verified") tooMuch.push(`${id}: of none verified`);
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
  service: BurstService,
  path: string,
  item: T,
): Promise<readonly z.output<T>[]> {
  const all: z.output<T>[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { data, next_cursor } = page.parse(await get(service, path + more));
    all.push(...data.map((one) => item.parse(one)));
    cursor = next_cursor;
  } while (cursor !== null);
  return all;
}

async function get({ url, liveKey }: BurstService, path: string): Promise<unknown> {
  const answer = await request(url + path, { headers: { authorization: `Bearer ${liveKey}` } });
  const body = await answer.body.json();
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
  return body;
}
