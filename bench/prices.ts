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
