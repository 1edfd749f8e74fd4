"""HTTP as uvicorn speaks it, for requests whose head has an end.

The parser keeps a head until it is whole, however long that takes: without a bound, one connection could fill
the memory with a single header, or keep the loop busy putting together its address.
"""

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD: Final = 128 * 1024
"""Bytes of a request's address and headers that are kept before the head is whole."""


class BoundedHttp(HttpToolsProtocol):
    """Hangs up on whoever sends more of a head than anybody needs."""

    _in_head = True
    _head = 0

    def data_received(self, data: bytes) -> None:
        """Some bytes have come."""
        if self._in_head:
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > MOST_HEAD and not self.transport.is_closing():
            self.send_400_response(f"The head of this request has more than {MOST_HEAD:,} bytes.")

    def on_headers_complete(self) -> None:
        """The head is whole."""
        self._in_head, self._head = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The body is whole, and another request may come."""
        self._in_head = True
        super().on_message_complete()
