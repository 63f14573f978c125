// Closed sets of the contract that the browser needs as values. Types hold them to the contract: a value
// that is missing or unknown does not compile.

import type { checkouts, keys, webhooks } from "virtual:endpoints";
import type { Answer, InputOf } from "../../../lib/contract/client-types.ts";

type CheckoutStatus = NonNullable<
  NonNullable<InputOf<typeof checkouts.listCheckouts>["query"]>["status"]
>;
export type DeliveryStatus = Answer<typeof webhooks.readDelivery>["status"];
export type ApiKey = Answer<typeof keys.listApiKeys>["data"][number];
export type Scope = ApiKey["scopes"][number];

function all<V extends string>() {
  return <const L extends readonly V[]>(...values: [V] extends [L[number]] ? L : never) => values;
}

export const CHECKOUT_STATUSES = all<CheckoutStatus>()(
  "open",
  "verifying",
  "verified",
  "review",
  "expired",
  "canceled",
  "rejected",
);

/** Filters the list like a status: open or in review, with a part of the amount. */
export const PARTLY_PAID = "partly_paid";
export const CHECKOUT_FILTERS = [...CHECKOUT_STATUSES, PARTLY_PAID] as const;

export const DELIVERY_STATUSES = all<DeliveryStatus>()(
  "pending",
  "delivering",
  "retrying",
  "succeeded",
  "failed",
  "canceled",
  "skipped",
);

export const SCOPES = all<Scope>()(
  "checkouts:read",
  "checkouts:write",
  "credits:read",
  "events:read",
);

export const PERIODS = ["1h", "24h", "7d", "30d"] as const;
