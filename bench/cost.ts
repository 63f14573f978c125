import { AUTHORIZER_ID, WORKERS } from "../lib/contract/functions.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { type FunctionEntry, functionEntries, isTraced } from "../lib/infra/build-functions.ts";
import type { MeteredCall } from "../test/support/aws-meter.ts";
import { queuesOf } from "../test/support/function-calls.ts";
import { busMessage } from "../test/support/metered-service.ts";
import { type Figure, round } from "./figure.ts";
import {
  accessLogBytes,
  LOOK_AGAIN,
  OPEN_PAGE,
  PATH_OF_A_CHECKOUT,
  type Step,
} from "./payment-path.ts";

/**
 * The price list: US dollars, eu-central-1 (Frankfurt), on demand, first tier, without the free tier.
 * Change prices here; the counts do not depend on them. A price that was confirmed for this region has
 * `low` equal to `high`; one that was not is a range.
 */
export const PRICE_LIST_DATE = "2026-09-20";

interface Price {
  readonly low: number;
  readonly high: number;
  /** What the price is for. */
  readonly unit: string;
  /** Where the price was read, and when if not on the list's date. */
  readonly source: string;
}

/** https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/{service}/current/eu-central-1/index.json */
const OFFER_FILE = "AWS offer file of the region, as others published it on 2026-09-11";
/** https://aws.amazon.com/blogs/aws/new-amazon-cloudwatch-log-class-for-infrequent-access-logs-at-a-reduced-price/ */
const HALF = "half of the standard class, as AWS announced; not confirmed for this region";
const NOT_CONFIRMED = "AWS's public price page, from memory; not confirmed for this region";

export const PRICES = {
  writeUnits: exactly(0.7625, "DynamoDB, 10⁶ write request units", OFFER_FILE),
  readUnits: exactly(0.1525, "DynamoDB, 10⁶ read request units", OFFER_FILE),
  lambdaRequests: exactly(0.2, "Lambda, 10⁶ requests", OFFER_FILE),
  lambdaGigabyteSecond: exactly(0.0000133334, "Lambda on arm64, GB-second", OFFER_FILE),
  apiRequests: exactly(3.7, "API Gateway REST, 10⁶ requests", "AWS pricing API, 2026-08-12"),
  cdnRequests: { low: 1, high: 1.2, unit: "CloudFront, 10⁶ HTTPS requests", source: NOT_CONFIRMED },
  edgeFunctionRuns: exactly(0.1, "CloudFront Functions, 10⁶ runs", NOT_CONFIRMED),
  firewallRequests: exactly(0.6, "WAF, 10⁶ requests", NOT_CONFIRMED),
  queueRequests: exactly(0.4, "SQS standard, 10⁶ requests", OFFER_FILE),
  busEvents: exactly(1, "EventBridge, 10⁶ events of 64 KB", "us-east-1, 2025-10-28"),
  logGigabyte: exactly(0.63, "CloudWatch Logs, standard class, GB taken in", OFFER_FILE),
  infrequentLogGigabyte: exactly(0.315, "CloudWatch Logs, infrequent class, GB taken in", HALF),
  traces: exactly(5, "X-Ray, 10⁶ traces", NOT_CONFIRMED),
} as const satisfies Readonly<Record<string, Price>>;

export type Estimate = "low" | "high";
export const ESTIMATES: readonly Estimate[] = ["low", "high"];

function exactly(price: number, unit: string, source: string): Price {
  return { low: price, high: price, unit, source };
}

/**
 * Prices of hosted webhook services, US dollars. Read on their price pages on 2026-09-20, as
 * https://github.com/api-evangelist transcribed them (`plans/` in the repositories `svix` and `hookdeck`).
 * What they count may differ from a delivery of ours: an event that goes to two endpoints is two of ours.
 */
export const HOSTED_WEBHOOKS = [
  /** https://www.svix.com/pricing/: "$0.0001 per msg" beyond what the plan includes. */
  { name: "Svix Professional", planPerMonth: 490, included: 50_000, perMillion: 100 },
  /** https://hookdeck.com/pricing: "$1.00 per additional 100k", less for very many. */
  { name: "Hookdeck Event Gateway, Team", planPerMonth: 39, included: 10_000, perMillion: 10 },
] as const;

/**
 * The part of a traced function's runs that are traced: of many in a second 5 %; at less than one a second, which
 * is 2.6 million a month, all of them. Lambda's documentation on X-Ray says that this cannot be set.
 */
export const TRACED_PART: Readonly<Record<Estimate, number>> = { low: 0.05, high: 1 };

/**
 * Billed time of one warm invocation, in ms: assumed, not counted. `public-verify-checkout` waits for the bank,
 * `workers-deliver-webhook` for the receiver. Cold starts, whose loading is billed too, are not included.
 */
export const BILLED_MS: Readonly<Record<string, Readonly<Record<Estimate, number>>>> = {
  "public-verify-checkout": { low: 600, high: 1200 },
  "workers-deliver-webhook": { low: 150, high: 250 },
  authorizer: { low: 3, high: 5 },
};
export const BILLED_MS_OTHERS: Readonly<Record<Estimate, number>> = { low: 20, high: 40 };

/**
 * Requests to SQS for each message: a send, a receive and a delete of its own at most; batches of ten
 * share a receive and a delete.
 */
export const QUEUE_REQUESTS_PER_MESSAGE: Readonly<Record<Estimate, number>> = { low: 1.2, high: 3 };

const MILLION = 1_000_000;
const GIGABYTE = 1e9;
const PAY_PAGE = "public-show-pay-page";
/** Of the page at its state, which find nothing new: the answer to the submission shows what came of it. */
const LOOKS = 5;
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
    ...Array.from({ length: 1 + LOOKS }, () => PAY_PAGE),
  ],
  authorized: 1,
};
const NO_TRAFFIC: Traffic = { requests: [], authorized: 0 };

const ATTEMPT = "deliver, 1st attempt";
const RELAY = "relay checkout.verified";
/** What is read of endpoints and deliveries. */
const READ = /"(?:WHK|DLW)#/;

/** The attempt, with what waking its sender and the relay's look at it took. */
function pathOfADelivery(steps: readonly Step[]): readonly Step[] {
  const callsOf = (wanted: string) => steps.find(({ name }) => name === wanted)?.calls ?? [];
  const isOwn = ({ service, body }: MeteredCall) =>
    service === "sqs" || READ.test(JSON.stringify(body));
  const beside = [...callsOf("submit"), ...callsOf(RELAY)].filter(isOwn);
  return steps
    .filter(({ name }) => name === ATTEMPT)
    .map((step) => ({ ...step, calls: [...beside, ...step.calls] }));
}

/** P9: the cost of a million, from counts. */
export function cost(steps: readonly Step[]): Figure {
  const stepsOf = (wanted: string) => steps.filter(({ name }) => name === wanted);
  const checkout = [
    ...steps.filter(({ name }) => PATH_OF_A_CHECKOUT.has(name)),
    ...stepsOf(OPEN_PAGE),
    ...Array.from({ length: LOOKS }, () => stepsOf(LOOK_AGAIN)).flat(),
  ];
  const delivery = pathOfADelivery(steps);
  const columns = ESTIMATES.map((estimate) => ({
    estimate,
    checkouts: partsOf(checkout, CHECKOUT_TRAFFIC, estimate),
    deliveries: partsOf(delivery, NO_TRAFFIC, estimate),
  }));
  const row = (part: string, pick: (parts: ReadonlyMap<string, number>) => number) => ({
    part,
    ...Object.fromEntries(
      columns.flatMap(({ estimate, checkouts, deliveries }) => [
        [`10⁶ checkouts, ${estimate}`, pick(checkouts)],
        [`10⁶ deliveries, ${estimate}`, pick(deliveries)],
      ]),
    ),
  });
  const names = [...(columns[0]?.checkouts.keys() ?? [])];
  return {
    id: "P9",
    title: `cost in US dollars per million (eu-central-1, price list of ${PRICE_LIST_DATE}, no free tier)`,
    how: "Capacity units, calls, messages, events and log bytes are counted on the path of one payment. High: write units by the higher count (Amazon's DynamoDB Local counts index writes of a transaction twice), every message alone in its batch, slow banks and receivers. Low: the embedded engine's count, full batches, quick banks. bench/cost.ts holds the prices with their source and the assumed running times. A checkout has 8 requests (create, page, submit, five looks at its state). Not included: storage, backups, alarms, rentals of firewall and keys (about 25 a month), SMS, transfer out. Hosted services only deliver: compare them with the deliveries.",
    rows: [
      ...names.map((name) => row(name, (parts) => parts.get(name) ?? 0)),
      row("sum", (parts) =>
        round(
          [...parts.values()].reduce((sum, part) => sum + part, 0),
          2,
        ),
      ),
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

/** Dollars per million by what they are paid for, in whole cents, so that they add up to the sum that a table shows. */
function partsOf(
  steps: readonly Step[],
  traffic: Traffic,
  estimate: Estimate,
): ReadonlyMap<string, number> {
  const price = (name: keyof typeof PRICES) => PRICES[name][estimate];
  const requests = traffic.requests.length;
  const calls = steps.flatMap((step) => step.calls);
  const units = (pick: (call: MeteredCall) => number) =>
    calls.reduce((sum, call) => sum + pick(call), 0);
  const writeUnits = units((call) =>
    estimate === "high" ? call.higherWriteUnits : call.writeUnits,
  );
  const invoked = [
    ...steps.map(({ functionId }) => entryOf(functionId)),
    ...Array.from({ length: traffic.authorized }, () => entryOf(AUTHORIZER_ID)),
  ];
  const gigabyteSeconds = invoked.reduce(
    (sum, entry) => sum + gigabyteSecondsOf(entry, estimate),
    0,
  );
  const messages = calls.filter(({ service }) => service === "sqs").length;
  // One event each: a step is one invocation for one event.
  const published = calls.filter(({ service }) => service === "events");
  const fed = published.flatMap((call) => queuesOf(busMessage([call]).detail));
  const queueRequests = (messages + fed.length) * QUEUE_REQUESTS_PER_MESSAGE[estimate];
  // Lambda adds nothing to a function's log: only its warnings are kept.
  const printed = steps.reduce((sum, { logBytes }) => sum + logBytes, 0);
  const accessLog = traffic.requests.reduce((sum, id) => sum + accessLogBytes(id), 0);
  const logs = printed * price("logGigabyte") + accessLog * price("infrequentLogGigabyte");
  const parts: readonly [string, number][] = [
    ["DynamoDB writes", writeUnits * price("writeUnits")],
    ["DynamoDB reads", units(({ readUnits }) => readUnits) * price("readUnits")],
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
  ];
  return new Map(parts.map(([part, dollars]) => [part, round(dollars, 2)]));
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
