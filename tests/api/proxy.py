"""A proxy before a database, which can hold all that goes through it like a network that swallows it."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tests.waiting import happens


class Proxy:
    """Listens on loopback and passes on; while it holds, nothing arrives and no connection ends."""

    def __init__(self, url: str) -> None:
        parts = conninfo_to_dict(url)
        self._target = f"{parts['host']}/.s.PGSQL.{parts.get('port') or 5432}"
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open = threading.Event()
        self._open.set()
        self._sockets: list[socket.socket] = []
        there = {**parts, "host": "127.0.0.1", "port": self._listening.getsockname()[1]}
        options = there.pop("options", "")
        self.url = f"postgresql:///?{'&'.join(f'{name}={value}' for name, value in there.items() if value)}"
        if options:
            self.url += f"&options={str(options).replace('=', '%3D').replace(' ', '%20')}"
        assert make_conninfo(self.url)
        threading.Thread(target=self._accept, daemon=True).start()

    def hold(self) -> None:
        """From now on nothing arrives."""
        self._open.clear()

    def release(self) -> None:
        """All that was held arrives."""
        self._open.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.set()
        self._listening.close()
        for found in self._sockets:
            with suppress(OSError):
                found.shutdown(socket.SHUT_RDWR)
            found.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listening.accept()
                there = socket.socket(socket.AF_UNIX)
                self._sockets += (here, there)
                there.connect(self._target)
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                happens(self._open, "the test releases what the proxy holds")
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
