"""The steps of one call, without I/O: each request and pause is yielded to the caller, which performs it."""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Generator, Mapping, Optional, Tuple, TypeVar, Union
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from .model import DecodeError, Model, decode, parse_json
from .operation import Operation
from .problem import ApiProblem, FieldProblem, plain
from .transport import HttpRequest, HttpResponse, ResponseTooLarge, TransportError

T = TypeVar("T")

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 8.0
#: After a longer ``Retry-After`` the call fails, and the caller decides.
_LONGEST_RETRY_AFTER = 60
#: Hosts of this machine: over plain http to any other, the credential could be read on the way.
_LOOPBACK = re.compile(r"localhost|127(\.\d{1,3}){3}|::1")
_RETRIED_STATUSES = frozenset({429, 500, 502, 503, 504})
#: An unlisted status, such as one of a later API version, is not an outcome.
_OUTCOMES = frozenset({"verified", "review", "expired", "canceled", "rejected"})


@dataclass(frozen=True)
class Pause:
    """Wait this many seconds."""

    seconds: float


#: Yields requests, for which it is sent responses, and pauses. Returns the answer.
Steps = Generator[Union[HttpRequest, Pause], Any, T]


@dataclass(frozen=True)
class Settings:
    """Settings of a client. They hide the headers, which can be secret."""

    base_url: str
    retries: int
    timeout: Optional[float]
    headers: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True)
class Input:
    """What one call sends."""

    params: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    idempotency_key: Optional[str] = None


def checked_base_url(text: str) -> str:
    """Return the address without a trailing slash. Raises ValueError."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:  # A port or an IPv6 address that is none.
        parts = urlsplit("")
    is_address = parts.scheme in ("http", "https") and parts.hostname and not re.search(r"\s", text)
    if not is_address or parts.query or parts.fragment:
        raise ValueError("base_url must be an address such as https://checkout.example.")
    if parts.username is not None or parts.password is not None:
        raise ValueError("base_url must not contain a user name or password.")
    if parts.scheme == "http" and not _LOOPBACK.fullmatch(parts.hostname or ""):
        raise ValueError("base_url must begin with https://. Only a service on this machine can use http://.")
    return text.rstrip("/")


def checked_credential(name: str, text: str) -> str:
    """Return a credential that fits a header. Raises ValueError, which does not contain it."""
    if not re.fullmatch(r"[\x21-\x7e]+", text):
        raise ValueError(f"{name} is empty, or has white space or non-ASCII letters.")
    return text


def call_steps(settings: Settings, operation: Operation[T], given: Input, token: Optional[str]) -> Steps[T]:
    """Call an operation. Joins the parts of a long CSV file."""
    csv = ""
    while True:
        response, answer = yield from _one_call(settings, operation, given, token)
        if not isinstance(answer, str):
            return answer  # type: ignore[no-any-return]
        # Each part begins with the header row.
        csv += answer if csv == "" else answer[answer.index("\n") + 1 :]
        cursor = _cursor_of_next(response.headers.get("link", ""))
        if cursor is None:
            return csv  # type: ignore[return-value]
        if cursor == given.query.get("cursor"):
            raise _unexpected("The next part would be the same again, so the file would never end.", response)
        given = replace(given, query={**given.query, "cursor": cursor})


def _cursor_of_next(link: str) -> Optional[str]:
    match = re.fullmatch(r'<([^>]+)>; rel="next"', link)
    cursors = parse_qs(urlsplit(match[1]).query).get("cursor") if match else None
    return cursors[0] if cursors else None


def _one_call(
    settings: Settings, operation: Operation[Any], given: Input, token: Optional[str]
) -> Generator[Union[HttpRequest, Pause], Any, Tuple[HttpResponse, Any]]:
    """Retry a request if a repeated one has no second effect."""
    request = _request(settings, operation, given, token)
    count = 0
    while True:
        try:
            response = yield from _exchange(request, token)
            return response, _answer(response, operation, given)
        except ApiProblem as problem:
            wait = _wait_before_retry(operation, problem, count) if count < settings.retries else None
            if wait is None:
                raise
        yield Pause(wait)
        count += 1


def wait_steps(read: Any, timeout: float, interval: float) -> Steps[Any]:
    """Read a checkout until it has an outcome."""
    deadline = time.monotonic() + timeout
    while True:
        checkout = yield from read()
        if checkout.status in _OUTCOMES:
            return checkout
        if time.monotonic() + interval > deadline:
            raise ApiProblem(f"{checkout.id} is still {checkout.status}.", code="timeout")
        yield Pause(interval)


def checked_page(page: Any) -> Any:
    """Return a page of a list. Raises ApiProblem for a response that is no list."""
    if "data" in page.raw and "has_more" in page.raw:
        return page
    detail = "The response with status 200 is not from this API: it is not a list."
    raise ApiProblem(detail, code="unexpected", status=200)


def next_cursor(page: Any, cursor: Optional[str]) -> str:
    """Return where a list goes on. Raises ApiProblem if the service names the page that it just sent."""
    found: str = page.next_cursor
    if found != cursor:
        return found
    detail = "The next page would be the same again, so the list would never end."
    raise ApiProblem(detail, code="unexpected", status=200)


def _exchange(request: HttpRequest, token: Optional[str]) -> Generator[HttpRequest, HttpResponse, HttpResponse]:
    try:
        response = yield request
    except TransportError as error:
        if error.untrusted:
            raise ApiProblem(
                "The server's certificate is not valid, so nothing was sent. Check base_url and this machine's "
                "clock and certificates.",
                code="untrusted",
            ) from error
        raise _unreachable(str(error)) from error
    except ResponseTooLarge as error:
        detail = f"The response with status {error.status} is not from this API: it is too large."
        raise ApiProblem(detail, code="unexpected", status=error.status) from error
    if not 200 <= response.status < 300:
        raise _problem_of(response, token)
    return response


def _unreachable(reason: str) -> ApiProblem:
    detail = f"The service cannot be reached ({reason}). Check the connection and try again."
    return ApiProblem(detail, code="unreachable")


def _request(settings: Settings, operation: Operation[Any], given: Input, token: Optional[str]) -> HttpRequest:
    headers: Dict[str, str] = {"accept": "application/json", "user-agent": "checkout-verification-client-python"}
    body = None
    if given.body is not None:
        headers["content-type"] = "application/json"
        text = json.dumps(_written(given.body), ensure_ascii=False, allow_nan=False)
        # Unescaped, the service takes it for a byte that is not UTF-8.
        body = text.replace("\ufffd", "\\ufffd").encode("utf-8")
    if operation.idempotent:
        # A number or a UUID too, as Django keeps an order's key: 0 is a key like any other.
        # Spaces around a header do not arrive, and httpx refuses them.
        key = str(uuid.uuid4() if given.idempotency_key is None else given.idempotency_key).strip(" ")
        if not key.strip():
            raise ValueError("The idempotency-key is empty, so it would protect nothing.")
        headers["idempotency-key"] = key
    headers.update(settings.headers)
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    for name, value in headers.items():
        if not re.fullmatch(r"[\x20-\x7e]*", value):
            raise ValueError(f"The header {name} contains characters that a header cannot have.")
    url = settings.base_url + _address(operation.path, given)
    return HttpRequest(operation.method, url, headers, body, settings.timeout)


def _address(path: str, given: Input) -> str:
    def filled(match: re.Match[str]) -> str:
        name = match.group(1)
        one = given.params.get(name)
        value = "" if one is None else str(one)
        # An empty or dotted segment would turn the URL into another operation's.
        if value in ("", ".", ".."):
            raise ValueError(f"The parameter {name} is missing.")
        return quote(value, safe="")

    address = re.sub(r"\{(\w+)\}", filled, path)
    query = {}
    for name, value in given.query.items():
        # A filter that is left out would widen the list.
        if value is None:
            raise ValueError(f"The parameter {name} is None.")
        query[name.rstrip("_")] = str(value).lower() if isinstance(value, bool) else str(_written(value))
    return f"{address}?{urlencode(query)}" if query else address


def _written(value: Any) -> Any:
    """Return ``value`` as JSON holds it: times in UTC."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("A time needs a time zone: datetime.now(timezone.utc).")
        utc = value.astimezone(timezone.utc).replace(tzinfo=None)
        return utc.isoformat(timespec="milliseconds") + "Z"
    if isinstance(value, Mapping):
        # The keys of metadata are the caller's; others are fields, of which `from_` would be a word of Python.
        return {
            str(key).rstrip("_"): dict(one) if key == "metadata" and isinstance(one, Mapping) else _written(one)
            for key, one in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_written(one) for one in value]
    return value


def _answer(response: HttpResponse, operation: Operation[Any], given: Input) -> Any:
    if _is_cut_off(response):
        raise _unreachable("the response broke off")
    status = response.status
    if operation.output is None:
        if response.body:
            raise _unexpected(f"The response with status {status} is not from this API: it is not empty.", response)
        return None
    kind = response.headers.get("content-type", "")
    if given.query.get("format") == "csv" and kind.startswith("text/csv"):
        return response.body.decode("utf-8", "replace")
    if "json" not in kind:
        raise _unexpected(f"The response with status {status} is not from this API: it is not JSON.", response)
    try:
        model: Model = decode(operation.output, parse_json(response.body), "")
        return model
    except DecodeError as error:
        raise _unexpected(f"The response with status {status} is not from this API: {error}.", response) from None


def _is_cut_off(response: HttpResponse) -> bool:
    # Where no length is stated, a broken connection ends a body like any other.
    is_length_stated = "content-length" in response.headers or "transfer-encoding" in response.headers
    if response.status == 204 or is_length_stated:
        return False
    if "json" not in response.headers.get("content-type", ""):
        return not response.body
    try:
        json.loads(response.body.decode("utf-8"))
        return False
    except (ValueError, RecursionError):
        return True


def _problem_of(response: HttpResponse, token: Optional[str]) -> ApiProblem:
    """Read an error response, whatever its body is."""
    if 300 <= response.status < 400:
        # Following it would hand the request, and maybe the credential, to another server.
        return _unexpected(
            f"The response with status {response.status} is a redirect, which is not followed. "
            "Set base_url to the service's own address.",
            response,
        )
    body: Dict[str, Any] = {}
    try:
        parsed = parse_json(response.body)
        body = parsed if isinstance(parsed, dict) else {}
    except DecodeError:
        pass
    code = body.get("code")
    detail = plain(body.get("detail"), token) or plain(body.get("title"), token)
    known = isinstance(code, str) and re.fullmatch(r"[a-z][a-z0-9_]{0,63}", code)
    return ApiProblem(
        detail or f"The service responded with status {response.status}.",
        code=str(code) if known else "unexpected",
        status=response.status,
        request_id=plain(body.get("request_id")) or plain(response.headers.get("x-request-id")),
        errors=[
            FieldProblem(plain(one.get("path")) or "", plain(one.get("message"), token) or "")
            for one in (body["errors"] if isinstance(body.get("errors"), list) else [])
            if isinstance(one, dict)
        ],
        retry_after_seconds=_retry_after(response.headers),
        type=plain(body.get("type")),
    )


def _unexpected(detail: str, response: HttpResponse) -> ApiProblem:
    request_id = plain(response.headers.get("x-request-id"))
    return ApiProblem(detail, code="unexpected", status=response.status, request_id=request_id)


def _retry_after(headers: Mapping[str, str]) -> Optional[float]:
    """Return seconds from ``Retry-After``, which holds seconds or an HTTP date; None without a usable one."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]{1,15}", text):
        return int(text)
    try:
        until = parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    try:
        # The service's own clock, because this machine's can be off.
        now = parsedate_to_datetime(headers.get("date", "")).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        now = time.time()
    return until - now if until >= now else None


def _wait_before_retry(operation: Operation[Any], problem: ApiProblem, count: int) -> Optional[float]:
    """Return seconds to wait; None to fail at once."""
    is_safe = operation.method != "POST" or operation.idempotent or problem.status == 429
    is_passing = problem.code in ("unreachable", "idempotency_in_progress") or problem.status in _RETRIED_STATUSES
    if not is_safe or not is_passing:
        return None
    asked = problem.retry_after_seconds
    if asked is not None:
        return asked if asked <= _LONGEST_RETRY_AFTER else None
    return float(min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**count)) * (0.75 + random.random() / 2)
