"""The plain client: one call after the other."""

from collections.abc import Iterator
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from pitboss.api.views import SignNow, TableNow
from pitboss.client.calls import Call
from pitboss.client.errors import ServerFault, error_of
from pitboss.client.messages import Gatherer, Message

Answer = TypeVar("Answer")
TIMEOUT = 10.0


class Client:
    """A server of a floor, as one reader or player uses it."""

    def __init__(self, url: str, *, http: httpx.Client | None = None, token: str = "") -> None:
        self._http = http or httpx.Client(base_url=url, timeout=TIMEOUT)
        if token:
            self._http.headers["Authorization"] = f"Bearer {token}"

    def send(self, call: Call[Answer]) -> Answer:
        """Send a call of :mod:`pitboss.client.calls`; raises a ``ClientError``."""
        headers = {"Content-Type": "application/json"} if call.body is not None else {}
        try:
            answer = self._http.request(call.method, call.path, content=call.content(), headers=headers)
        except httpx.HTTPError as error:
            raise ServerFault(f"the server cannot be reached: {error}") from error
        if not answer.is_success:
            raise error_of(answer.status_code, answer.content)
        return call.read(answer.content)

    def follow_table(self, name: str) -> Iterator[TableNow]:
        """A table now and after each change."""
        for message in self._follow(f"/api/tables/{quote(name, '')}/stream", "table"):
            yield msgspec.json.decode(message.data, type=TableNow)

    def follow_sign(self, name: str) -> Iterator[SignNow]:
        """A sign now and after each change."""
        for message in self._follow(f"/api/links/{quote(name, '')}/stream", "sign"):
            yield msgspec.json.decode(message.data, type=SignNow)

    def _follow(self, path: str, event: str) -> Iterator[Message]:
        gatherer = Gatherer()
        try:
            with self._http.stream("GET", path) as stream:
                if not stream.is_success:
                    raise error_of(stream.status_code, stream.read())
                for line in stream.iter_lines():
                    message = gatherer.line(line)
                    if message and message.event == event:
                        yield message
        except httpx.HTTPError as error:
            raise ServerFault(f"the stream broke: {error}") from error

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
