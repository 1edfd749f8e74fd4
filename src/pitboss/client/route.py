"""A request of the API as a value, made from an operation and its arguments."""

import uuid
from inspect import Parameter, Signature
from typing import Any, Final, Generic, TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from pitboss.messages.operations import OPERATIONS, WHOLE, Operation

Answer = TypeVar("Answer")
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
        """The encoded body."""
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
    """One operation as clients call it: calling it makes the request."""

    def __init__(self, operation: Operation) -> None:
        self.operation = operation
        self.fields, body = operation.sent, operation.body
        required = {field.name for field in msgspec.structs.fields(body) if field.required} if body else set()
        if operation.takes == WHOLE:
            self.fields, required = {_WHOLE: _WHOLE}, {_WHOLE}
        arguments = dict.fromkeys(operation.in_path.values(), Parameter.empty) | {
            name: Parameter.empty if field in required - {"id"} else None
            for name, field in self.fields.items()
        }
        self.__signature__ = Signature(
            [Parameter(name, _ANYHOW, default=default) for name, default in arguments.items()]
        )

    def __call__(self, *values: Any, **named: Any) -> Call[Answer]:
        """The request with these arguments; a ``TypeError`` tells which are missing or too many."""
        row, given = self.operation, self.__signature__.bind(*values, **named).arguments
        path = row.filled({argument: str(given[argument]) for argument in row.in_path.values()})
        said = {field: given[name] for name, field in self.fields.items() if given.get(name) is not None}
        if row.body is None:
            query = urlencode({name: _in_query(value) for name, value in said.items()})
            return Call(row.method, f"{path}?{query}" if query else path, row.answer)
        if _WHOLE in said:
            return Call(row.method, path, row.answer, said[_WHOLE])
        if "id" in self.fields.values():
            said.setdefault("id", new_id())
        return Call(row.method, path, row.answer, row.body(**said, **row.fixed))


def _in_query(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


CALLS: Final[dict[str, Route[Any]]] = {
    name: Route(row) for name, row in OPERATIONS.items() if row.answer is not None
}
"""Every call by its name."""
