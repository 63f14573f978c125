"""A merchant's program on the client that openapi-generator makes of the published document.

Usage: python sample.py {base URL} {test API key}
"""

import json
import sys

import checkout_client as client

base_url, key = sys.argv[1:]
configuration = client.Configuration(host=base_url, access_token=key)

with client.ApiClient(configuration) as connection:
    api = client.V1Api(connection)
    checkout = api.v1_create_checkout(
        client.V1CreateCheckoutRequest(
            amount=25_000, client_reference="order-7", metadata={"table": "4"}
        ),
        idempotency_key="sample-1",
    )
    verification = api.v1_verify_checkout(
        checkout.id, client.V1VerifyCheckoutRequest(input="TESTOKSAMPLE1")
    )
    attempt = api.v1_list_attempts(checkout.id, limit=10).data[0]
    [event] = api.v1_list_events(type="checkout.verified", limit=1).data
    same = api.v1_read_event(event.id)
    listed = api.v1_list_checkouts(status="verified", limit=1).data[0]
    try:
        api.v1_read_checkout("co_none")
        missing = None
    except client.ApiException as error:
        missing = json.loads(error.body)["code"]
    try:
        client.V1CreateCheckoutRequest(amount="250.00")
        refused = False
    except ValueError:
        refused = True

print(
    json.dumps(
        {
            "status": verification.status,
            "outcome": attempt.outcome,
            "waiting_for": attempt.waiting_for,
            "event": event.type,
            "event_again": same.id == event.id,
            "listed": listed.client_reference,
            "missing": missing,
            "refused_before_sending": refused,
        }
    )
)
