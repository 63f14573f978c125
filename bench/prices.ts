/**
 * List prices in US dollars, eu-central-1 (Frankfurt), on demand, without the free tier, as of November
 * 2026 to the best of our knowledge. Change them here; the counts do not depend on them.
 */
export const PRICES = {
  /** DynamoDB on demand, per million units. */
  writeUnits: 0.7625,
  readUnits: 0.1525,
  /** Point-in-time recovery and storage are per gigabyte and month: not in the figures per request. */
  /** Lambda on arm64: per million requests, and per gigabyte-second. */
  lambdaRequests: 0.2,
  lambdaGigabyteSecond: 0.0000133334,
  /** API Gateway, REST, per million. */
  apiRequests: 3.7,
  /** CloudFront, Europe, per million HTTPS requests. */
  cdnRequests: 1.2,
  /** WAF, per million requests, with its rules' share. */
  firewallRequests: 0.6,
  /** SQS standard, per million requests. */
  queueRequests: 0.4,
  /** EventBridge custom events, per million of 64 KB. */
  busEvents: 1.0,
  /** CloudWatch Logs, per gigabyte taken in. */
  logGigabyte: 0.63,
  /** X-Ray, per million traces. */
  traces: 5.0,
} as const;

/** X-Ray's default rule: one request a second and five in a hundred of the rest. */
export const TRACED_PART = 0.05;

/** Memory of every function, in gigabytes. */
export const MEMORY_GIGABYTES = 0.5;

/**
 * What is billed of one warm invocation, in ms: assumed, not counted. `verify` waits for the bank, and
 * `deliver` for the receiver.
 */
export const BILLED_MS: Readonly<Record<string, number>> = {
  "v1-verify-checkout": 1200,
  "workers-deliver-webhook": 250,
  authorizer: 5,
};
export const BILLED_MS_OTHERS = 40;
