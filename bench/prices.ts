/**
 * List prices in US dollars, eu-central-1 (Frankfurt), on demand, first tier, without the free tier.
 * Change them here; the counts do not depend on them. How sure each of them is:
 *
 * - "price list, 2026-09-11": AWS's own public list of the region as others noted it on that day
 *   (https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/{service}/current/eu-central-1/index.json).
 * - "pricing API, 2026-08-12": likewise, from the pricing API.
 * - "not confirmed": from general knowledge; nothing with a date for this region was found.
 */
export const PRICES = {
  /** DynamoDB on demand, per million units, halved in November 2024. Price list, 2026-09-11. */
  writeUnits: 0.7625,
  readUnits: 0.1525,
  /** Lambda on arm64: per million requests, and per gigabyte-second. Price list, 2026-09-11. */
  lambdaRequests: 0.2,
  lambdaGigabyteSecond: 0.0000133334,
  /** API Gateway, REST, per million (`EUC1-ApiGatewayRequest`). Pricing API, 2026-08-12. */
  apiRequests: 3.7,
  /** CloudFront, Europe, per million HTTPS requests. Not confirmed. */
  cdnRequests: 1.2,
  /** WAF, per million requests; its rules are rented by the month. Not confirmed. */
  firewallRequests: 0.6,
  /** SQS standard, per million requests. Price list, 2026-09-11. */
  queueRequests: 0.4,
  /** EventBridge custom events, per million of 64 KB. Confirmed for us-east-1 (2025-10-28) only. */
  busEvents: 1.0,
  /** CloudWatch Logs, standard class, per gigabyte taken in. Price list, 2026-09-11. */
  logGigabyte: 0.63,
  /** X-Ray, per million traces. Not confirmed. */
  traces: 5.0,
} as const;

/**
 * What hosted webhook services ask, US dollars. Read on their price pages on 2026-09-20, as
 * https://github.com/api-evangelist transcribed them (`plans/` in the repositories `svix` and `hookdeck`).
 * What they count may differ from a delivery of ours: an event that goes to two endpoints is two of ours.
 *
 * Not here: Hookdeck Outpost and Convoy's cloud, whose prices were not on the pages that were read
 * (Convoy asks 999 a month for a licence to run it oneself).
 */
export const HOSTED_WEBHOOKS = [
  /** https://www.svix.com/pricing/: "$0.0001 per msg" beyond what the plan includes. */
  { name: "Svix Professional", planPerMonth: 490, included: 50_000, perMillion: 100 },
  /** https://hookdeck.com/pricing: "$1.00 per additional 100k", less for very many. */
  { name: "Hookdeck Event Gateway, Team", planPerMonth: 39, included: 10_000, perMillion: 10 },
] as const;

/** X-Ray's default rule: one request a second and five in a hundred of the rest. */
export const TRACED_PART = 0.05;

/**
 * What is billed of one warm invocation, in ms: assumed, not counted. `verify` waits for the bank, and
 * `deliver` for the receiver. Cold starts, whose loading is billed too, are not in it.
 */
export const BILLED_MS: Readonly<Record<string, number>> = {
  "v1-verify-checkout": 1200,
  "workers-deliver-webhook": 250,
  authorizer: 5,
};
export const BILLED_MS_OTHERS = 40;
