// A shop with Fastify: creates checkouts, verifies webhooks, delivers each order once.
import { createClient, verifyWebhook } from "checkout-verification-client";
import Fastify from "fastify";

const { CHECKOUT_BASE_URL, CHECKOUT_API_KEY, WEBHOOK_SECRET, PORT = 4000 } = process.env;
if (!/^whsec_[\w+/]{32}/.test(WEBHOOK_SECRET)) {
  throw new Error("WEBHOOK_SECRET is not an endpoint's secret (whsec_…).");
}
const client = createClient({ baseUrl: CHECKOUT_BASE_URL, apiKey: CHECKOUT_API_KEY });
const orders = new Map(); // your database
const app = Fastify();

app.post("/orders", async (_request, reply) => {
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
  return reply.redirect(checkout.pay_url, 303);
});

// The return page shows the order as the webhook left it: its own query proves nothing.
app.get("/orders/:id", async ({ params }, reply) => orders.get(params.id) ?? reply.callNotFound());

// A scope of its own, where JSON stays raw.
app.register((scope, _options, ready) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  scope.post("/webhooks", async (request, reply) => {
    const event = await verifyWebhook(request.body, request.headers, WEBHOOK_SECRET).catch(
      () => null,
    );
    if (event === null) return reply.code(400).send();
    if (event.type === "checkout.verified") fulfill(event.data.object);
    return reply.code(204).send();
  });
  ready();
});

function fulfill(checkout) {
  const order = orders.get(checkout.client_reference);
  const isOurs = order?.amount === checkout.amount && order.currency === checkout.currency;
  if (!isOurs || order.status === "paid") return; // a webhook can come twice
  order.status = "paid";
  order.deliveries += 1; // send the goods here
}

console.log(`shop on ${await app.listen({ port: Number(PORT), host: "127.0.0.1" })}`);
