"""A shop with Flask: creates checkouts, verifies webhooks, delivers each order once."""
import base64, hashlib, hmac, json, os, sys, time, uuid
from urllib.request import Request, urlopen

from flask import Flask, jsonify, redirect, request

BASE_URL = os.environ["CHECKOUT_BASE_URL"]
API_KEY = os.environ["CHECKOUT_API_KEY"]
KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
PORT = int(os.environ.get("PORT", "4000"))

if len(KEY) < 24:  # anyone could sign with an empty key
    sys.exit("WEBHOOK_SECRET is not an endpoint's secret (whsec_...).")

app = Flask(__name__)
orders = {}  # your database


@app.post("/orders")
def create_order():
    order_id = f"order-{uuid.uuid4()}"
    order = {"id": order_id, "amount": 150000, "currency": "ETB", "status": "unpaid", "deliveries": 0}
    orders[order_id] = order
    body = {
        "amount": order["amount"],
        "currency": order["currency"],
        "client_reference": order_id,
        "return_url": f"http://localhost:{PORT}/orders/{order_id}",
    }
    headers = {
        "Authorization": f"Bearer {API_KEY}",
        "Content-Type": "application/json",
        "Idempotency-Key": order_id,
    }
    call = Request(f"{BASE_URL}/api/v1/checkouts/", json.dumps(body).encode(), headers)
    with urlopen(call, timeout=30) as answer:
        checkout = json.load(answer)
    order["checkout"] = checkout["id"]
    return redirect(checkout["pay_url"], 303)


# The return page shows the order as the webhook left it: its own query proves nothing.
@app.get("/orders/<order_id>")
def show_order(order_id):
    return jsonify(orders[order_id]) if order_id in orders else ("", 404)


@app.post("/webhooks")
def webhook():
    body = request.get_data()  # the bytes as they came
    if not is_genuine(body, request.headers):
        return "", 400
    event = json.loads(body)
    if event["type"] == "checkout.verified":
        fulfill(event["data"]["object"])
    return "", 204


def is_genuine(body, headers):
    timestamp = headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected, one.encode()) for one in given)


def fulfill(checkout):
    order = orders.get(checkout["client_reference"])
    if order is None or order["status"] == "paid":
        return  # not ours, or the webhook came twice
    if (order["amount"], order["currency"]) != (checkout["amount"], checkout["currency"]):
        return
    order["status"] = "paid"
    order["deliveries"] += 1  # send the goods here


if __name__ == "__main__":
    app.run("127.0.0.1", PORT)
