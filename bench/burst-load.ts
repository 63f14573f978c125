import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause, setTimeout as until } from "node:timers/promises";
import { request } from "undici";
import * as z from "zod";
import type { BurstService } from "./burst-service.ts";

const AMOUNT = 150_000;

/**
 * The outcome of a request: `accepted` (2xx), `refused` (429 or 503: it must have no effect), or `unclear`
 * (any other response, or none), which may or may not have an effect.
 */
export type Fate = "accepted" | "refused" | "unclear";

/** One customer: gets a checkout, pays at the bank, and submits the reference. */
export interface Payment {
  /** The checkout's `client_reference`. */
  readonly name: string;
  readonly created: Fate;
  readonly checkoutId: string | null;
  /** Null without a checkout to pay. */
  readonly submitted: Fate | null;
  /** When the submission began, as `performance.now()` counts. */
  readonly submittedAt?: number;
  /** When the submission was accepted, as `performance.now()` counts. */
  readonly acceptedAt?: number;
  /** Whether the response to the submission said "verified". */
  readonly saidVerified: boolean;
  /** How late the first request was sent, in ms. */
  readonly lateMs: number;
}

const createAnswer = z.object({ id: z.string(), pay_url: z.string() });
const transferAnswer = z.object({ reference: z.string() });
const submitAnswer = z.object({ status: z.string() });

/** Starts each payment at its time, without waiting for the ones before. */
export async function openArrivals(
  service: BurstService,
  /** ms from now on, rising. */
  times: readonly number[],
  name: string,
): Promise<readonly Payment[]> {
  const startedAt = performance.now();
  return Promise.all(
    times.map(async (time, index) => {
      await until(Math.max(0, startedAt + time - performance.now()));
      const lateMs = performance.now() - startedAt - time;
      return pay(service, keyOf(service, index), `${name}-${index}`, lateMs);
    }),
  );
}

/** Runs `atOnce` payments at a time for `ms` milliseconds. */
export async function closedLoop(
  service: BurstService,
  { atOnce, ms, name }: { readonly atOnce: number; readonly ms: number; readonly name: string },
): Promise<readonly Payment[]> {
  const endsAt = performance.now() + ms;
  const payments: Payment[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async (_, lane) => {
      for (let count = 0; performance.now() < endsAt; count += 1) {
        payments.push(await pay(service, keyOf(service, lane), `${name}-${lane}-${count}`, 0));
      }
    }),
  );
  return payments;
}

/** The merchants take turns. */
function keyOf({ liveKeys }: BurstService, index: number): string {
  return liveKeys[index % liveKeys.length] as string;
}

async function pay(
  service: BurstService,
  key: string,
  name: string,
  lateMs: number,
): Promise<Payment> {
  const body = { amount: AMOUNT, client_reference: name };
  const created = await send(service, "/api/v1/checkouts/", body, key);
  const payment = { name, created: created.fate, lateMs };
  const checkout = createAnswer.safeParse(created.body).data;
  if (created.fate !== "accepted" || checkout === undefined) {
    return { ...payment, checkoutId: null, submitted: null, saidVerified: false };
  }
  const transfer = await send(service, "/_local/bank/transfers/", {
    provider: "telebirr",
    amount: AMOUNT,
  });
  const { reference } = transferAnswer.parse(transfer.body);
  const token = checkout.pay_url.split("/").at(-2);
  const path = `/api/public/gateway/checkouts/${token}/verify/`;
  const submittedAt = performance.now();
  const submitted = await send(service, path, { input: reference });
  return {
    ...payment,
    submittedAt,
    checkoutId: checkout.id,
    submitted: submitted.fate,
    ...(submitted.fate === "accepted" && { acceptedAt: performance.now() }),
    saidVerified: submitAnswer.safeParse(submitted.body).data?.status === "verified",
  };
}

async function send(
  { url }: BurstService,
  path: string,
  body: object,
  key?: string,
): Promise<{ readonly fate: Fate; readonly body: unknown }> {
  try {
    const answer = await request(url + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    });
    return { fate: fateOf(answer.statusCode), body: await answer.body.json() };
  } catch {
    return { fate: "unclear", body: null };
  }
}

function fateOf(status: number): Fate {
  if (status >= 200 && status < 300) return "accepted";
  return status === 429 || status === 503 ? "refused" : "unclear";
}

export function isRefused({ created, submitted }: Payment): boolean {
  return created === "refused" || submitted === "refused";
}

export function isUnclear({ created, submitted }: Payment): boolean {
  return created === "unclear" || submitted === "unclear";
}

const POLL_MS = 20;

/** The merchant's server: remembers when each event came first, and how often. */
export interface BurstReceiver {
  readonly url: string;
  /** By `webhook-id`, which is the event's id; `firstAt` as `performance.now()` counts. */
  readonly arrivals: ReadonlyMap<string, { readonly firstAt: number; readonly count: number }>;
  /** Waits until so many events have come; false when they have not within the time. */
  waitFor(count: number, timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

export async function startBurstReceiver(): Promise<BurstReceiver> {
  const arrivals = new Map<string, { readonly firstAt: number; readonly count: number }>();
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const id = String(request.headers["webhook-id"]);
      const { firstAt = performance.now(), count = 0 } = arrivals.get(id) ?? {};
      arrivals.set(id, { firstAt, count: count + 1 });
      response.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrivals,
    async waitFor(count, timeoutMs) {
      const endsAt = performance.now() + timeoutMs;
      while (arrivals.size < count && performance.now() < endsAt) await pause(POLL_MS);
      return arrivals.size >= count;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
