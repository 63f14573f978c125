import { request } from "undici";
import * as z from "zod";
import {
  type BurstReceiver,
  closedLoop,
  isRefused,
  isUnclear,
  openArrivals,
  type Payment,
  startBurstReceiver,
} from "./burst-load.ts";
import type { BurstService } from "./burst-service.ts";
import { type BenchOptions, type Figure, machineLoad, median, round } from "./figure.ts";
import { startService, untilIdle } from "./service-process.ts";

const WARM_UP_MS = 8_000;
const CALIBRATION_MS = 8_000;
const AT_ONCE = 8;
/**
 * The everyday rate, as a part of what this machine sustains: here, unlike on AWS, capacity does not grow with
 * the load. Ten times the rate is a quarter more than it sustains, so a backlog is certain, and twice the
 * burst is long enough to clear it even on a noisy machine.
 */
const BASE_PART = 1 / 8;
const BASE_SECONDS = 5;
const BURST_SECONDS = 10;
const DRAIN_TIMEOUT_MS = 180_000;

/** P8: payments arrive at ten times the everyday rate for ten seconds. */
export async function burst({ say }: BenchOptions): Promise<Figure> {
  const receiver = await startBurstReceiver();
  const child = await startService(receiver.url);
  try {
    const { service } = child;
    say("P8: what does this machine sustain?");
    await closedLoop(service, { atOnce: AT_ONCE, ms: WARM_UP_MS, name: "warm" });
    await untilIdle(service);
    const sustained = await sustainedRate(service, receiver);
    const rate = Math.max(0.1, round(sustained * BASE_PART, 2));
    const times = [
      ...evenly(rate, BASE_SECONDS, 0),
      ...evenly(rate * 10, BURST_SECONDS, BASE_SECONDS),
    ];
    say(`P8: ${rate} payments a second, then ${round(rate * 10, 0)} (it sustains ${sustained})`);
    const known = new Set(receiver.arrivals.keys());
    const before = await readBooks(service);
    const startedAt = performance.now();
    const payments = await openArrivals(service, times, "burst");
    const answeredSeconds = (performance.now() - startedAt) / 1000 - BASE_SECONDS;
    const due = payments.filter(({ submitted }) => submitted === "accepted").length;
    await receiver.waitFor(known.size + due, DRAIN_TIMEOUT_MS);
    await untilIdle(service);

    const books = await readBooks(service);
    const findings = audit(payments, books, receiver);
    const broken = await child.brokenInvariants();
    const fresh = [...receiver.arrivals].filter(([id]) => !known.has(id)).map(([, one]) => one);
    const lastAt = Math.max(...fresh.map(({ firstAt }) => firstAt), startedAt);
    const drainSeconds = Math.max(0, (lastAt - startedAt) / 1000 - BASE_SECONDS);
    const isVerified = ({ status }: { readonly status: string }) => status === "verified";
    const verified = books.checkouts.filter(isVerified).length;
    return {
      id: "P8",
      title: "a burst of ten times the everyday rate for 10 s, open arrivals",
      how: `The whole service as it runs on one machine, in a process of its own; the load, the receiver and the audit in another. Three merchants take turns. This machine sustains ${sustained} payments a second (create, pay at the simulated bank, hand in, webhook delivered; ${AT_ONCE} at once); the everyday rate is an eighth of that, ${rate} a second for ${BASE_SECONDS} s, then ten times as many: a quarter more than it sustains. Each payment starts at its time, whatever became of the others. Neither the gateway's throttle nor the firewall exists here, and the limit for each address is raised, since all payers have one. Load of the machine ${machineLoad()}.`,
      rows: [
        ...counted({
          "payments offered": payments.length,
          "checkouts accepted": count(payments, ({ created }) => created === "accepted"),
          "submissions accepted": due,
          "requests refused (429, 503)": count(payments, isRefused),
          "requests without a clear answer": count(payments, isUnclear),
          "checkouts verified": verified - before.checkouts.filter(isVerified).length,
          "credits spent": books.captured - before.captured,
          "checkout.verified events": books.events.length - before.events.length,
          "events delivered": fresh.length,
          "deliveries repeated": fresh.reduce((sum, one) => sum + one.count - 1, 0),
          "lost (must be 0)": findings.lost.length,
          "double effects (must be 0)": findings.tooMuch.length,
          "broken invariants of the table (must be 0)": broken.length,
        }),
        { what: "from its beginning until the last answer, s", count: round(answeredSeconds) },
        { what: "until the last delivery, s", count: round(drainSeconds) },
        {
          what: "until the last delivery/burst (at most 2)",
          count: round(drainSeconds / BURST_SECONDS, 2),
        },
        {
          what: "requests sent late, ms (median; most)",
          count: `${round(median(payments.map(({ lateMs }) => lateMs)))}; ${round(Math.max(...payments.map(({ lateMs }) => lateMs)))}`,
        },
      ],
      details: { ...findings, broken },
    };
  } finally {
    child.close();
    await receiver.close();
  }
}

/** Payments a second, from the first request to the last webhook. */
async function sustainedRate(service: BurstService, receiver: BurstReceiver): Promise<number> {
  const known = receiver.arrivals.size;
  const startedAt = performance.now();
  const payments = await closedLoop(service, {
    atOnce: AT_ONCE,
    ms: CALIBRATION_MS,
    name: "calibrate",
  });
  const due = payments.filter(({ submitted }) => submitted === "accepted").length;
  await receiver.waitFor(known + due, DRAIN_TIMEOUT_MS);
  return round(due / ((performance.now() - startedAt) / 1000));
}

function evenly(perSecond: number, seconds: number, afterSeconds: number): readonly number[] {
  return Array.from(
    { length: Math.round(perSecond * seconds) },
    (_, index) => (afterSeconds + index / perSecond) * 1000,
  );
}

const count = (payments: readonly Payment[], is: (payment: Payment) => boolean) =>
  payments.filter(is).length;

function counted(counts: Readonly<Record<string, number>>) {
  return Object.entries(counts).map(([what, count]) => ({ what, count }));
}

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
interface Books {
  readonly checkouts: readonly z.output<typeof checkoutItem>[];
  /** Those of the kind `checkout.verified`. */
  readonly events: readonly z.output<typeof eventItem>[];
  readonly captured: number;
}

/** The books of all merchants together. */
async function readBooks({ url, liveKeys }: BurstService): Promise<Books> {
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
interface Audit {
  /** Accepted and not there: checkouts, verifications, events, deliveries. */
  readonly lost: readonly string[];
  /** Done twice, or done though it was refused. */
  readonly tooMuch: readonly string[];
}

/** Holds what was promised to the callers against the books, and the books against the receiver. */
function audit(payments: readonly Payment[], books: Books, receiver: BurstReceiver): Audit {
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
