// A shop with Express: creates checkouts, verifies webhooks, delivers each order once.
import { createClient, verifyWebhook } from "checkout-verification-client";
import express from "express";

const { CHECKOUT_BASE_URL, CHECKOUT_API_KEY, WEBHOOK_SECRET, PORT = 4000 } = process.env;
if (!/^whsec_[\w+/]{32}/.test(WEBHOOK_SECRET)) {
  throw new Error("WEBHOOK_SECRET is not an endpoint's secret (whsec_…).");
}
const client = createClient({ baseUrl: CHECKOUT_BASE_URL, apiKey: CHECKOUT_API_KEY });
const orders = new Map(); // your database
const app = express();

app.post("/orders", async (_request, response) => {
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
  response.redirect(303, checkout.pay_url);
});

// The return page shows the order as the webhook left it: its own query proves nothing.
app.get("/orders/:id", (request, response) => {
  const order = orders.get(request.params.id);
  if (order) response.json(order);
  else response.sendStatus(404);
});

// express.raw: the signature covers the bytes as they came.
app.post("/webhooks", express.raw({ type: () => true }), async (request, response) => {
  const event = await verifyWebhook(request.body, request.headers, WEBHOOK_SECRET).catch(
    () => null,
  );
  if (event === null) return response.sendStatus(400);
  if (event.type === "checkout.verified") fulfill(event.data.object);
  response.sendStatus(204);
});

function fulfill(checkout) {
  const order = orders.get(checkout.client_reference);
  const isOurs = order?.amount === checkout.amount && order.currency === checkout.currency;
  if (!isOurs || order.status === "paid") return; // a webhook can come twice
  order.status = "paid";
  order.deliveries += 1; // send the goods here
}

app.listen(Number(PORT), "127.0.0.1", () => console.log(`shop on http://127.0.0.1:${PORT}`));
