import { createClient } from "checkout-verification-client";

const { CHECKOUT_BASE_URL: baseUrl, CHECKOUT_API_KEY: apiKey } = process.env;
export const secret = process.env.WEBHOOK_SECRET ?? "";
if (!/^whsec_[\w+/]{32}/.test(secret)) {
  throw new Error("WEBHOOK_SECRET is not an endpoint's secret (whsec_…).");
}
export const client = createClient({ baseUrl, apiKey });
globalThis.orders ??= new Map(); // your database

export function fulfill(checkout) {
  const order = globalThis.orders.get(checkout.client_reference);
  const isOurs = order?.amount === checkout.amount && order.currency === checkout.currency;
  if (!isOurs || order.status === "paid") return; // a webhook can come twice
  order.status = "paid";
  order.deliveries += 1; // send the goods here
}
