"""The plain client: one call after the other."""

import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self
from urllib.parse import quote

import httpx
import msgspec

from pitboss.client.errors import ClientError, ServerFault, error_of
from pitboss.client.failover import Asking, Following, Servers, failed, headers, lost
from pitboss.client.route import Answer, Call
from pitboss.client.server_sent_events import StreamMessage
from pitboss.messages.links import SignNow
from pitboss.messages.tables import TableNow
from pitboss.tls import tls

TIMEOUT = 10.0


class Client:
    """A floor's client for one reader or player; with several addresses, any server may answer."""

    def __init__(
        self, url: str | Sequence[str], *, http: httpx.Client | None = None, token: str = ""
    ) -> None:
        self._servers = Servers(url)
        self._http = http or httpx.Client(timeout=TIMEOUT, verify=tls())
        if token:
            self._http.headers["Authorization"] = f"Bearer {token}"

    def send(self, call: Call[Answer]) -> Answer:
        """Send a call of :mod:`pitboss.client.calls`; raises a ``ClientError``.

        An idempotent call is retried at the next server when one does not answer.
        """
        asking = Asking(self._servers, call.path)
        while True:
            try:
                answer = self._http.request(
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
            time.sleep(pause)

    def follow_table(self, name: str) -> Iterator[TableNow]:
        """A table now and after each change."""
        for message in self._follow(f"/api/tables/{quote(name, '')}/stream", "table"):
            yield msgspec.json.decode(message.data, type=TableNow)

    def follow_sign(self, name: str) -> Iterator[SignNow]:
        """A sign now and after each change."""
        for message in self._follow(f"/api/links/{quote(name, '')}/stream", "sign"):
            yield msgspec.json.decode(message.data, type=SignNow)

    def _follow(self, path: str, event: str) -> Iterator[StreamMessage]:
        """Messages until the stream ends; with several servers it continues at the next one."""
        following = Following(self._servers, path, event)
        while True:
            try:
                with self._http.stream(**following.begin()) as stream:
                    if not stream.is_success:
                        raise error_of(stream.status_code, stream.read())
                    for line in stream.iter_lines():
                        if message := following.frame(line):
                            yield message
            except (httpx.HTTPError, ServerFault) as error:
                following.broke(error)
            if (pause := following.next()) is None:
                return
            time.sleep(pause)

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
