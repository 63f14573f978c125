import { setTimeout as pause } from "node:timers/promises";
import { routeFunctionId } from "../lib/contract/functions.ts";
import type { Route } from "../lib/contract/route.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { nearSlots } from "../lib/domain/fingerprint.ts";
import { resourcePath } from "../lib/infra/gateway-document.ts";
import { ACCESS_LOG_FORMAT } from "../lib/infra/rest-api.ts";
import type { MeteredCall } from "../test/support/aws-meter.ts";
import { queuesOf } from "../test/support/function-calls.ts";
import { busMessage, type MeteredService, sentMessage } from "../test/support/metered-service.ts";
import { type BurstReceiver, closedLoop, openArrivals, startBurstReceiver } from "./burst-load.ts";
import type { BurstService } from "./burst-service.ts";
import { type BenchOptions, type Figure, quantile, round } from "./figure.ts";
import { startService, untilIdle } from "./service-process.ts";

const QUIET_MS = 100;
/** Each payer has an address of its own, as customers at home have. */
let payers = 0;

/** Steps of the customer's browser: the page, and a look that finds nothing new. */
export const OPEN_PAGE = "open the pay page";
export const LOOK_AGAIN = "look again";

/** One invocation of one function along the path of a payment. */
export interface Step {
  readonly name: string;
  readonly functionId: string;
  readonly calls: readonly MeteredCall[];
  /** Bytes that it wrote to its log. */
  readonly logBytes: number;
}

/** The steps of a live checkout that is paid, verified and delivered, in order. */
export async function walkPayment(service: MeteredService): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const step = async <T>(name: string, functionId: string, run: () => Promise<T>): Promise<T> => {
    const log = captureLog();
    try {
      const { result, calls } = await service.metered(run);
      steps.push({ name, functionId, calls, logBytes: log.bytes() });
      return result;
    } finally {
      log.restore();
    }
  };

  const key = service.merchant.liveKey;
  await service.authorize(key);
  await untilQuiet(service);
  await step("authorize (key is remembered)", "authorizer", () => service.authorize(key));
  const created = await step("create", "v1-create-checkout", () => service.create());
  const id = String(created.body.id);
  await step("create with a key", "v1-create-checkout", () =>
    service.create({ "idempotency-key": `bench-${id}` }),
  );
  const token = String(created.body.pay_url).split("/").at(-2) ?? "";
  const page = await step(OPEN_PAGE, "public-show-pay-page", () => service.look(token));
  await step(LOOK_AGAIN, "public-show-pay-page", () => service.look(token, page.tag));
  await step("read", "v1-read-checkout", () => service.read(id));
  await step("list, one page", "v1-list-checkouts", () => service.list());
  const reference = await service.pay(150_000);
  payers += 1;
  const verified = await step("submit", "public-verify-checkout", () =>
    service.submit(token, reference, `2001:db8:${payers.toString(16)}::1`),
  );
  if (verified.body.status !== "verified") {
    throw new Error(`not verified: ${String(verified.body.outcome)}`);
  }
  const last = () => steps.at(-1)?.calls ?? [];
  const delivery = sentMessage(last());
  await step("deliver, 1st attempt", "workers-deliver-webhook", () =>
    service.work("deliver-webhook", delivery),
  );
  await step("follow the balance", "workers-notify-low-credits", () => service.followBalance());
  const events = await service.events(id);
  for (const event of events.toSorted((a, b) => a.sequence - b.sequence)) {
    if (!(await service.reachesRelay(event))) continue;
    await step(`relay ${event.type}`, "workers-relay-events", () => service.relay(event));
    const message = busMessage(last());
    const queues = queuesOf(message.detail);
    if (queues.includes("follow-up")) {
      await step(`follow ${event.type}`, "workers-follow-events", () =>
        service.work("follow-events", message),
      );
    }
    if (queues.includes("fan-out")) {
      await step(`fan out ${event.type}`, "workers-fan-out-webhooks", () =>
        service.work("fan-out-webhooks", message),
      );
    }
  }
  return steps;
}

/** Whether a payment of this time (ms) has a second fingerprint: the next border of six hours is within 15 minutes. */
export function isNearBorder(paidAt: number): boolean {
  return new Set(nearSlots(paidAt).map(({ quarterDay }) => quarterDay)).size > 1;
}

/** Warms the containers: what they read once and remember is not part of the path. */
export async function warmUp(service: MeteredService): Promise<void> {
  const log = captureLog();
  try {
    await service.authorize(service.merchant.liveKey);
    await walkPayment(service);
  } finally {
    log.restore();
  }
}

/** Waits for the authorizer's work after its response, so that no step counts it. */
async function untilQuiet({ meter }: MeteredService): Promise<void> {
  do await pause(QUIET_MS);
  while (meter.take().length > 0);
}

/** Discards and counts what functions print. */
export function captureLog(): { bytes(): number; restore(): void } {
  const write = process.stdout.write;
  let bytes = 0;
  process.stdout.write = ((chunk: string | Uint8Array) => {
    bytes += Buffer.byteLength(chunk);
    return true;
  }) as typeof process.stdout.write;
  return {
    bytes: () => bytes,
    restore: () => {
      process.stdout.write = write;
    },
  };
}

/** DynamoDB's units and calls of some steps. */
export function databaseSum(calls: readonly MeteredCall[]) {
  const own = calls.filter(({ service }) => service === "dynamodb");
  return {
    calls: own.length,
    readUnits: own.reduce((sum, { readUnits }) => sum + readUnits, 0),
    writeUnits: own.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
    higherWriteUnits: own.reduce((sum, { higherWriteUnits }) => sum + higherWriteUnits, 0),
  };
}

/**
 * Bytes of the access log's line about a successful request to a function, rendered as API Gateway does.
 *
 * @throws Error for a function without a route, or a variable of the format that has no value here
 */
export function accessLogBytes(functionId: string): number {
  const route = ROUTES.find((each) => routeFunctionId(each) === functionId);
  if (route === undefined) throw new Error(`there is no route of ${functionId}`);
  const values = valuesOf(route);
  const line = ACCESS_LOG_FORMAT.replaceAll(/\$context\.([\w.]+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the access log's variable ${name} has no value here`);
    return value;
  });
  return Buffer.byteLength(line);
}

/** Values of the usual length. What a successful request does not have is `-`. */
function valuesOf(route: Route): Readonly<Record<string, string>> {
  return {
    requestId: "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9",
    httpMethod: route.method,
    resourcePath: resourcePath(route.path),
    status: "200",
    "error.responseType": "-",
    "authorizer.error": "-",
    "authorizer.principalId": route.auth === "none" ? "-" : "key_01kaqc9wq0abcdefghjkmnpqrs",
    responseLatency: "123",
  };
}

/** What a checkout that is created, verified and delivered once writes, without the optional steps. */
export const PATH_OF_A_CHECKOUT: ReadonlySet<string> = new Set([
  "create",
  "submit",
  "follow the balance",
  "relay checkout.created",
  "follow checkout.created",
  "fan out checkout.created",
  "deliver, 1st attempt",
  "relay checkout.verified",
  "follow checkout.verified",
  "fan out checkout.verified",
]);

/** P10: bytes that functions print; Lambda adds its own start and report lines to each invocation. */
export function logBytes(steps: readonly Step[]): Figure {
  const path = steps.filter(({ name }) => PATH_OF_A_CHECKOUT.has(name));
  const bytes = path.reduce((sum, step) => sum + step.logBytes, 0);
  return {
    id: "P10",
    title: "log bytes per checkout",
    how: `What functions print on the way from creation to the delivered webhook, metrics included. Lambda adds nothing: only its warnings are kept. The gateway's access log (${accessLogBytes("public-show-pay-page")} for each look at the pay page) comes on top.`,
    rows: [
      ...path.map((step) => ({ step: step.name, bytes: step.logBytes })),
      { step: "one checkout", bytes },
    ],
    details: { bytes, invocations: path.length },
  };
}

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
