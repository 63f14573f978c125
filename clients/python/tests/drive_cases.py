"""Runs the shared cases against this client: see clients/cases/run-cases.ts.

The argument says how: ``threads``, ``asyncio``, ``httpx`` or ``httpx-asyncio``.
"""

from __future__ import annotations

import asyncio
import copy
import functools
import json
import ssl
import sys
import time
import traceback
from datetime import datetime
from typing import Any, Dict, List

import checkout_verification_client as package
from checkout_verification_client import client as client_module
from checkout_verification_client import exchange

MODE = sys.argv[1]
WAITS: List[int] = []


class Clock:
    """A pause of the client ends at once, and moves its clock."""

    shift = 0.0

    def time(self) -> float:
        """Seconds since 1970."""
        return time.time() + self.shift

    def monotonic(self) -> float:
        """Seconds that only grow."""
        return time.monotonic() + self.shift

    def sleep(self, seconds: float) -> None:
        """Record a pause."""
        WAITS.append(round(seconds * 1000))
        self.shift += seconds


class Loop:
    """The same for asyncio."""

    async def sleep(self, seconds: float) -> None:
        """Record a pause."""
        CLOCK.sleep(seconds)


CLOCK = Clock()
exchange.time = CLOCK  # type: ignore[assignment]
client_module.time = CLOCK  # type: ignore[assignment]
client_module.asyncio = Loop()  # type: ignore[assignment]
# All clients trust the same certificates. Reading them again for each case would take longer than the case itself.
ssl.create_default_context = functools.lru_cache(maxsize=None)(ssl.create_default_context)  # type: ignore[assignment]


def make_client(task: Any, call: Any, index: int) -> Any:
    """Create a client as the case wants it."""
    options = call.get("options", {})
    given: Dict[str, Any] = {"access_token": task["access_token"], "api_key": task["api_key"]}
    given["api_key"] += options.get("suffix_of_api_key", "")
    for name in ("api_key", "access_token"):
        if options.get(name, "") is None:
            given[name] = None
    if "retries" in options:
        given["retries"] = options["retries"]
    if "timeout_seconds" in options:
        given["timeout"] = options["timeout_seconds"]
    base_url = options.get("base_url", f"{task['base_url']}/{index}{options.get('suffix_of_base_url', '')}")
    if MODE.startswith("httpx"):
        import httpx

        asynchronous = MODE == "httpx-asyncio"
        given["transport"] = (
            package.AsyncHttpxTransport(httpx.AsyncClient()) if asynchronous else package.HttpxTransport(httpx.Client())
        )
    made = (package.AsyncClient if MODE.endswith("asyncio") else package.Client)(base_url, **given)
    print(repr(made), vars(made), file=sys.stderr)
    return made


async def run_call(task: Any, call: Any, index: int) -> Dict[str, Any]:
    """Make the call of a case."""
    made = make_client(task, call, index)
    fields = {**(call.get("body") or {}), **call.get("query", {})}
    if "operation" in call:
        operation = getattr(package.operations, snake_case(call["operation"]).upper())
        return {"result": raw(await finished(made.call(operation, body=call.get("body"), query=call.get("query"))))}
    group, method = call["method"].split(".")
    ids = [call[name] for name in ("id", "delivery_id") if name in call]
    if "idempotency_key" in call:
        fields["idempotency_key"] = call["idempotency_key"]
    if "timeout_seconds" in call:
        fields.update(timeout=call["timeout_seconds"], interval=call["interval_seconds"])
    answer = getattr(getattr(made, group), method)(*ids, **fields)
    if method.startswith("all"):
        return {"items": await ids_of(answer, call.get("take"))}
    answer = await finished(answer)
    return {"result": raw(answer), **values(answer, call)}


async def finished(answer: Any) -> Any:
    """Wait for an answer of asyncio."""
    return await answer if asyncio.iscoroutine(answer) else answer


async def ids_of(items: Any, take: Any) -> List[str]:
    """Return the ids of all items, or of the first ones."""
    ids: List[str] = []
    if MODE.endswith("asyncio"):
        async for item in items:
            ids.append(item.id)
            if len(ids) == take:
                break
    else:
        for item in items:
            ids.append(item.id)
            if len(ids) == take:
                break
    return ids


def run_webhook(webhook: Any) -> Dict[str, Any]:
    """Verify the webhook of a case."""
    more = {"tolerance_seconds": webhook["tolerance_seconds"]} if "tolerance_seconds" in webhook else {}
    body = webhook["body"].encode() if MODE == "threads" else webhook["body"]
    headers = webhook["headers"] if MODE == "threads" else environ(webhook["headers"])
    event = package.verify_webhook(body, headers, webhook["secrets"], now=webhook["now"], **more)
    return {"event": raw(event), **values(event, webhook)}


def environ(headers: Any) -> Dict[str, str]:
    """Return headers as WSGI passes them, after variables of the environment with the names of these headers."""
    passed = {name.upper().replace("-", "_"): value for name, value in headers.items()}
    return {**{name: "whk_1" for name in passed}, **{f"HTTP_{name}": value for name, value in passed.items()}}


def raw(answer: Any) -> Any:
    """Return what was received."""
    return answer if answer is None or isinstance(answer, str) else answer.raw


def values(answer: Any, call: Any) -> Dict[str, Any]:
    """Read typed values."""
    times = [at(answer, path) for path in call.get("times", [])]
    assert all(isinstance(one, datetime) for one in times)
    read = [at(answer, path) for path in call.get("read", [])]
    return {"read": read, "times": [round(one.timestamp() * 1000) for one in times]}


def at(value: Any, path: str) -> Any:
    """Read an attribute of an attribute."""
    for name in path.split("."):
        if isinstance(value, (list, dict)):
            value = value[int(name) if isinstance(value, list) else name]
        else:
            value = getattr(value, name)
    return value


def snake_case(text: str) -> str:
    """Turn ``authSendOtp`` into ``auth_send_otp``."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in text)


async def run(task: Any, one: Any, index: int) -> Dict[str, Any]:
    """Run one case."""
    WAITS.clear()
    try:
        outcome = await run_call(task, one["call"], index) if "call" in one else run_webhook(one["webhook"])
    except package.ApiProblem as error:
        traceback.print_exc()
        error = copy.copy(error)  # By __reduce__, as a queue of another process does.
        fields = {**vars(error), "errors": [field._asdict() for field in error.errors], "message": str(error)}
        outcome = {"problem": fields}
    except package.WebhookSignatureError as error:
        error = copy.copy(error)
        outcome = {"refused": {"code": error.code, "message": str(error)}}
    except ValueError as error:
        traceback.print_exc()
        outcome = {"refused": {"message": str(error)}}
    return {**outcome, "waits": list(WAITS)}


async def main() -> None:
    """Run all cases."""
    task = json.load(sys.stdin)
    outcomes = [await run(task, one, index) for index, one in enumerate(task["cases"])]
    json.dump(outcomes, sys.stdout)


asyncio.run(main())
