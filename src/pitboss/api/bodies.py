"""Requests read strictly: a body of exactly its type, and addresses without control characters.

The framework by itself reads a body leniently (the text ``"1e2"`` for the number 100) and numbers in a path
in the digits of any script.
"""

import json
import re
from datetime import date
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.exceptions import InternalServerException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from pitboss.api.errors import BadRequest, not_found
from pitboss.messages.texts import LONGEST_NAME, ONE_LINE
from pitboss.money import brief
from pitboss.reason import because
from pitboss.time_zones import parse_day

_ONE_LINE: Final = re.compile(ONE_LINE)
_LARGEST_NUMBER: Final = 2**53
"""The largest that every reader of JSON keeps exact."""


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body must be what its route declares."""

    _received: bytes | None = None

    async def json(self) -> Any:
        """The body as the type of the route's ``data``."""
        field = self.route_handler.parsed_data_field
        assert field is not None, "only a route with a body asks for it"
        return read_body(await self.body(), field.annotation)

    async def body(self) -> bytes:
        """The body, without Litestar's generator: most bodies come in one piece."""
        if self._received is None:
            self._received = await self._receive_whole()
        return self._received

    async def _receive_whole(self) -> bytes:
        most = self.route_handler.resolve_request_max_body_size()
        whole, more = b"", True
        while more:
            message: Any = await self.receive()
            if message["type"] == "http.disconnect":
                raise InternalServerException("client disconnected prematurely")
            whole, more = whole + message["body"], message.get("more_body", False)
            if most is not None and len(whole) > most:
                raise RequestEntityTooLarge
        return whole


def read_body(body: bytes, type_: Any) -> Any:
    """A body of JSON as a value of a type; raises :class:`BadRequest` for anything else."""
    try:
        found = _decoder(type_).decode(body)
        if not _is_written_alike(body):
            _NAMES_ONCE.decode(body.decode())
    except msgspec.ValidationError as fault:
        found, _, path = str(fault).partition(" - at `$")
        raise BadRequest(because("bad_request.type", found=found), f"body{path.removesuffix('`')}") from None
    except _TwiceFault as fault:
        raise BadRequest(because("bad_request.twice", name=str(fault)), "body") from None
    except RecursionError:
        raise BadRequest(because("bad_request.nested"), "body") from None
    except UnicodeDecodeError:
        raise BadRequest(because("bad_request.utf8"), "body") from None
    except msgspec.DecodeError as fault:
        raise BadRequest(because("bad_request.json", found=str(fault)), "body") from None
    return found


def check_address(request: Request[Any, Any, Any]) -> None:
    """Refuse a path or query with characters that no name or number of ours contains."""
    scope: Any = request.scope
    places = scope["path_template"].split("/")
    for place, text in zip(places, scope["path"].split("/"), strict=False):
        name = place.removeprefix("{").removesuffix("}")
        value = scope["path_params"].get(name) if place != name else None
        if isinstance(value, int) and (str(value) != text or not 0 <= value <= _LARGEST_NUMBER):
            raise not_found(because("not_found.number", given=repr(text[:40])))
        if isinstance(value, str):
            _check_line(text, f"path.{name}")
    if scope["query_string"]:
        for name, value in request.query_params.multi_items():
            _check_line(str(value), f"query.{name[:40]}", 64 * 1024)


def _check_line(text: str, path: str, most: int = LONGEST_NAME) -> None:
    if len(text) > most:
        raise BadRequest(because("bad_request.long", most=most), path)
    if not _ONE_LINE.search(text):
        raise BadRequest(because("bad_request.control"), path)


@cache
def _decoder(type_: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(type_)


def _is_written_alike(body: bytes) -> bool:
    """Whether a body, read and written again, is the same: then it has no name twice.

    True of a body without spaces; checking each name takes four times as long.
    """
    try:
        return msgspec.json.encode(msgspec.json.decode(body)) == body
    except (msgspec.MsgspecError, OverflowError):
        return False


class _TwiceFault(ValueError):
    pass


def _once(pairs: list[tuple[str, Any]]) -> None:
    seen = set[str]()
    for name, _ in pairs:
        if name in seen:
            raise _TwiceFault(brief(name))
        seen.add(name)


_NAMES_ONCE: Final = json.JSONDecoder(object_pairs_hook=_once, parse_int=str, parse_float=str)
"""Two readers of one body must not find two values under one name."""


def day_given(text: str, path: str) -> date:
    """A gaming day of a request, named at a path in it."""
    try:
        return parse_day(text)
    except ValueError:
        raise BadRequest(because("bad_request.day", given=brief(text)), path) from None
