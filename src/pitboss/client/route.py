"""A request of the API as a value, and the routes that make requests from arguments."""

import re
import uuid
from inspect import Parameter, Signature
from types import NoneType
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote, urlencode

import msgspec
from msgspec import Struct

Answer = TypeVar("Answer")
_IN_PATH: Final = re.compile(r"{(\w+)(:path)?}")
_WHOLE: Final = "what"
_ANYHOW: Final = Parameter.POSITIONAL_OR_KEYWORD


class Call(Struct, Generic[Answer], frozen=True):
    """One request and the type of its answer."""

    method: str
    path: str
    answer: Any
    body: Any = None

    @property
    def repeatable(self) -> bool:
        """Whether a client may retry the request: it is idempotent, because it reads or carries an id."""
        return self.method == "GET" or getattr(self.body, "id", None) is not None

    def content(self) -> bytes | None:
        """The body as it is sent."""
        return msgspec.json.encode(self.body) if self.body is not None else None

    def read(self, content: bytes) -> Answer:
        """The answer, decoded from the body of a response."""
        if self.answer is str:
            found: Any = content.decode()
        else:
            found = msgspec.json.decode(content or b"null", type=self.answer)
        answer: Answer = found
        return answer


def new_id() -> str:
    """A command id; a client that retries a command sends the same id again."""
    return uuid.uuid4().hex


class Route(Generic[Answer]):
    """One line of the table of calls: calling it makes the request.

    ``takes`` names the fields of the body or of the query, each followed by a colon and the name of its
    argument where that is another one. A body without ``takes`` is one argument, ``what``.
    """

    def __init__(
        self, method: str, path: str, answer: Any, body: type[Struct] | None, takes: str, **fixed: Any
    ) -> None:
        self.method, self.path, self.answer, self.body, self._fixed = method, path, answer, body, fixed
        parts = [part.partition(":") for part in takes.split()]
        fields = {argument or field: field for field, _, argument in parts}
        required = {field.name for field in msgspec.structs.fields(body) if field.required} if body else set()
        if body and not takes:
            fields, required = {_WHOLE: _WHOLE}, {_WHOLE}
        elif "id" in required and "id" not in fields.values():
            fields["command_id"] = "id"
        self.in_path = {name: "/" if whole else "" for name, whole in _IN_PATH.findall(path)}
        self.fields = fields
        arguments = dict.fromkeys(self.in_path, Parameter.empty) | {
            name: Parameter.empty if field in required - {"id"} else None for name, field in fields.items()
        }
        self.__signature__ = Signature(
            [Parameter(name, _ANYHOW, default=default) for name, default in arguments.items()]
        )

    def __call__(self, *values: Any, **named: Any) -> Call[Answer]:
        """The request with these arguments; a ``TypeError`` tells which are missing or too many."""
        given = self.__signature__.bind(*values, **named).arguments
        path = _IN_PATH.sub(lambda part: quote(str(given[part[1]]), self.in_path[part[1]]), self.path)
        said = {field: given[name] for name, field in self.fields.items() if given.get(name) is not None}
        if self.body is None:
            query = urlencode({name: _in_query(value) for name, value in said.items()})
            return Call(self.method, f"{path}?{query}" if query else path, self.answer)
        if _WHOLE in said:
            return Call(self.method, path, self.answer, said[_WHOLE])
        if "id" in self.fields.values():
            said.setdefault("id", new_id())
        return Call(self.method, path, self.answer, self.body(**said, **self._fixed))


def _in_query(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def get(path: str, answer: type[Answer], takes: str = "") -> Route[Answer]:
    """A call that reads; ``takes`` names what may stand in the query."""
    return Route("GET", path, answer, None, takes)


def post(
    path: str, answer: type[Answer], body: type[Struct] | None = None, takes: str = "", **fixed: Any
) -> Route[Answer]:
    """A call that changes something; ``fixed`` are fields of the body that it always sends."""
    return Route("POST", path, answer, body, takes, **fixed)


def delete(path: str) -> Route[None]:
    """A call that ends something."""
    return Route("DELETE", path, NoneType, None, "")
