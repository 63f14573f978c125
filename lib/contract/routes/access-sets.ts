import type { Access } from "../access.ts";

/** What honouring `Idempotency-Key` takes. */
export const IDEMPOTENCY_ACCESS = {
  idempotency: ["PutItem", "GetItem", "UpdateItem", "DeleteItem"],
} as const satisfies Access["table"];

/** What knowing the caller's address takes: behind our distribution its header is believed by this. */
export const ADDRESS_SECRETS = ["cloudfront-origin"] as const satisfies Access["secrets"];

/** What fetching and settling a receipt takes, wherever it is asked for. */
export const VERIFY_ACCESS = {
  table: {
    checkout: ["GetItem", "UpdateItem", "PutItem"],
    attempt: ["GetItem", "PutItem", "UpdateItem"],
    claim: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    credits: ["GetItem", "PutItem", "UpdateItem"],
    event: ["PutItem"],
    lookup: ["GetItem", "PutItem"],
    breaker: ["GetItem", "PutItem"],
    issue: ["UpdateItem", "DeleteItem"],
  },
  queues: ["verification"],
  secrets: ["providers"],
} as const satisfies Access;

/** What asking a bank for nobody in particular takes, to see whether it answers. */
export const PROBE_ACCESS = {
  table: {
    breaker: ["GetItem", "PutItem"],
    issue: ["UpdateItem", "DeleteItem"],
  },
  secrets: ["providers"],
} as const satisfies Access;

/** What sending a webhook takes, in either lane. */
export const DELIVER_ACCESS = {
  table: {
    delivery: ["PutItem", "UpdateItem"],
    event: ["BatchGetItem", "PutItem"],
    endpoint: ["BatchGetItem", "UpdateItem"],
    issue: ["DeleteItem", "UpdateItem"],
  },
  queues: ["delivery", "delivery-slow", "recovery"],
  secrets: ["webhook-encryption-key"],
} as const satisfies Access;
