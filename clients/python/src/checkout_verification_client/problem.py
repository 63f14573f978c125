"""Failed calls."""

from __future__ import annotations

import re
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Tuple

#: Longer texts of a response are cut: messages end up in logs.
_LONGEST_TEXT = 1_000


class FieldProblem(NamedTuple):
    """One invalid field of a request."""

    path: str
    """The field, for example ``customer.email``; empty for the body itself."""
    message: str


class ApiProblem(Exception):
    """A failed call: problem details (RFC 9457) from the API, or no usable response.

    ``code`` is a code of the API, or one of the client: ``unreachable`` (no response, or only a part of it),
    ``untrusted`` (the server's certificate is not valid), ``unexpected`` (the response is not from this API, for
    example a proxy's error page) or ``timeout`` (``wait_for_outcome`` gave up).
    """

    def __init__(
        self,
        detail: str,
        *,
        code: str,
        status: int = 0,
        request_id: Optional[str] = None,
        errors: Sequence[FieldProblem] = (),
        retry_after_seconds: Optional[float] = None,
        type: Optional[str] = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        #: HTTP status; 0 without a response.
        self.status = status
        #: Quote it to support.
        self.request_id = request_id
        #: The invalid fields; empty for most codes.
        self.errors: Tuple[FieldProblem, ...] = tuple(errors)
        #: From ``Retry-After``.
        self.retry_after_seconds = retry_after_seconds
        #: Where the code is documented.
        self.type = type

    def __reduce__(self) -> Tuple[Any, ...]:
        """Make the exception survive a queue of another process."""
        return (_rebuilt, (str(self), dict(self.__dict__)))


def _rebuilt(detail: str, fields: Mapping[str, Any]) -> ApiProblem:
    return ApiProblem(detail, **fields)


def plain(value: object, secret: Optional[str] = None) -> Optional[str]:
    """Return text of a response as one short line without the caller's own secret; None for anything else."""
    if not isinstance(value, str):
        return None
    shown = value.replace(secret, "***") if secret else value
    return re.sub(r"[\x00-\x1f\x7f]+", " ", shown)[:_LONGEST_TEXT]
