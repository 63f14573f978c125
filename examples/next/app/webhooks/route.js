import { verifyWebhook } from "checkout-verification-client";
import { fulfill, secret } from "../../shop.js";

export async function POST(request) {
  const body = await request.arrayBuffer(); // the bytes as they came
  const event = await verifyWebhook(body, request.headers, secret).catch(() => null);
  if (event === null) return new Response(null, { status: 400 });
  if (event.type === "checkout.verified") fulfill(event.data.object);
  return new Response(null, { status: 204 });
}
