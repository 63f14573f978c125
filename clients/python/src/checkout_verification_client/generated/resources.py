# Generated from the route table by `npm run generate`. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING, Any, AsyncIterator, Awaitable, Dict, Iterator, Optional, Protocol, TypeVar

from ..operation import Operation
from . import inputs, models, operations

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")


class Caller(Protocol):
    def _call(
        self,
        operation: Operation[T],
        params: Optional[Dict[str, Any]] = None,
        query: Any = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> T: ...

    def _all(self, operation: Operation[Any], params: Dict[str, Any], query: Any) -> Iterator[Any]: ...

    def _wait(self, id: str, timeout: float, interval: float) -> models.Checkout: ...


class AsyncCaller(Protocol):
    def _call(
        self,
        operation: Operation[T],
        params: Optional[Dict[str, Any]] = None,
        query: Any = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[T]: ...

    def _all(
        self, operation: Operation[Any], params: Dict[str, Any], query: Any
    ) -> AsyncIterator[Any]: ...

    def _wait(self, id: str, timeout: float, interval: float) -> Awaitable[models.Checkout]: ...


class Checkouts:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def create(self, *, idempotency_key: Optional[str] = None, **body: Unpack[inputs.V1CreateCheckoutRequest]) -> models.Checkout:
        """Create a checkout."""
        return self._client._call(operations.V1_CREATE_CHECKOUT, body=body, idempotency_key=idempotency_key)

    def get(self, id: str) -> models.Checkout:
        """Read a checkout."""
        return self._client._call(operations.V1_READ_CHECKOUT, {"id": id})

    def list(self, **query: Unpack[inputs.V1ListCheckoutsQuery]) -> models.CheckoutList:
        """List checkouts, newest first."""
        return self._client._call(operations.V1_LIST_CHECKOUTS, query=query)

    def all(self, **query: Unpack[inputs.V1ListCheckoutsQuery]) -> Iterator[models.Checkout]:
        """Iterate over the items of all pages. Each page is read when the loop reaches it."""
        return self._client._all(operations.V1_LIST_CHECKOUTS, {}, query)

    def update(self, id: str, **body: Unpack[inputs.V1UpdateCheckoutRequest]) -> models.Checkout:
        """Change an open checkout."""
        return self._client._call(operations.V1_UPDATE_CHECKOUT, {"id": id}, body=body)

    def cancel(self, id: str, *, idempotency_key: Optional[str] = None) -> models.Checkout:
        """Cancel an open checkout."""
        return self._client._call(operations.V1_CANCEL_CHECKOUT, {"id": id}, body={}, idempotency_key=idempotency_key)

    def verify(self, id: str, *, idempotency_key: Optional[str] = None, **body: Unpack[inputs.V1VerifyCheckoutRequest]) -> models.Verification:
        """Verify a payment by its reference, receipt link or SMS."""
        return self._client._call(operations.V1_VERIFY_CHECKOUT, {"id": id}, body=body, idempotency_key=idempotency_key)

    def attempts(self, id: str, **query: Unpack[inputs.V1ListAttemptsQuery]) -> models.AttemptList:
        """List the attempts of a checkout."""
        return self._client._call(operations.V1_LIST_ATTEMPTS, {"id": id}, query=query)

    def wait_for_outcome(self, id: str, *, timeout: float = 600.0, interval: float = 2.0) -> models.Checkout:
        """Read a checkout every `interval` seconds until it is verified, in review, expired, canceled or rejected.

        For scripts: a server uses webhooks. `expired` counts as an outcome, although a payment made in time can
        still be verified for 24 hours. Raises `ApiProblem` with the code `timeout` after `timeout` seconds.
        """
        return self._client._wait(id, timeout, interval)


class Events:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def get(self, id: str) -> models.WebhookEvent:
        """Read an event."""
        return self._client._call(operations.V1_READ_EVENT, {"id": id})

    def list(self, **query: Unpack[inputs.V1ListEventsQuery]) -> models.EventList:
        """List events of the last 30 days."""
        return self._client._call(operations.V1_LIST_EVENTS, query=query)

    def all(self, **query: Unpack[inputs.V1ListEventsQuery]) -> Iterator[models.WebhookEvent]:
        """Iterate over the items of all pages. Each page is read when the loop reaches it."""
        return self._client._all(operations.V1_LIST_EVENTS, {}, query)


class Credits:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def get(self) -> models.Credits:
        """Read the account's credits."""
        return self._client._call(operations.V1_GET_CREDITS)


class Webhooks:
    def __init__(self, client: Caller) -> None:
        self._client = client

    def create(self, *, idempotency_key: Optional[str] = None, **body: Unpack[inputs.PlatformCreateWebhookRequest]) -> models.WebhookEndpointWithSecret:
        """Register a webhook endpoint for an app."""
        return self._client._call(operations.PLATFORM_CREATE_WEBHOOK, body=body, idempotency_key=idempotency_key)

    def get(self, id: str) -> models.WebhookEndpoint:
        """Read a webhook endpoint."""
        return self._client._call(operations.PLATFORM_READ_WEBHOOK, {"id": id})

    def list(self, **query: Unpack[inputs.PlatformListWebhooksQuery]) -> models.WebhookEndpointList:
        """List webhook endpoints, newest first."""
        return self._client._call(operations.PLATFORM_LIST_WEBHOOKS, query=query)

    def update(self, id: str, **body: Unpack[inputs.PlatformUpdateWebhookRequest]) -> models.WebhookEndpoint:
        """Change a webhook endpoint, disable it, or enable it again."""
        return self._client._call(operations.PLATFORM_UPDATE_WEBHOOK, {"id": id}, body=body)

    def delete(self, id: str) -> None:
        """Delete a webhook endpoint and cancel its waiting deliveries."""
        return self._client._call(operations.PLATFORM_DELETE_WEBHOOK, {"id": id})

    def secret(self, id: str) -> models.WebhookSecret:
        """Reveal the signing secret; the audit log records it."""
        return self._client._call(operations.PLATFORM_REVEAL_WEBHOOK_SECRET, {"id": id})

    def rotate_secret(self, id: str, *, idempotency_key: Optional[str] = None, **body: Unpack[inputs.PlatformRotateWebhookSecretRequest]) -> models.WebhookSecret:
        """Rotate the signing secret; the old one also signs for a while."""
        return self._client._call(operations.PLATFORM_ROTATE_WEBHOOK_SECRET, {"id": id}, body=body, idempotency_key=idempotency_key)

    def test(self, id: str, *, idempotency_key: Optional[str] = None) -> models.WebhookDelivery:
        """Send a `ping` to the endpoint, whatever it is subscribed to."""
        return self._client._call(operations.PLATFORM_TEST_WEBHOOK, {"id": id}, body={}, idempotency_key=idempotency_key)

    def deliveries(self, id: str, **query: Unpack[inputs.PlatformListDeliveriesQuery]) -> models.LoggedWebhookDeliveryList:
        """List the deliveries to an endpoint of the last 90 days, newest first."""
        return self._client._call(operations.PLATFORM_LIST_DELIVERIES, {"id": id}, query=query)

    def all_deliveries(self, id: str, **query: Unpack[inputs.PlatformListDeliveriesQuery]) -> Iterator[models.LoggedWebhookDelivery]:
        """Iterate over the items of all pages. Each page is read when the loop reaches it."""
        return self._client._all(operations.PLATFORM_LIST_DELIVERIES, {"id": id}, query)

    def retry_delivery(self, id: str, delivery_id: str, *, idempotency_key: Optional[str] = None) -> models.WebhookDelivery:
        """Retry a delivery now."""
        return self._client._call(operations.PLATFORM_RETRY_DELIVERY, {"id": id, "delivery_id": delivery_id}, body={}, idempotency_key=idempotency_key)


class AsyncCheckouts:
    def __init__(self, client: AsyncCaller) -> None:
        self._client = client

    async def create(self, *, idempotency_key: Optional[str] = None, **body: Unpack[inputs.V1CreateCheckoutRequest]) -> models.Checkout:
        """Create a checkout."""
        return await self._client._call(operations.V1_CREATE_CHECKOUT, body=body, idempotency_key=idempotency_key)

    async def get(self, id: str) -> models.Checkout:
        """Read a checkout."""
        return await self._client._call(operations.V1_READ_CHECKOUT, {"id": id})

    async def list(self, **query: Unpack[inputs.V1ListCheckoutsQuery]) -> models.CheckoutList:
        """List checkouts, newest first."""
        return await self._client._call(operations.V1_LIST_CHECKOUTS, query=query)

    def all(self, **query: Unpack[inputs.V1ListCheckoutsQuery]) -> AsyncIterator[models.Checkout]:
        """Iterate over the items of all pages. Each page is read when the loop reaches it."""
        return self._client._all(operations.V1_LIST_CHECKOUTS, {}, query)

    async def update(self, id: str, **body: Unpack[inputs.V1UpdateCheckoutRequest]) -> models.Checkout:
        """Change an open checkout."""
        return await self._client._call(operations.V1_UPDATE_CHECKOUT, {"id": id}, body=body)

    async def cancel(self, id: str, *, idempotency_key: Optional[str] = None) -> models.Checkout:
        """Cancel an open checkout."""
        return await self._client._call(operations.V1_CANCEL_CHECKOUT, {"id": id}, body={}, idempotency_key=idempotency_key)

    async def verify(self, id: str, *, idempotency_key: Optional[str] = None, **body: Unpack[inputs.V1VerifyCheckoutRequest]) -> models.Verification:
        """Verify a payment by its reference, receipt link or SMS."""
        return await self._client._call(operations.V1_VERIFY_CHECKOUT, {"id": id}, body=body, idempotency_key=idempotency_key)

    async def attempts(self, id: str, **query: Unpack[inputs.V1ListAttemptsQuery]) -> models.AttemptList:
        """List the attempts of a checkout."""
        return await self._client._call(operations.V1_LIST_ATTEMPTS, {"id": id}, query=query)

    async def wait_for_outcome(self, id: str, *, timeout: float = 600.0, interval: float = 2.0) -> models.Checkout:
        """Read a checkout every `interval` seconds until it is verified, in review, expired, canceled or rejected.

        For scripts: a server uses webhooks. `expired` counts as an outcome, although a payment made in time can
        still be verified for 24 hours. Raises `ApiProblem` with the code `timeout` after `timeout` seconds.
        """
        return await self._client._wait(id, timeout, interval)


class AsyncEvents:
    def __init__(self, client: AsyncCaller) -> None:
        self._client = client

    async def get(self, id: str) -> models.WebhookEvent:
        """Read an event."""
        return await self._client._call(operations.V1_READ_EVENT, {"id": id})

    async def list(self, **query: Unpack[inputs.V1ListEventsQuery]) -> models.EventList:
        """List events of the last 30 days."""
        return await self._client._call(operations.V1_LIST_EVENTS, query=query)

    def all(self, **query: Unpack[inputs.V1ListEventsQuery]) -> AsyncIterator[models.WebhookEvent]:
        """Iterate over the items of all pages. Each page is read when the loop reaches it."""
        return self._client._all(operations.V1_LIST_EVENTS, {}, query)


class AsyncCredits:
    def __init__(self, client: AsyncCaller) -> None:
        self._client = client

    async def get(self) -> models.Credits:
        """Read the account's credits."""
        return await self._client._call(operations.V1_GET_CREDITS)


class AsyncWebhooks:
    def __init__(self, client: AsyncCaller) -> None:
        self._client = client

    async def create(self, *, idempotency_key: Optional[str] = None, **body: Unpack[inputs.PlatformCreateWebhookRequest]) -> models.WebhookEndpointWithSecret:
        """Register a webhook endpoint for an app."""
        return await self._client._call(operations.PLATFORM_CREATE_WEBHOOK, body=body, idempotency_key=idempotency_key)

    async def get(self, id: str) -> models.WebhookEndpoint:
        """Read a webhook endpoint."""
        return await self._client._call(operations.PLATFORM_READ_WEBHOOK, {"id": id})

    async def list(self, **query: Unpack[inputs.PlatformListWebhooksQuery]) -> models.WebhookEndpointList:
        """List webhook endpoints, newest first."""
        return await self._client._call(operations.PLATFORM_LIST_WEBHOOKS, query=query)

    async def update(self, id: str, **body: Unpack[inputs.PlatformUpdateWebhookRequest]) -> models.WebhookEndpoint:
        """Change a webhook endpoint, disable it, or enable it again."""
        return await self._client._call(operations.PLATFORM_UPDATE_WEBHOOK, {"id": id}, body=body)

    async def delete(self, id: str) -> None:
        """Delete a webhook endpoint and cancel its waiting deliveries."""
        return await self._client._call(operations.PLATFORM_DELETE_WEBHOOK, {"id": id})

    async def secret(self, id: str) -> models.WebhookSecret:
        """Reveal the signing secret; the audit log records it."""
        return await self._client._call(operations.PLATFORM_REVEAL_WEBHOOK_SECRET, {"id": id})

    async def rotate_secret(self, id: str, *, idempotency_key: Optional[str] = None, **body: Unpack[inputs.PlatformRotateWebhookSecretRequest]) -> models.WebhookSecret:
        """Rotate the signing secret; the old one also signs for a while."""
        return await self._client._call(operations.PLATFORM_ROTATE_WEBHOOK_SECRET, {"id": id}, body=body, idempotency_key=idempotency_key)

    async def test(self, id: str, *, idempotency_key: Optional[str] = None) -> models.WebhookDelivery:
        """Send a `ping` to the endpoint, whatever it is subscribed to."""
        return await self._client._call(operations.PLATFORM_TEST_WEBHOOK, {"id": id}, body={}, idempotency_key=idempotency_key)

    async def deliveries(self, id: str, **query: Unpack[inputs.PlatformListDeliveriesQuery]) -> models.LoggedWebhookDeliveryList:
        """List the deliveries to an endpoint of the last 90 days, newest first."""
        return await self._client._call(operations.PLATFORM_LIST_DELIVERIES, {"id": id}, query=query)

    def all_deliveries(self, id: str, **query: Unpack[inputs.PlatformListDeliveriesQuery]) -> AsyncIterator[models.LoggedWebhookDelivery]:
        """Iterate over the items of all pages. Each page is read when the loop reaches it."""
        return self._client._all(operations.PLATFORM_LIST_DELIVERIES, {"id": id}, query)

    async def retry_delivery(self, id: str, delivery_id: str, *, idempotency_key: Optional[str] = None) -> models.WebhookDelivery:
        """Retry a delivery now."""
        return await self._client._call(operations.PLATFORM_RETRY_DELIVERY, {"id": id, "delivery_id": delivery_id}, body={}, idempotency_key=idempotency_key)


