"""How one operation of the API is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Operation(Generic[T]):
    """One operation; ``T`` is the type of its answer."""

    method: str
    path: str
    """With ``{name}`` for parameters."""
    auth: str
    """``none``, ``api-key`` or ``jwt``."""
    idempotent: bool
    """The service honors ``Idempotency-Key``, so that a repeated request has no second effect."""
    output: Any
    """Class of the answer; None for no answer."""
