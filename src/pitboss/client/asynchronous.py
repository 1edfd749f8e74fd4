"""The asynchronous client: many players in one process."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Self
from urllib.parse import quote

import httpx
import msgspec

from pitboss.client.errors import ClientError, ServerFault, error_of
from pitboss.client.failover import Asking, Following, Servers, failed, headers, lost
from pitboss.client.plain import TIMEOUT
from pitboss.client.route import Answer, Call
from pitboss.client.server_sent_events import StreamMessage
from pitboss.messages.links import SignNow
from pitboss.messages.tables import TableNow
from pitboss.tls import tls


class AsyncClient:
    """A floor's client for one reader or player; with several addresses, any server may answer."""

    def __init__(
        self, url: str | Sequence[str], *, http: httpx.AsyncClient | None = None, token: str = ""
    ) -> None:
        self._servers = Servers(url)
        self._http = http or httpx.AsyncClient(timeout=TIMEOUT, verify=tls())
        if token:
            self._http.headers["Authorization"] = f"Bearer {token}"

    async def send(self, call: Call[Answer]) -> Answer:
        """Send a call of :mod:`pitboss.client.calls`; raises a ``ClientError``.

        An idempotent call is retried at the next server when one does not answer.
        """
        asking = Asking(self._servers, call.path)
        while True:
            try:
                answer = await self._http.request(
                    call.method, asking.address, content=call.content(), headers=headers(call)
                )
            except httpx.HTTPError as error:
                fault: ClientError = lost(error, call)
            else:
                if answer.is_success:
                    asking.answered()
                    return call.read(answer.content)
                fault = failed(answer, call)
            if (pause := asking.next()) is None:
                raise fault
            await asyncio.sleep(pause)

    async def follow_table(self, name: str) -> AsyncIterator[TableNow]:
        """A table now and after each change."""
        async for message in self._follow(f"/api/tables/{quote(name, '')}/stream", "table"):
            yield msgspec.json.decode(message.data, type=TableNow)

    async def follow_sign(self, name: str) -> AsyncIterator[SignNow]:
        """A sign now and after each change."""
        async for message in self._follow(f"/api/links/{quote(name, '')}/stream", "sign"):
            yield msgspec.json.decode(message.data, type=SignNow)

    async def _follow(self, path: str, event: str) -> AsyncIterator[StreamMessage]:
        """Messages until the stream ends; with several servers it continues at the next one."""
        following = Following(self._servers, path, event)
        while True:
            try:
                async with self._http.stream(**following.begin()) as stream:
                    if not stream.is_success:
                        raise error_of(stream.status_code, await stream.aread())
                    async for line in stream.aiter_lines():
                        if message := following.frame(line):
                            yield message
            except (httpx.HTTPError, ServerFault) as error:
                following.broke(error)
            if (pause := following.next()) is None:
                return
            await asyncio.sleep(pause)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
