import { AUTHORIZER_ID } from "../lib/contract/functions.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { WORKERS } from "../lib/contract/workers.ts";
import { functionEntries } from "../lib/infra/function-entry.ts";
import type { MeteredCall } from "../test/support/aws-meter.ts";
import { type Figure, round } from "./figure.ts";
import { PATH_OF_A_CHECKOUT } from "./log-bytes.ts";
import type { Step } from "./payment-path.ts";
import { BILLED_MS, BILLED_MS_OTHERS, HOSTED_WEBHOOKS, PRICES, TRACED_PART } from "./prices.ts";

const MILLION = 1_000_000;
const GIGABYTE = 1e9;
/** Added by the platform to each invocation's log, and to each request's access log. */
const PLATFORM_LOG_BYTES = 500;
const ACCESS_LOG_BYTES = 350;
/** Receive and delete beside the send; long polling and batches make it less. */
const QUEUE_REQUESTS_PER_MESSAGE = 3;
const PAY_PAGE = "public-show-pay-page";
const MEGABYTES = new Map(
  functionEntries(ROUTES, WORKERS).map(({ id, memoryMegabytes }) => [id, memoryMegabytes]),
);

/** P9: what a million of them cost, from what was counted. */
export function cost(steps: readonly Step[]): Figure {
  const checkout = steps.filter(({ name }) => PATH_OF_A_CHECKOUT.has(name));
  const delivery = steps.filter(({ name }) => name === "deliver, 1st attempt");
  const fanOut = steps.filter(({ name }) => name === "fan out checkout.verified");
  // The merchant's server creates; the payer opens the page, submits, and the page asks five times.
  const perCheckout = partsOf(checkout, { requests: 8, authorized: 1, pageReads: 6 });
  const perDelivery = partsOf([...fanOut, ...delivery], {
    requests: 0,
    authorized: 0,
    pageReads: 0,
  });
  const names = Object.keys(perCheckout) as (keyof typeof perCheckout)[];
  const sum = (parts: typeof perCheckout) => names.reduce((total, name) => total + parts[name], 0);
  return {
    id: "P9",
    title: "cost in US dollars per million (eu-central-1 list prices, no free tier)",
    how: "Capacity units, calls, messages, events and log bytes are counted; billed time is assumed (bench/prices.ts: verify 1200 ms, deliver 250 ms, others 40 ms, warm), with the memory that each function is given; a checkout is taken to have 8 requests to the API (create, page, submit, five looks at its state). Not in it: storage, backups, alarms, firewall and key rentals (about 25 a month), SMS, transfer out. bench/prices.ts says of each price whether and when it was confirmed. Hosted services deliver only: hold them against the last column.",
    rows: [
      ...names.map((name) => ({
        part: name,
        "per 10⁶ checkouts": round(perCheckout[name], 2),
        "per 10⁶ deliveries": round(perDelivery[name], 2),
      })),
      {
        part: "sum",
        "per 10⁶ checkouts": round(sum(perCheckout), 2),
        "per 10⁶ deliveries": round(sum(perDelivery), 2),
      },
      ...HOSTED_WEBHOOKS.flatMap(({ name, planPerMonth, included, perMillion }) => [
        {
          part: `${name}: the first million of a month`,
          "per 10⁶ deliveries": round(planPerMonth + perMillion * (1 - included / MILLION), 2),
        },
        { part: `${name}: each further million`, "per 10⁶ deliveries": perMillion },
      ]),
    ],
    details: { perCheckout, perDelivery },
  };
}

function partsOf(
  steps: readonly Step[],
  traffic: { readonly requests: number; readonly authorized: number; readonly pageReads: number },
) {
  const calls = steps.flatMap((step) => step.calls);
  const units = (pick: (call: MeteredCall) => number) =>
    calls.reduce((sum, call) => sum + pick(call), 0);
  const invocations = steps.length + traffic.authorized + traffic.pageReads;
  const gigabyteSeconds =
    steps.reduce((sum, { functionId }) => sum + gigabyteSecondsOf(functionId), 0) +
    traffic.authorized * gigabyteSecondsOf(AUTHORIZER_ID) +
    traffic.pageReads * gigabyteSecondsOf(PAY_PAGE);
  const messages = calls.filter(({ service }) => service === "sqs").length;
  // Two rules feed a queue each from every event.
  const events = calls.filter(({ service }) => service === "events").length;
  const bytes =
    steps.reduce((sum, { logBytes }) => sum + logBytes, 0) +
    invocations * PLATFORM_LOG_BYTES +
    traffic.requests * ACCESS_LOG_BYTES;
  return {
    "DynamoDB writes": units(({ writeUnits }) => writeUnits) * PRICES.writeUnits,
    "DynamoDB reads": (units(({ readUnits }) => readUnits) + traffic.pageReads) * PRICES.readUnits,
    "Lambda requests": invocations * PRICES.lambdaRequests,
    "Lambda time": gigabyteSeconds * PRICES.lambdaGigabyteSecond * MILLION,
    "API Gateway": traffic.requests * PRICES.apiRequests,
    "CloudFront and firewall": traffic.requests * (PRICES.cdnRequests + PRICES.firewallRequests),
    SQS: (messages + events * 2) * QUEUE_REQUESTS_PER_MESSAGE * PRICES.queueRequests,
    EventBridge: events * PRICES.busEvents,
    Logs: (bytes * MILLION * PRICES.logGigabyte) / GIGABYTE,
    "X-Ray": invocations * TRACED_PART * PRICES.traces,
  };
}

/** Of one warm invocation. */
function gigabyteSecondsOf(functionId: string): number {
  const megabytes = MEGABYTES.get(functionId);
  if (megabytes === undefined) throw new Error(`there is no function ${functionId}`);
  return ((BILLED_MS[functionId] ?? BILLED_MS_OTHERS) / 1000) * (megabytes / 1024);
}
