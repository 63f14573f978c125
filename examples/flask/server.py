"""A shop with Flask: creates checkouts, verifies webhooks, delivers each order once."""
import os, re, sys, uuid

from checkout_verification_client import Client, WebhookSignatureError, verify_webhook
from flask import Flask, jsonify, redirect, request

SECRET = os.environ["WEBHOOK_SECRET"]
PORT = int(os.environ.get("PORT", "4000"))
if not re.match(r"whsec_[\w+/]{32}", SECRET):
    sys.exit("WEBHOOK_SECRET is not an endpoint's secret (whsec_...).")

client = Client(os.environ["CHECKOUT_BASE_URL"], api_key=os.environ["CHECKOUT_API_KEY"])
app = Flask(__name__)
orders = {}  # your database


@app.post("/orders")
def create_order():
    order = {"id": f"order-{uuid.uuid4()}", "amount": 150000, "currency": "ETB", "status": "unpaid", "deliveries": 0}
    orders[order["id"]] = order
    checkout = client.checkouts.create(
        amount=order["amount"],
        currency=order["currency"],
        client_reference=order["id"],
        return_url=f"http://localhost:{PORT}/orders/{order['id']}",
        idempotency_key=order["id"],
    )
    order["amount"] = checkout.amount  # with distinct amounts, some santim more
    return redirect(checkout.pay_url, 303)


# The return page shows the order as the webhook left it: its own query proves nothing.
@app.get("/orders/<order_id>")
def show_order(order_id):
    return jsonify(orders[order_id]) if order_id in orders else ("", 404)


@app.post("/webhooks")
def webhook():
    try:
        event = verify_webhook(request.get_data(), request.headers, SECRET)  # the bytes as they came
    except WebhookSignatureError:
        return "", 400
    if event.type == "checkout.verified":
        fulfill(event.data.object)
    return "", 204


def fulfill(checkout):
    order = orders.get(checkout.client_reference)
    if order is None or order["status"] == "paid":
        return  # not ours, or the webhook came twice
    if (order["amount"], order["currency"]) == (checkout.amount, checkout.currency):
        order["status"] = "paid"
        order["deliveries"] += 1  # send the goods here


if __name__ == "__main__":
    app.run("127.0.0.1", PORT)
