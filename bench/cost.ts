import { AUTHORIZER_ID } from "../lib/contract/functions.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { WORKERS } from "../lib/contract/workers.ts";
import { type FunctionEntry, functionEntries, isTraced } from "../lib/infra/build-functions.ts";
import type { MeteredCall } from "../test/support/aws-meter.ts";
import { busMessage, queuesOf } from "../test/support/metered-service.ts";
import { accessLogBytes } from "./access-log.ts";
import { type Figure, round } from "./figure.ts";
import { PATH_OF_A_CHECKOUT } from "./log-bytes.ts";
import type { Step } from "./payment-path.ts";
import {
  BILLED_MS,
  BILLED_MS_OTHERS,
  ESTIMATES,
  type Estimate,
  HOSTED_WEBHOOKS,
  PRICE_LIST_DATE,
  PRICES,
  QUEUE_REQUESTS_PER_MESSAGE,
  TRACED_PART,
} from "./prices.ts";

const MILLION = 1_000_000;
const GIGABYTE = 1e9;
const PAY_PAGE = "public-show-pay-page";
const FUNCTIONS = new Map(functionEntries(ROUTES, WORKERS).map((entry) => [entry.id, entry]));

/** Requests by their functions. */
interface Traffic {
  readonly requests: readonly string[];
  readonly authorized: number;
}

/** The merchant's server creates; the customer opens the page and submits; the page asks five times. */
const CHECKOUT_TRAFFIC: Traffic = {
  requests: [
    "v1-create-checkout",
    "public-verify-checkout",
    ...Array.from({ length: 6 }, () => PAY_PAGE),
  ],
  authorized: 1,
};
const NO_TRAFFIC: Traffic = { requests: [], authorized: 0 };

/** P9: the cost of a million, from counts. */
export function cost(steps: readonly Step[]): Figure {
  const checkout = steps.filter(({ name }) => PATH_OF_A_CHECKOUT.has(name));
  const delivery = steps.filter(
    ({ name }) => name === "deliver, 1st attempt" || name === "fan out checkout.verified",
  );
  const columns = ESTIMATES.map((estimate) => ({
    estimate,
    checkouts: partsOf(checkout, CHECKOUT_TRAFFIC, estimate),
    deliveries: partsOf(delivery, NO_TRAFFIC, estimate),
  }));
  const row = (part: string, pick: (parts: ReadonlyMap<string, number>) => number) => ({
    part,
    ...Object.fromEntries(
      columns.flatMap(({ estimate, checkouts, deliveries }) => [
        [`10⁶ checkouts, ${estimate}`, round(pick(checkouts), 2)],
        [`10⁶ deliveries, ${estimate}`, round(pick(deliveries), 2)],
      ]),
    ),
  });
  const names = [...(columns[0]?.checkouts.keys() ?? [])];
  return {
    id: "P9",
    title: `cost in US dollars per million (eu-central-1, price list of ${PRICE_LIST_DATE}, no free tier)`,
    how: "Capacity units, calls, messages, events and log bytes are counted on the path of one payment. High: write units by the higher count (Amazon's DynamoDB Local counts index writes of a transaction twice), every message alone in its batch, slow banks and receivers. Low: the embedded engine's count, full batches, quick banks. bench/prices.ts holds the prices with their source and the assumed running times. A checkout has 8 requests (create, page, submit, five looks at its state). Not included: storage, backups, alarms, rentals of firewall and keys (about 25 a month), SMS, transfer out. Hosted services only deliver: compare them with the deliveries.",
    rows: [
      ...names.map((name) => row(name, (parts) => parts.get(name) ?? 0)),
      row("sum", (parts) => [...parts.values()].reduce((sum, part) => sum + part, 0)),
      ...HOSTED_WEBHOOKS.flatMap(({ name, planPerMonth, included, perMillion }) => [
        {
          part: `${name}: the first million of a month`,
          "10⁶ deliveries, high": round(planPerMonth + perMillion * (1 - included / MILLION), 2),
        },
        { part: `${name}: each further million`, "10⁶ deliveries, high": perMillion },
      ]),
    ],
    details: { prices: PRICES },
  };
}

/** Dollars per million by what they are paid for. */
function partsOf(
  steps: readonly Step[],
  traffic: Traffic,
  estimate: Estimate,
): ReadonlyMap<string, number> {
  const price = (name: keyof typeof PRICES) => PRICES[name][estimate];
  const requests = traffic.requests.length;
  const pageReads = traffic.requests.filter((id) => id === PAY_PAGE).length;
  const calls = steps.flatMap((step) => step.calls);
  const units = (pick: (call: MeteredCall) => number) =>
    calls.reduce((sum, call) => sum + pick(call), 0);
  const writeUnits = units((call) =>
    estimate === "high" ? call.higherWriteUnits : call.writeUnits,
  );
  const invoked = [
    ...steps.map(({ functionId }) => entryOf(functionId)),
    ...Array.from({ length: traffic.authorized }, () => entryOf(AUTHORIZER_ID)),
    ...Array.from({ length: pageReads }, () => entryOf(PAY_PAGE)),
  ];
  const gigabyteSeconds = invoked.reduce(
    (sum, entry) => sum + gigabyteSecondsOf(entry, estimate),
    0,
  );
  const messages = calls.filter(({ service }) => service === "sqs").length;
  // One event each: a step is one invocation for one event.
  const published = calls.filter(({ service }) => service === "events");
  const fed = published.flatMap((call) => queuesOf(busMessage([call])));
  const queueRequests = (messages + fed.length) * QUEUE_REQUESTS_PER_MESSAGE[estimate];
  // Lambda adds nothing to a function's log: only its warnings are kept.
  const printed = steps.reduce((sum, { logBytes }) => sum + logBytes, 0);
  const accessLog = traffic.requests.reduce((sum, id) => sum + accessLogBytes(id), 0);
  const logs = printed * price("logGigabyte") + accessLog * price("infrequentLogGigabyte");
  return new Map([
    ["DynamoDB writes", writeUnits * price("writeUnits")],
    ["DynamoDB reads", (units(({ readUnits }) => readUnits) + pageReads) * price("readUnits")],
    ["Lambda requests", invoked.length * price("lambdaRequests")],
    ["Lambda time", gigabyteSeconds * price("lambdaGigabyteSecond") * MILLION],
    ["API Gateway", requests * price("apiRequests")],
    [
      "CloudFront and firewall",
      requests * (price("cdnRequests") + price("edgeFunctionRuns") + price("firewallRequests")),
    ],
    ["SQS", queueRequests * price("queueRequests")],
    ["EventBridge", published.length * price("busEvents")],
    ["Logs", (logs * MILLION) / GIGABYTE],
    ["X-Ray", invoked.filter(isTraced).length * TRACED_PART[estimate] * price("traces")],
  ]);
}

function entryOf(functionId: string): FunctionEntry {
  const entry = FUNCTIONS.get(functionId);
  if (entry === undefined) throw new Error(`there is no function ${functionId}`);
  return entry;
}

/** Of one warm invocation. */
function gigabyteSecondsOf({ id, memoryMegabytes }: FunctionEntry, estimate: Estimate): number {
  const milliseconds = (BILLED_MS[id] ?? BILLED_MS_OTHERS)[estimate];
  return (milliseconds / 1000) * (memoryMegabytes / 1024);
}
