import type { Access, Entity, TableAction } from "../access.ts";

/** What honoring `Idempotency-Key` takes. */
export const IDEMPOTENCY_ACCESS = {
  idempotency: ["PutItem", "UpdateItem", "DeleteItem"],
} as const satisfies Access["table"];

/** Access for creating a checkout. */
export const CREATE_ACCESS = {
  table: {
    account: ["GetItem"],
    app: ["Query"],
    credits: ["GetItem", "Query"],
    checkout: ["PutItem"],
    open_amount: ["Query", "PutItem"],
    event: ["PutItem"],
    outbox: ["PutItem"],
  },
} as const satisfies Access;

/** Access for reading the caller's address: the secret proves that the header comes from the distribution. */
export const ADDRESS_SECRETS = ["cloudfront-origin"] as const satisfies Access["secrets"];

/** Access for fetching a receipt and settling the attempt. */
export const VERIFY_ACCESS = {
  table: {
    checkout: ["Query", "UpdateItem", "PutItem"],
    attempt: ["Query", "GetItem", "PutItem", "UpdateItem", "DeleteItem"],
    claim: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    credits: ["GetItem", "Query", "PutItem", "UpdateItem"],
    event: ["PutItem"],
    outbox: ["PutItem"],
    lookup: ["GetItem", "PutItem"],
    breaker: ["GetItem", "PutItem", "UpdateItem"],
    issue: ["UpdateItem", "DeleteItem"],
    // Only for checkouts of accounts with a paired phone.
    notice: ["Query", "PutItem"],
    notice_source: ["GetItem"],
    app: ["Query"],
    open_amount: ["PutItem"],
    endpoint: ["Query"],
  },
  queues: ["verification", "delivery"],
  secrets: ["providers"],
} as const satisfies Access;

/** Access for submitting a reference: past its expiry, a checkout's app and account are checked as well. */
export const SUBMIT_ACCESS = {
  ...VERIFY_ACCESS,
  table: {
    ...VERIFY_ACCESS.table,
    app: [...VERIFY_ACCESS.table.app, "ConditionCheckItem"],
    account: ["ConditionCheckItem"],
  },
} as const satisfies Access;

/** Access for asking a bank without an attempt, to check its health. */
export const PROBE_ACCESS = {
  table: {
    breaker: ["GetItem", "PutItem", "UpdateItem"],
    issue: ["UpdateItem", "DeleteItem"],
  },
  secrets: ["providers"],
} as const satisfies Access;

/** What sending a webhook takes, in either lane. */
export const DELIVER_ACCESS = {
  table: {
    delivery: ["BatchGetItem", "PutItem", "UpdateItem"],
    event: ["BatchGetItem", "PutItem"],
    outbox: ["PutItem"],
    endpoint: ["BatchGetItem", "UpdateItem"],
    issue: ["DeleteItem", "UpdateItem"],
  },
  queues: ["delivery", "delivery-slow", "recovery", "notifications"],
  secrets: ["webhook-encryption-key"],
} as const satisfies Access;

/** All that these operations may access. */
export function accessOfAll(routes: readonly { readonly access: Access }[]): Access {
  const table: Partial<Record<Entity, readonly TableAction[]>> = {};
  for (const [name, actions] of routes.flatMap(({ access }) =>
    Object.entries(access.table ?? {}),
  )) {
    const entity = name as Entity;
    table[entity] = [...new Set([...(table[entity] ?? []), ...actions])];
  }
  const queues = [...new Set(routes.flatMap(({ access }) => access.queues ?? []))];
  const secrets = [...new Set(routes.flatMap(({ access }) => access.secrets ?? []))];
  return { table, queues, secrets };
}
