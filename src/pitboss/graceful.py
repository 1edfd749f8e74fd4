"""A web server for which to be told to stop, and to stop, is a success."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from uvicorn.server import HANDLED_SIGNALS


class GracefulServer(uvicorn.Server):
    """Ends by returning, where uvicorn raises the signal that stopped it once more."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals as long as it serves, and raise none of them again at the end."""
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
