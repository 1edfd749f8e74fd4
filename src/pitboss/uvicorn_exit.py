"""uvicorn as every server here runs it: no request log of its own, and success when a signal stops it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

_LONGEST_SILENCE: Final = 75
"""Seconds between two requests of one connection: players think for longer than the usual five."""


def quiet_config(app: Any, host: str, port: int, **own: Any) -> uvicorn.Config:
    """Settings of uvicorn for an application that logs its own requests and reads proxy headers by itself.

    uvicorn believes the proxy headers of all of loopback.
    """
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        ws="none",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=_LONGEST_SILENCE,
        **own,
    )


class GracefulServer(uvicorn.Server):
    """Ends by returning, where uvicorn raises the signal that stopped it once more."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals while the server runs; restore the handlers at the end and raise none again."""
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
