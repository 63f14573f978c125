"""Clients of the API, for threads and for asyncio."""

from __future__ import annotations

import asyncio
import inspect
import time
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, Iterator, Mapping, Optional, TypeVar, Union

from .exchange import (
    Input,
    Pause,
    Settings,
    Steps,
    call_steps,
    checked_base_url,
    checked_credential,
    checked_page,
    next_cursor,
    wait_steps,
)
from .generated import models, operations, resources
from .operation import Operation
from .transport import AsyncTransport, ThreadTransport, Transport, UrllibTransport

T = TypeVar("T")


class _Credentials:
    """An API key and an access token, which no representation shows."""

    def __init__(self, api_key: Optional[str], access_token: Any) -> None:
        self.api_key = None if api_key is None else checked_credential("api_key", api_key)
        self.access_token = access_token

    def raw_token(self, auth: str) -> Any:
        """Return the credential, or an awaitable of it; None where none is needed. Raises ValueError."""
        if auth == "none":
            return None
        if auth == "api-key":
            token: Any = self.api_key
        else:
            token = self.access_token() if callable(self.access_token) else self.access_token
        if token is None or token == "":
            raise ValueError(f"This call needs {'api_key' if auth == 'api-key' else 'access_token'}.")
        return token


class Client:
    """A client of the API, safe to share between threads. Every method raises ``ApiProblem`` if the call fails.

    :param base_url: the service's address, for example ``https://checkout.example``; ``http://`` only on this machine
    :param api_key: ``pk_test_…`` or ``pk_live_…``: a secret of your server, for checkouts, events and credits
    :param access_token: the access token of a login, or a function that returns it, for webhook endpoints only
    :param retries: how often a call is repeated at most, where repeating is safe
    :param timeout: time limit of each try in seconds; None for no limit
    :param transport: how requests travel, for example ``HttpxTransport(httpx.Client())``
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        access_token: Union[str, Callable[[], str], None] = None,
        retries: int = 3,
        timeout: Optional[float] = 30.0,
        headers: Optional[Mapping[str, str]] = None,
        transport: Optional[Transport] = None,
    ) -> None:
        self._settings = Settings(checked_base_url(base_url), retries, timeout, dict(headers or {}))
        self._credentials = _Credentials(api_key, access_token)
        self._transport = transport or UrllibTransport()
        self.checkouts = resources.Checkouts(self)
        self.events = resources.Events(self)
        self.credits = resources.Credits(self)
        self.webhooks = resources.Webhooks(self)

    def __repr__(self) -> str:
        return f"<Client {self._settings.base_url}>"

    def call(
        self,
        operation: Operation[T],
        *,
        params: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> T:
        """Call any operation of ``checkout_verification_client.operations``."""
        given = Input(params or {}, query or {}, body, idempotency_key)
        return self._run(self._steps(operation, given))

    def _steps(self, operation: Operation[T], given: Input) -> Steps[T]:
        token = self._credentials.raw_token(operation.auth)
        checked = None if token is None else checked_credential("The credential", token)
        return call_steps(self._settings, operation, given, checked)

    def _run(self, steps: Steps[T]) -> T:
        answer: Any = None
        failure: Optional[Exception] = None
        while True:
            try:
                step = steps.send(answer) if failure is None else steps.throw(failure)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            answer, failure = None, None
            try:
                if isinstance(step, Pause):
                    time.sleep(step.seconds)
                else:
                    answer = self._transport.send(step)
            except Exception as error:
                failure = error

    def _call(
        self,
        operation: Operation[T],
        params: Optional[Dict[str, Any]] = None,
        query: Any = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> T:
        return self.call(operation, params=params, query=query, body=body, idempotency_key=idempotency_key)

    def _all(self, operation: Operation[Any], params: Dict[str, Any], query: Any) -> Iterator[Any]:
        cursor: Optional[str] = None
        while True:
            given = {**query, **({"cursor": cursor} if cursor else {})}
            page = checked_page(self._call(operation, params, given))
            yield from page.data
            if not page.has_more or not page.next_cursor:
                return
            cursor = next_cursor(page, cursor)

    def _wait(self, id: str, timeout: float, interval: float) -> models.Checkout:
        given = Input({"id": id})
        result: models.Checkout = self._run(
            wait_steps(lambda: self._steps(operations.V1_READ_CHECKOUT, given), timeout, interval)
        )
        return result


class AsyncClient:
    """The same client for asyncio. See ``Client``; ``access_token`` can also be a coroutine function.

    Without a ``transport`` it runs the standard library in threads; ``AsyncHttpxTransport(httpx.AsyncClient())``
    needs none.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        access_token: Union[str, Callable[[], Union[str, Awaitable[str]]], None] = None,
        retries: int = 3,
        timeout: Optional[float] = 30.0,
        headers: Optional[Mapping[str, str]] = None,
        transport: Optional[AsyncTransport] = None,
    ) -> None:
        self._settings = Settings(checked_base_url(base_url), retries, timeout, dict(headers or {}))
        self._credentials = _Credentials(api_key, access_token)
        self._transport = transport or ThreadTransport()
        self.checkouts = resources.AsyncCheckouts(self)
        self.events = resources.AsyncEvents(self)
        self.credits = resources.AsyncCredits(self)
        self.webhooks = resources.AsyncWebhooks(self)

    def __repr__(self) -> str:
        return f"<AsyncClient {self._settings.base_url}>"

    async def call(
        self,
        operation: Operation[T],
        *,
        params: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> T:
        """Call any operation of ``checkout_verification_client.operations``."""
        given = Input(params or {}, query or {}, body, idempotency_key)
        return await self._run(call_steps(self._settings, operation, given, await self._token(operation.auth)))

    async def _token(self, auth: str) -> Optional[str]:
        token = self._credentials.raw_token(auth)
        if inspect.isawaitable(token):
            token = await token
        return None if token is None else checked_credential("The credential", token)

    async def _run(self, steps: Steps[T]) -> T:
        answer: Any = None
        failure: Optional[Exception] = None
        while True:
            try:
                step = steps.send(answer) if failure is None else steps.throw(failure)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            answer, failure = None, None
            try:
                if isinstance(step, Pause):
                    await asyncio.sleep(step.seconds)
                else:
                    answer = await self._transport.send(step)
            except Exception as error:
                failure = error

    async def _call(
        self,
        operation: Operation[T],
        params: Optional[Dict[str, Any]] = None,
        query: Any = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> T:
        return await self.call(operation, params=params, query=query, body=body, idempotency_key=idempotency_key)

    async def _all(self, operation: Operation[Any], params: Dict[str, Any], query: Any) -> AsyncIterator[Any]:
        cursor: Optional[str] = None
        while True:
            given = {**query, **({"cursor": cursor} if cursor else {})}
            page = checked_page(await self._call(operation, params, given))
            for item in page.data:
                yield item
            if not page.has_more or not page.next_cursor:
                return
            cursor = next_cursor(page, cursor)

    async def _wait(self, id: str, timeout: float, interval: float) -> models.Checkout:
        given = Input({"id": id})
        token = await self._token("api-key")
        result: models.Checkout = await self._run(
            wait_steps(lambda: call_steps(self._settings, operations.V1_READ_CHECKOUT, given, token), timeout, interval)
        )
        return result
