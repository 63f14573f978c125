"""The main job against a running service: an order, its payment, and what is listed afterward."""

import json
import os

from checkout_verification_client import ApiProblem, Client

ORDER = os.environ["ORDER"]
client = Client(os.environ["CHECKOUT_BASE_URL"], api_key=os.environ["CHECKOUT_API_KEY"])


def create(amount: int, key: str) -> str:
    """Create a checkout and return its id."""
    metadata = {"table": "7"}
    return client.checkouts.create(amount=amount, client_reference=ORDER, metadata=metadata, idempotency_key=key).id


checkout = create(150_000, ORDER)
again = create(150_000, ORDER)
client.checkouts.verify(checkout, input=os.environ["REFERENCE"])
status = client.checkouts.wait_for_outcome(checkout, timeout=30, interval=0.05).status
try:
    client.checkouts.cancel(checkout)
    problem = None
except ApiProblem as error:
    problem = error.code
try:
    create(0, "invalid")
    invalid = []
except ApiProblem as error:
    invalid = [field.path for field in error.errors]
print(
    json.dumps(
        {
            "same_checkout": checkout == again,
            "status": status,
            "listed": [one.client_reference for one in client.checkouts.all(client_reference=ORDER, limit=1)],
            "attempts": [one.outcome for one in client.checkouts.attempts(checkout).data],
            "events": [
                one.type for one in client.events.all(limit=2) if getattr(one.data.object, "id", None) == checkout
            ],
            "problem": problem,
            "invalid": invalid,
            "mode": client.credits.get().livemode,
        }
    )
)
