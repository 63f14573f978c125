"""How requests travel: by the standard library, or by httpx."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import functools
import http.client
import io
import queue
import socket
import ssl
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Protocol, Tuple, Union

if TYPE_CHECKING:
    import httpx

#: No response of the API is larger (the limit of AWS Lambda). More is refused unread.
MAX_RESPONSE_BYTES = 6_291_456
_CHUNK = 65_536
_MOST_THREADS = 32


@dataclass(frozen=True)
class HttpRequest:
    """One request. Its headers contain the credential, so it shows none."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: Optional[bytes] = field(repr=False)
    timeout: Optional[float]
    """Seconds until the whole response must have arrived; None for no limit."""


@dataclass(frozen=True)
class HttpResponse:
    """One response of any status."""

    status: int
    headers: Mapping[str, str]
    """By name in lower case."""
    body: bytes = field(repr=False)


class TransportError(Exception):
    """No response, or only a part of it. ``untrusted``: the server's certificate is not valid."""

    def __init__(self, reason: str, *, untrusted: bool = False) -> None:
        super().__init__(reason)
        self.untrusted = untrusted


class ResponseTooLarge(Exception):
    """The response, of this HTTP status, has more than ``MAX_RESPONSE_BYTES``."""

    def __init__(self, status: int = 0) -> None:
        super().__init__(status)
        self.status = status


class Transport(Protocol):
    """Sends a request and reads its whole response; never follows a redirect."""

    def send(self, request: HttpRequest) -> HttpResponse:
        """Raise TransportError or ResponseTooLarge for anything but a whole response."""
        ...


class AsyncTransport(Protocol):
    """The same for asyncio."""

    async def send(self, request: HttpRequest) -> HttpResponse:
        """Raise TransportError or ResponseTooLarge for anything but a whole response."""
        ...


class UrllibTransport:
    """The standard library, with a new connection for each request. Proxies for https come from the environment."""

    def __init__(self, context: Optional[ssl.SSLContext] = None) -> None:
        self._context = context or ssl.create_default_context()

    def send(self, request: HttpRequest) -> HttpResponse:
        """Send one request."""
        deadline = None if request.timeout is None else time.monotonic() + request.timeout
        opener = urllib.request.OpenerDirector()
        # Neither redirects nor error statuses are handled: both come back as they are.
        if not request.url.lower().startswith("http:"):
            # Through a proxy, the key for a service on this machine would leave it in the clear.
            opener.add_handler(urllib.request.ProxyHandler())
        opener.add_handler(_HttpHandler(deadline))
        opener.add_handler(_HttpsHandler(deadline, self._context))
        call = urllib.request.Request(request.url, request.body, dict(request.headers), method=request.method)
        try:
            # A floor, because 0 would mean "do not wait at all".
            response = opener.open(call, timeout=max(request.timeout or 0, 0.001) if request.timeout else None)
            if response is None:
                raise TransportError("the address is not http or https")
            with response:
                headers = {name.lower(): value for name, value in response.headers.items()}
                return HttpResponse(response.status, headers, _read(response))
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            untrusted = isinstance(reason, ssl.SSLCertVerificationError)
            raise TransportError(type(reason).__name__, untrusted=untrusted) from error


def _read(response: http.client.HTTPResponse) -> bytes:
    if (response.length or 0) > MAX_RESPONSE_BYTES:
        raise ResponseTooLarge(response.status)
    body = bytearray()
    while True:
        chunk = response.read1(_CHUNK)
        if not chunk:
            break
        _append(body, chunk, response.status)
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)
    return bytes(body)


class _Reader(io.RawIOBase):
    """Reads a socket until a deadline, however slowly the bytes arrive."""

    def __init__(self, sock: socket.socket, deadline: Optional[float]) -> None:
        self._sock = sock
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._deadline is not None:
            left = self._deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError("the response took too long")
            self._sock.settimeout(left)
        return self._sock.recv_into(buffer)

    def close(self) -> None:
        if not self.closed:
            self._sock.close()
        super().close()


class _Socket:
    """The part of a socket that ``http.client`` uses, with one deadline for all reads."""

    def __init__(self, sock: socket.socket, deadline: Optional[float]) -> None:
        self._sock = sock
        self._deadline = deadline
        self._is_read = False

    def makefile(self, mode: str, *_: Any) -> io.BufferedReader:
        self._is_read = True
        return io.BufferedReader(_Reader(self._sock, self._deadline))

    def sendall(self, data: Any) -> None:
        self._sock.sendall(data)

    def close(self) -> None:
        if not self._is_read:  # Afterwards the reader closes it.
            self._sock.close()


class _Response(http.client.HTTPResponse):
    """A final response: others, such as 103 (Early Hints), can come before it."""

    def begin(self) -> None:
        super().begin()
        while 100 <= self.status < 200:
            self.headers: Any = None  # Or `begin` would return at once.
            super().begin()


class _Connection(http.client.HTTPConnection):
    response_class = _Response
    deadline: Optional[float] = None

    def connect(self) -> None:
        super().connect()
        self.sock: Any = _Socket(self.sock, self.deadline)


class _SecureConnection(http.client.HTTPSConnection):
    response_class = _Response
    deadline: Optional[float] = None

    def connect(self) -> None:
        super().connect()
        self.sock: Any = _Socket(self.sock, self.deadline)


def _connection(kind: Any, deadline: Optional[float]) -> Any:
    def make(*args: Any, **options: Any) -> Any:
        connection = kind(*args, **options)
        connection.deadline = deadline
        return connection

    return make


class _HttpHandler(urllib.request.HTTPHandler):
    def __init__(self, deadline: Optional[float]) -> None:
        super().__init__()
        self._deadline = deadline

    def http_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(_connection(_Connection, self._deadline), req)


class _HttpsHandler(urllib.request.HTTPSHandler):
    def __init__(self, deadline: Optional[float], context: ssl.SSLContext) -> None:
        super().__init__(context=context)
        self._deadline = deadline
        self._own_context = context

    def https_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(_connection(_SecureConnection, self._deadline), req, context=self._own_context)


class ThreadTransport:
    """Runs another transport in up to 32 threads, so that asyncio needs no further package.

    The event loop's own threads stay free: with these, a service that hangs would also stop name lookups, for example.
    The threads are daemons: a program whose call was canceled does not wait for its response when it ends.
    """

    def __init__(self, transport: Optional[Transport] = None) -> None:
        self._transport = transport or UrllibTransport()
        self._limit: Optional[Tuple[asyncio.AbstractEventLoop, asyncio.Semaphore]] = None

    async def send(self, request: HttpRequest) -> HttpResponse:
        """Send one request in a thread."""
        loop = asyncio.get_running_loop()
        limit = self._limit
        if limit is None or limit[0] is not loop:  # A semaphore works in one loop only.
            limit = self._limit = (loop, asyncio.Semaphore(_MOST_THREADS))
        await limit[1].acquire()
        return await _in_thread(loop, functools.partial(self._transport.send, request), limit[1].release)


async def _in_thread(
    loop: asyncio.AbstractEventLoop, work: Callable[[], HttpResponse], ended: Callable[[], None]
) -> HttpResponse:
    future: asyncio.Future[HttpResponse] = loop.create_future()

    def settle(outcome: Union[HttpResponse, Exception]) -> None:
        ended()  # Not before: the thread of a canceled call still waits.
        if future.done():  # The call was canceled.
            return
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)

    def run() -> None:
        outcome: Union[HttpResponse, Exception]
        try:
            outcome = work()
        except Exception as error:
            outcome = error
        with contextlib.suppress(RuntimeError):  # The loop has ended, so nobody waits.
            loop.call_soon_threadsafe(settle, outcome)

    thread = threading.Thread(target=contextvars.copy_context().run, args=(run,), daemon=True)
    try:
        thread.start()
    except RuntimeError:  # The system has no thread left.
        ended()
        raise
    return await future


class HttpxTransport:
    """An ``httpx.Client``: kept connections, HTTP/2, proxies, as you configure them."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def send(self, request: HttpRequest) -> HttpResponse:
        """Send one request."""
        import httpx

        try:
            return _within(request.timeout, functools.partial(self._exchange, request))
        except httpx.HTTPError as error:
            raise _httpx_failure(error) from error

    def _exchange(self, request: HttpRequest, ended: threading.Event) -> HttpResponse:
        with self._client.stream(**_httpx_arguments(request)) as response:
            body = bytearray()
            for chunk in response.iter_raw():
                if ended.is_set():
                    break
                _append(body, chunk, response.status_code)
            return _httpx_response(response, body)


class AsyncHttpxTransport:
    """An ``httpx.AsyncClient``."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def send(self, request: HttpRequest) -> HttpResponse:
        """Send one request."""
        import httpx

        try:
            return await asyncio.wait_for(self._exchange(request), request.timeout)
        except asyncio.TimeoutError as error:
            raise TransportError("TimeoutError") from error
        except httpx.HTTPError as error:
            raise _httpx_failure(error) from error

    async def _exchange(self, request: HttpRequest) -> HttpResponse:
        async with self._client.stream(**_httpx_arguments(request)) as response:
            body = bytearray()
            async for chunk in response.aiter_raw():
                _append(body, chunk, response.status_code)
            return _httpx_response(response, body)


def _within(timeout: Optional[float], exchange: Callable[[threading.Event], HttpResponse]) -> HttpResponse:
    """Wait for an exchange until the time is up, and tell it then.

    httpx limits each read, not their sum, so headers that come a byte at a time would take hours. A thread of its own
    reads them; after the time limit nobody waits for it.
    """
    ended = threading.Event()
    if timeout is None:
        return exchange(ended)
    answers: queue.Queue[Union[HttpResponse, Exception]] = queue.Queue()

    def run() -> None:
        try:
            answers.put(exchange(ended))
        except Exception as error:
            answers.put(error)

    threading.Thread(target=contextvars.copy_context().run, args=(run,), daemon=True).start()
    try:
        answer = answers.get(timeout=timeout)
    except queue.Empty:
        raise TransportError("TimeoutError") from None
    finally:
        ended.set()
    if isinstance(answer, Exception):
        raise answer
    return answer


def _append(body: bytearray, chunk: bytes, status: int) -> None:
    body += chunk
    if len(body) > MAX_RESPONSE_BYTES:
        raise ResponseTooLarge(status)


def _httpx_arguments(request: HttpRequest) -> Any:
    return {
        "method": request.method,
        "url": request.url,
        # Whoever decompresses cannot know how large a small response becomes.
        "headers": {"accept-encoding": "identity", **request.headers},
        "content": request.body,
        "timeout": request.timeout,
        "follow_redirects": False,
    }


def _httpx_response(response: httpx.Response, body: bytearray) -> HttpResponse:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return HttpResponse(response.status_code, headers, bytes(body))


def _httpx_failure(error: Exception) -> TransportError:
    cause: Optional[BaseException] = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return TransportError(type(cause).__name__, untrusted=True)
        cause = cause.__cause__ or cause.__context__
    return TransportError(type(error).__name__)
