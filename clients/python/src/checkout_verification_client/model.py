"""Objects that the service returns."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, Dict, Literal, Mapping, Union, get_args, get_origin, get_type_hints

#: Every JSON parser reads whole numbers up to this one exactly.
_LARGEST_INTEGER = 2**53 - 1
_TIME = re.compile(r"^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$")


class DecodeError(ValueError):
    """A response is not what the API promises."""


class Model:
    """An object of the API, read-only.

    Values that later versions add arrive unchanged; ``raw`` has fields that this version does not know. A field that
    the service did not send raises ``AttributeError`` when it is read.
    """

    raw: Dict[str, Any]

    def __init__(self, raw: Mapping[str, Any], where: str = "") -> None:
        values = self.__dict__
        values["raw"] = dict(raw)
        for name, kind in _fields(type(self)).items():
            key = name.rstrip("_")
            if key in raw:
                values[name] = decode(kind, raw[key], f"{where}.{key}" if where else key)

    @classmethod
    def _read(cls, raw: Mapping[str, Any], where: str = "") -> Model:
        """Read an object: an event as the class of its type, any other as this class."""
        return cls(raw, where)

    if not TYPE_CHECKING:  # A type checker would then accept any name.

        def __getattr__(self, name: str) -> Any:
            known = name in _fields(type(self))
            reason = "the service did not send it" if known else "there is no such field"
            raise AttributeError(f"{type(self).__name__}.{name}: {reason}.")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is read-only.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is read-only.")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__["raw"] == self.raw

    def __hash__(self) -> int:
        return hash((type(self), str(self.raw.get("id"))))

    def __repr__(self) -> str:
        """Show which object it is, but no contents: some are secret or personal."""
        shown = [f"{name}={self.raw[name]!r}" for name in ("id", "type", "status") if name in self.raw]
        return f"<{' '.join([type(self).__name__, *shown])}>"


_known: Dict[type, Dict[str, Any]] = {}


def _fields(model: type) -> Dict[str, Any]:
    if model not in _known:
        _known[model] = {name: kind for name, kind in get_type_hints(model).items() if name != "raw"}
    return _known[model]


def decode(kind: Any, value: Any, where: str) -> Any:
    """Read ``value`` as the annotated ``kind``.

    Raises DecodeError, which names the place but not the value.
    """
    if kind is Any:
        return value
    origin = get_origin(kind)
    if origin is Union:
        return _decode_union(get_args(kind), value, where)
    if origin is Literal:
        return _checked(value, str, where)
    if origin is list:
        (item,) = get_args(kind)
        return [decode(item, one, f"{where}.{index}") for index, one in enumerate(_checked(value, list, where))]
    if origin is dict:
        _, item = get_args(kind)
        return {key: decode(item, one, f"{where}.{key}") for key, one in _checked(value, dict, where).items()}
    if kind is datetime:
        return _decode_time(_checked(value, str, where), where)
    if kind is float and type(value) is int:
        return value
    if isinstance(kind, type) and issubclass(kind, Model):
        return kind._read(_checked(value, dict, where), where)
    return _checked(value, kind, where)


def _decode_union(kinds: Any, value: Any, where: str) -> Any:
    if value is None and type(None) in kinds:
        return None
    models = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Model)]
    if models:  # Several are classes of events. Each could read any event; the last one finds the class of its type.
        return decode(models[-1], value, where)
    problem = DecodeError(f"{where} is missing")
    for kind in kinds:
        if kind is type(None):
            continue
        try:
            return decode(kind, value, where)
        except DecodeError as error:
            problem = error
    raise problem


def _checked(value: Any, kind: type, where: str) -> Any:
    if type(value) is not kind:  # A boolean is an integer to isinstance.
        raise DecodeError(f"{where or 'the body'} is not a {kind.__name__}")
    return value


def _decode_time(text: str, where: str) -> datetime:
    match = _TIME.match(text)
    if match is None:
        raise DecodeError(f"{where} is not a time")
    seconds, fraction, sign, hours, minutes = match.groups()
    try:
        time = datetime.strptime(seconds, "%Y-%m-%dT%H:%M:%S").replace(
            microsecond=int((fraction or "0")[:6].ljust(6, "0")), tzinfo=timezone.utc
        )
        shift = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
        return time + shift if sign == "-" else time - shift
    except (ValueError, OverflowError):
        raise DecodeError(f"{where} is not a time") from None


def parse_json(body: bytes) -> Any:
    """Parse JSON of the API. Raises DecodeError."""
    try:
        return json.loads(body.decode("utf-8"), parse_int=_integer, parse_float=_number, parse_constant=_refuse)
    except RecursionError:
        raise DecodeError("the JSON is nested too deeply") from None
    except DecodeError:
        raise
    except ValueError:
        raise DecodeError("the body is not JSON") from None


def _integer(text: str) -> int:
    # The length first: Python takes long to read a million digits.
    if len(text) > 17 or abs(int(text)) > _LARGEST_INTEGER:
        raise DecodeError("a number is too large to be exact")
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if abs(value) > _LARGEST_INTEGER:
        raise DecodeError("a number is too large to be exact")
    return value


def _refuse(text: str) -> Any:
    raise DecodeError(f"{text} is not JSON")
