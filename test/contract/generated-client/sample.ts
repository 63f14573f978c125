// A merchant's program on the types that openapi-typescript generates from the published document. The
// test generates `schema.ts` beside a copy of this file, compiles both and runs the program.
// Usage: node sample.ts {base URL} {test API key}
import createClient from "openapi-fetch";
import type { components, paths, webhooks } from "./schema.ts";

type Checkout = components["schemas"]["Checkout"];
type VerifiedEvent =
  webhooks["checkout.verified"]["post"]["requestBody"]["content"]["application/json"];

const [baseUrl = "", key = ""] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

const created = await api.POST("/api/v1/checkouts/", {
  params: { header: { "Idempotency-Key": "sample-1" } },
  body: { amount: 250_00, client_reference: "order-7", metadata: { table: "4" } },
});
if (created.error) throw new Error(`${created.error.code}: ${created.error.detail}`);
const checkout: Checkout = created.data;

const path = { id: checkout.id };
const verified = await api.POST("/api/v1/checkouts/{id}/verify/", {
  params: { path },
  body: { input: "TESTOKSAMPLE1" },
});
if (verified.error) throw new Error(verified.error.detail);

const attempts = await api.GET("/api/v1/checkouts/{id}/attempts/", {
  params: { path, query: { limit: 10 } },
});
const events = await api.GET("/api/v1/events/", {
  params: { query: { type: "checkout.verified", limit: 1 } },
});
const event = events.data?.data[0];

const missing = await api.GET("/api/v1/checkouts/{id}/", { params: { path: { id: "co_none" } } });

console.log(
  JSON.stringify({
    status: verified.data.status,
    outcome: attempts.data?.data[0]?.outcome,
    waitingFor: attempts.data?.data[0]?.waiting_for,
    event: event?.type,
    eventAbout: event && referenceOf(event),
    missing: missing.error?.code,
  }),
);

/** The order that an event is about. */
function referenceOf(received: { readonly type: string }): string | null {
  if (received.type !== "checkout.verified") return null;
  return (received as VerifiedEvent).data.object.client_reference;
}

/** Requests that must not compile; never called. */
export async function mistakes(): Promise<void> {
  // @ts-expect-error `amount` is an integer
  await api.POST("/api/v1/checkouts/", { body: { amount: "250.00" } });
  // @ts-expect-error there is no such field
  const body: components["schemas"]["V1CreateCheckoutRequest"] = { amount: 100, amonut: 100 };
  await api.POST("/api/v1/checkouts/", { body });
  // @ts-expect-error there is no such path
  await api.GET("/api/v1/checkout/");
  // @ts-expect-error the status is one of a list
  await api.GET("/api/v1/checkouts/", { params: { query: { status: "paid" } } });
}
