import { type BurstReceiver, closedLoop, openArrivals, startBurstReceiver } from "./burst-load.ts";
import type { BurstService } from "./burst-service.ts";
import { type BenchOptions, type Figure, quantile, round } from "./figure.ts";
import { startService, untilIdle } from "./service-process.ts";

const WARM_UP = { atOnce: 8, ms: 15_000, name: "warm" };
const PAYMENTS = { reduced: 100, full: 1_000 };
const DELIVERY_TIMEOUT_MS = 60_000;

/** P15: how long after the customer's submission the shop has the webhook. */
export async function paidLatency({ full, say }: BenchOptions): Promise<Figure> {
  const receiver = await startBurstReceiver();
  const child = await startService(receiver.url);
  try {
    say("P15: warming up");
    const warm = await closedLoop(child.service, WARM_UP);
    const due = warm.filter(({ submitted }) => submitted === "accepted").length;
    await receiver.waitFor(due, DELIVERY_TIMEOUT_MS);
    await untilIdle(child.service);
    const count = full ? PAYMENTS.full : PAYMENTS.reduced;
    const delays: number[] = [];
    for (let paid = 0; paid < count; paid += 1)
      delays.push(await delayOf(child.service, receiver, `paid-${paid}`));
    return {
      id: "P15",
      title: "from the customer's submission to the shop's 2xx, on the local stack",
      how: `${count} payments, one after the other, with a bank that answers at once. Stream, bus and queue hand on without a delay here: on AWS each adds its own.`,
      rows: [
        { what: "p50, ms", count: round(quantile(delays, 0.5)) },
        { what: "p99, ms", count: round(quantile(delays, 0.99)) },
      ],
    };
  } finally {
    child.close();
    await receiver.close();
  }
}

/** Of one payment, in ms. */
async function delayOf(
  service: BurstService,
  receiver: BurstReceiver,
  name: string,
): Promise<number> {
  const known = receiver.arrivals.size;
  const [payment] = await openArrivals(service, [0], name);
  if (payment?.submittedAt === undefined || !payment.saidVerified)
    throw new Error("P15: a payment was not verified");
  if (!(await receiver.waitFor(known + 1, DELIVERY_TIMEOUT_MS)))
    throw new Error("P15: a webhook did not arrive");
  const arrival = [...receiver.arrivals.values()].at(-1)?.firstAt ?? Number.NaN;
  return arrival - payment.submittedAt;
}
