"""The asynchronous client: many players in one process."""

from collections.abc import AsyncIterator
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from pitboss.api.views import SignNow, TableNow
from pitboss.client.calls import Call
from pitboss.client.errors import ServerFault, error_of
from pitboss.client.messages import Gatherer, Message
from pitboss.client.plain import TIMEOUT

Answer = TypeVar("Answer")


class AsyncClient:
    """A server of a floor, as one reader or player uses it."""

    def __init__(self, url: str, *, http: httpx.AsyncClient | None = None, token: str = "") -> None:
        self._http = http or httpx.AsyncClient(base_url=url, timeout=TIMEOUT)
        if token:
            self._http.headers["Authorization"] = f"Bearer {token}"

    async def send(self, call: Call[Answer]) -> Answer:
        """Send a call of :mod:`pitboss.client.calls`; raises a ``ClientError``."""
        headers = {"Content-Type": "application/json"} if call.body is not None else {}
        try:
            answer = await self._http.request(call.method, call.path, content=call.content(), headers=headers)
        except httpx.HTTPError as error:
            raise ServerFault(f"the server cannot be reached: {error}") from error
        if not answer.is_success:
            raise error_of(answer.status_code, answer.content)
        return call.read(answer.content)

    async def follow_table(self, name: str) -> AsyncIterator[TableNow]:
        """A table now and after each change."""
        async for message in self._follow(f"/api/tables/{quote(name, '')}/stream", "table"):
            yield msgspec.json.decode(message.data, type=TableNow)

    async def follow_sign(self, name: str) -> AsyncIterator[SignNow]:
        """A sign now and after each change."""
        async for message in self._follow(f"/api/links/{quote(name, '')}/stream", "sign"):
            yield msgspec.json.decode(message.data, type=SignNow)

    async def _follow(self, path: str, event: str) -> AsyncIterator[Message]:
        gatherer = Gatherer()
        try:
            async with self._http.stream("GET", path) as stream:
                if not stream.is_success:
                    raise error_of(stream.status_code, await stream.aread())
                async for line in stream.aiter_lines():
                    message = gatherer.line(line)
                    if message and message.event == event:
                        yield message
        except httpx.HTTPError as error:
            raise ServerFault(f"the stream broke: {error}") from error

    async def close(self) -> None:
        """Let go of the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
