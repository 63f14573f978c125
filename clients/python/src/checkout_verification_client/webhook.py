"""Verification of webhooks (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from typing import Any, Mapping, Optional, Sequence, Union, cast

from .generated.models import Event, WebhookEvent
from .model import DecodeError, parse_json

#: The minimum of Standard Webhooks. Anyone could sign with an empty key.
_MIN_KEY_BYTES = 24


class WebhookSignatureError(Exception):
    """The webhook is not trustworthy. Respond with 400, or 500 for ``secret``, and do nothing else.

    ``code`` is ``missing_header``, ``timestamp``, ``signature``, ``body`` (not raw, or not an event) or ``secret``
    (none, or not the ``whsec_…`` of an endpoint: your settings are wrong).
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


def verify_webhook(
    raw_body: Union[bytes, str],
    headers: Mapping[str, Any],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Verify a webhook and return its event. Raises WebhookSignatureError.

    :param raw_body: the body as received, before any JSON parser
    :param headers: the request's headers, in any letter case
    :param secrets: ``whsec_…``; several while you rotate the secret
    :param tolerance_seconds: maximum difference between ``webhook-timestamp`` and the clock
    :param now: seconds since 1970, by default ``time.time()``
    """
    event_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature")
    _check_time(timestamp, time.time() if now is None else now, tolerance_seconds)
    body = _bytes_of(raw_body)
    signed = f"{event_id}.{timestamp}.".encode("utf-8", "surrogateescape") + body
    given = [one for one in map(_signature, signatures.split(" ")) if one is not None]
    several = [secrets] if isinstance(secrets, str) else secrets
    for secret in several or [""]:
        expected = hmac.new(_key(secret), signed, hashlib.sha256).digest()
        for signature in given:
            if hmac.compare_digest(expected, signature):
                return _event(body)
    raise WebhookSignatureError("signature", "No signature matches. Check the secret, and that you pass the raw body.")


def _check_time(timestamp: str, now: float, tolerance: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookSignatureError("timestamp", "webhook-timestamp is not a time in Unix seconds.")
    age = now - int(timestamp)
    if not abs(age) <= tolerance:
        direction = "behind" if age > 0 else "ahead of"
        raise WebhookSignatureError(
            "timestamp",
            f"webhook-timestamp is {abs(age):.0f} s {direction} this machine's clock; {tolerance:g} s are allowed. "
            "Check the clock.",
        )


def _header(headers: Mapping[str, Any], name: str) -> str:
    found = {str(key).lower().replace("_", "-"): value for key, value in headers.items()}
    # In WSGI's environ, WEBHOOK_ID is a variable of the environment, and HTTP_WEBHOOK_ID the header.
    value = found.get(f"http-{name}", found.get(name))
    text = " ".join(value) if isinstance(value, (list, tuple)) else value
    if isinstance(text, str) and text != "":
        return text
    raise WebhookSignatureError("missing_header", f"The header {name} is missing.")


def _bytes_of(raw_body: Any) -> bytes:
    if isinstance(raw_body, str):
        return raw_body.encode("utf-8", "surrogatepass")
    if isinstance(raw_body, (bytes, bytearray, memoryview)):
        return bytes(raw_body)
    raise WebhookSignatureError("body", "Pass the raw body as text or bytes: a parsed body cannot be verified.")


def _signature(text: str) -> Optional[bytes]:
    return _from_base64(text[3:]) if text.startswith("v1,") else None


def _key(secret: Any) -> bytes:
    key = _from_base64(secret[6:]) if isinstance(secret, str) and secret.startswith("whsec_") else None
    if key is None or len(key) < _MIN_KEY_BYTES:
        raise WebhookSignatureError(
            "secret",
            f"The secret must be whsec_ and base64 of at least {_MIN_KEY_BYTES} bytes, without a space or line break.",
        )
    return key


def _from_base64(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _event(body: bytes) -> WebhookEvent:
    try:
        parsed = parse_json(body)
        if not isinstance(parsed, dict):
            raise DecodeError("it is not an object")
        return cast(WebhookEvent, Event._read(parsed))
    except DecodeError as error:
        raise WebhookSignatureError("body", f"The body is signed, but it is not an event: {error}.") from None
