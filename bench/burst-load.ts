import { setTimeout as until } from "node:timers/promises";
import { request } from "undici";
import * as z from "zod";
import type { BurstService } from "./burst-service.ts";

const AMOUNT = 150_000;

/**
 * What became of a request: `accepted` (2xx), `refused` (429 or 503: it must have had no effect), or
 * `unclear` (any other answer, or none), which promises nothing either way.
 */
export type Fate = "accepted" | "refused" | "unclear";

/** One customer: a checkout is made for him, he pays at the bank, and hands in the reference. */
export interface Payment {
  /** The checkout's `client_reference`. */
  readonly name: string;
  readonly created: Fate;
  readonly checkoutId: string | null;
  /** Null where there was no checkout to pay. */
  readonly submitted: Fate | null;
  /** Whether the answer to the submission said so. */
  readonly saidVerified: boolean;
  /** How long after its time the first request left, in ms. */
  readonly lateMs: number;
}

const createAnswer = z.object({ id: z.string(), pay_url: z.string() });
const transferAnswer = z.object({ reference: z.string() });
const submitAnswer = z.object({ status: z.string() });

/** Payments begin at their time, whatever became of those before them: nothing waits for an answer. */
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
      return pay(service, `${name}-${index}`, performance.now() - startedAt - time);
    }),
  );
}

/** As many payments at the same time as are said, one after the other, for so long. */
export async function closedLoop(
  service: BurstService,
  { atOnce, ms, name }: { readonly atOnce: number; readonly ms: number; readonly name: string },
): Promise<readonly Payment[]> {
  const endsAt = performance.now() + ms;
  const payments: Payment[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async (_, lane) => {
      for (let count = 0; performance.now() < endsAt; count += 1) {
        payments.push(await pay(service, `${name}-${lane}-${count}`, 0));
      }
    }),
  );
  return payments;
}

async function pay(service: BurstService, name: string, lateMs: number): Promise<Payment> {
  const body = { amount: AMOUNT, client_reference: name };
  const created = await send(service, "/api/v1/checkouts/", body, service.liveKey);
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
  const submitted = await send(service, path, { input: reference });
  return {
    ...payment,
    checkoutId: checkout.id,
    submitted: submitted.fate,
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
