// A shop with Hono: creates checkouts, verifies webhooks, delivers each order once.
import { serve } from "@hono/node-server";
import { createClient, verifyWebhook } from "checkout-verification-client";
import { Hono } from "hono";

const { CHECKOUT_BASE_URL, CHECKOUT_API_KEY, WEBHOOK_SECRET, PORT = 4000 } = process.env;
if (!/^whsec_[\w+/]{32}/.test(WEBHOOK_SECRET)) {
  throw new Error("WEBHOOK_SECRET is not an endpoint's secret (whsec_…).");
}
const client = createClient({ baseUrl: CHECKOUT_BASE_URL, apiKey: CHECKOUT_API_KEY });
const orders = new Map(); // your database
const app = new Hono();

app.post("/orders", async (context) => {
  const id = `order-${crypto.randomUUID()}`;
  const order = { id, amount: 150000, currency: "ETB", status: "unpaid", deliveries: 0 };
  orders.set(id, order);
  const checkout = await client.checkouts.create(
    {
      amount: order.amount,
      currency: order.currency,
      client_reference: id,
      return_url: `http://localhost:${PORT}/orders/${id}`,
    },
    { idempotencyKey: id },
  );
  order.amount = checkout.amount; // with distinct amounts, some santim more
  return context.redirect(checkout.pay_url, 303);
});

// The return page shows the order as the webhook left it: its own query proves nothing.
app.get("/orders/:id", (context) => {
  const order = orders.get(context.req.param("id"));
  return order ? context.json(order) : context.notFound();
});

app.post("/webhooks", async (context) => {
  const body = await context.req.arrayBuffer(); // the bytes as they came
  const event = await verifyWebhook(body, context.req.raw.headers, WEBHOOK_SECRET).catch(
    () => null,
  );
  if (event === null) return context.body(null, 400);
  if (event.type === "checkout.verified") fulfill(event.data.object);
  return context.body(null, 204);
});

function fulfill(checkout) {
  const order = orders.get(checkout.client_reference);
  const isOurs = order?.amount === checkout.amount && order.currency === checkout.currency;
  if (!isOurs || order.status === "paid") return; // a webhook can come twice
  order.status = "paid";
  order.deliveries += 1; // send the goods here
}

serve({ fetch: app.fetch, port: Number(PORT), hostname: "127.0.0.1" }, () =>
  console.log(`shop on http://127.0.0.1:${PORT}`),
);
