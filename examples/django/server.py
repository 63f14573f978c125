"""A shop with Django in one file: creates checkouts, verifies webhooks, delivers each order once."""
import os, re, sys, uuid

import django.conf
from checkout_verification_client import Client, WebhookSignatureError, verify_webhook
from django.core.management import execute_from_command_line
from django.http import HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

SECRET = os.environ["WEBHOOK_SECRET"]
PORT = os.environ.get("PORT", "4000")
if not re.match(r"whsec_[\w+/]{32}", SECRET):
    sys.exit("WEBHOOK_SECRET is not an endpoint's secret (whsec_...).")

client = Client(os.environ["CHECKOUT_BASE_URL"], api_key=os.environ["CHECKOUT_API_KEY"])
orders = {}  # your database
django.conf.settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["127.0.0.1", "localhost"])


@csrf_exempt
def create_order(request):
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
    return HttpResponse(status=303, headers={"Location": checkout.pay_url})


def show_order(request, order_id):  # as the webhook left it: the query of the return page proves nothing
    return JsonResponse(orders[order_id]) if order_id in orders else HttpResponse(status=404)


@csrf_exempt  # the signature protects it
def webhook(request):
    try:
        event = verify_webhook(request.body, request.headers, SECRET)  # the bytes as they came
    except WebhookSignatureError:
        return HttpResponse(status=400)
    if event.type == "checkout.verified":
        fulfill(event.data.object)
    return HttpResponse(status=204)


def fulfill(checkout):
    order = orders.get(checkout.client_reference)
    if order and order["status"] == "unpaid" and order["amount"] == checkout.amount and order["currency"] == checkout.currency:
        order.update(status="paid", deliveries=order["deliveries"] + 1)  # send the goods here, once


urlpatterns = [path("orders", create_order), path("orders/<order_id>", show_order), path("webhooks", webhook)]
if __name__ == "__main__":
    execute_from_command_line(["server.py", "runserver", f"127.0.0.1:{PORT}", "--noreload"])
