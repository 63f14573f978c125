import { client } from "../../shop.js";

export async function POST(request) {
  const id = `order-${crypto.randomUUID()}`;
  const order = { id, amount: 150000, currency: "ETB", status: "unpaid", deliveries: 0 };
  globalThis.orders.set(id, order);
  const { amount, currency } = order;
  const return_url = new URL(`/orders/${id}`, request.url.replace("127.0.0.1", "localhost")).href;
  const body = { amount, currency, client_reference: id, return_url };
  const checkout = await client.checkouts.create(body, { idempotencyKey: id });
  order.amount = checkout.amount; // with distinct amounts, some santim more
  return Response.redirect(checkout.pay_url, 303);
}
