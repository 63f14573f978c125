"""A shop with FastAPI: creates checkouts, verifies webhooks in a dependency, delivers each order once."""
import os, re, sys, uuid
from typing import Annotated, Any

import uvicorn
from checkout_verification_client import AsyncClient, WebhookSignatureError, verify_webhook
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.responses import RedirectResponse

SECRET = os.environ["WEBHOOK_SECRET"]
PORT = int(os.environ.get("PORT", "4000"))
if not re.match(r"whsec_[\w+/]{32}", SECRET):
    sys.exit("WEBHOOK_SECRET is not an endpoint's secret (whsec_...).")

client = AsyncClient(os.environ["CHECKOUT_BASE_URL"], api_key=os.environ["CHECKOUT_API_KEY"])
app = FastAPI()
orders = {}  # your database


@app.post("/orders")
async def create_order():
    order = {"id": f"order-{uuid.uuid4()}", "amount": 150000, "currency": "ETB", "status": "unpaid", "deliveries": 0}
    orders[order["id"]] = order
    checkout = await client.checkouts.create(
        amount=order["amount"],
        currency=order["currency"],
        client_reference=order["id"],
        return_url=f"http://localhost:{PORT}/orders/{order['id']}",
        idempotency_key=order["id"],
    )
    order["amount"] = checkout.amount  # with distinct amounts, some santim more
    return RedirectResponse(checkout.pay_url, 303)


@app.get("/orders/{order_id}")
async def show_order(order_id: str):  # as the webhook left it: the query of the return page proves nothing
    if order_id not in orders:
        raise HTTPException(404)
    return orders[order_id]


async def genuine_event(request: Request) -> Any:
    try:
        return verify_webhook(await request.body(), request.headers, SECRET)  # the bytes as they came
    except WebhookSignatureError as error:
        raise HTTPException(400) from error


@app.post("/webhooks", status_code=204)
async def webhook(event: Annotated[Any, Depends(genuine_event)]):
    if event.type != "checkout.verified":
        return
    checkout, order = event.data.object, orders.get(event.data.object.client_reference)
    if order and order["status"] == "unpaid" and order["amount"] == checkout.amount and order["currency"] == checkout.currency:
        order.update(status="paid", deliveries=order["deliveries"] + 1)  # send the goods here, once


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=PORT)
