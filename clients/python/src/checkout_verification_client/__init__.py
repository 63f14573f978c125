"""A typed client for the payment checkout verification service."""

from .client import AsyncClient, Client
from .generated import models, operations
from .generated.models import Checkout, Event, WebhookEvent
from .operation import Operation
from .problem import ApiProblem, FieldProblem
from .transport import (
    AsyncHttpxTransport,
    AsyncTransport,
    HttpRequest,
    HttpResponse,
    HttpxTransport,
    ThreadTransport,
    Transport,
    TransportError,
    UrllibTransport,
)
from .webhook import WebhookSignatureError, verify_webhook

__all__ = [
    "ApiProblem",
    "AsyncClient",
    "AsyncHttpxTransport",
    "AsyncTransport",
    "Checkout",
    "Client",
    "Event",
    "FieldProblem",
    "HttpRequest",
    "HttpResponse",
    "HttpxTransport",
    "Operation",
    "ThreadTransport",
    "Transport",
    "TransportError",
    "UrllibTransport",
    "WebhookEvent",
    "WebhookSignatureError",
    "models",
    "operations",
    "verify_webhook",
]

__version__ = operations.API_VERSION
