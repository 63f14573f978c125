// The return page shows the order as the webhook left it: its own query proves nothing.
export async function GET(_request, { params }) {
  const order = globalThis.orders?.get((await params).id);
  return order ? Response.json(order) : new Response(null, { status: 404 });
}
