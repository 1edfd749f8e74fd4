"""Several processes of one server on one port, started and watched by a parent that serves nothing itself.

The parent opens a listening socket for each process (``SO_REUSEPORT``), and the kernel spreads connections
over them. It keeps them open: what is sent to a process that was killed waits for the one in its place. The
first process opens the floor before the others begin, so that keys and tables are made once.

A process that is killed is replaced, because it says nothing of the others. One that ends by itself, or is
killed again at once, stops all: what ended it, a journal that is gone or a faulty setting, awaits them too.
"""

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Final

from msgspec import Struct

LOG: Final = logging.getLogger("pitboss.serve")
POSSIBLE: Final = sys.platform == "linux"
"""Whether the system spreads the connections to one port over several sockets."""
_AGAIN: Final = 10.0
"""Seconds within which a second kill of one process is not taken for an accident."""
_BACKLOG: Final = 2048
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class ServerPlace(Struct, frozen=True, kw_only=True):
    """The place of a process among those of one server."""

    number: int
    """From 0 on."""
    ports: tuple[int, ...]
    """Each process's own port of the loopback, by which the others and its host reach it."""
    sockets: tuple[socket.socket, ...]
    """What the process answers at: the shared port, and its own."""
    first: bool
    """Whether it opens the floor, and tells of it."""
    started: Callable[[], None]
    """To be called once the process answers."""

    @property
    def own_port(self) -> int:
        """The port that is this process's alone."""
        return self.ports[self.number]


Serve = Callable[[ServerPlace], int]
"""Serves at a place until it is told to stop; returns the exit status."""


class _Running(Struct):
    """A process that was started."""

    process: "multiprocessing.context.ForkProcess"
    ready: Connection
    began: float


class ServerProcesses:
    """The processes of one server; raises ``OSError`` if the port cannot be used."""

    def __init__(self, host: str, port: int, count: int, serve: Serve) -> None:
        self._serve = serve
        self._sockets = _shared(host, port, count)
        self._own = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
        self._ports = tuple(own.getsockname()[1] for own in self._own)
        self._alive, self._kept = os.pipe()
        self._running: dict[int, _Running] = {}
        self._stopping = False

    def run(self) -> int:
        """Serve until a signal; 0 if every process has stopped gracefully."""
        with self._passing_signals():
            self._start(0, first=True)
            with suppress(EOFError):  # The floor could not be opened.
                self._running[0].ready.recv()
                for number in range(1, len(self._sockets)):
                    if not self._stopping:
                        self._start(number)
            return self._watch()

    def _watch(self) -> int:
        """Wait for every process to end; replace those that were killed, or stop the others."""
        status = 0
        while self._running:
            wait([running.process.sentinel for running in self._running.values()])
            for number, running in list(self._running.items()):
                running.process.join(0)
                code = running.process.exitcode
                if code is None:
                    continue
                del self._running[number]
                again = time.monotonic() - running.began < _AGAIN
                if self._stopping:
                    status = status or _status_of(code)
                elif code < 0 and not again:
                    LOG.error(
                        "process %d was killed by signal %d: another takes its place", number + 1, -code
                    )
                    self._start(number)
                else:
                    LOG.error("process %d has ended with status %d: the server stops", number + 1, code)
                    status = _status_of(code) or 1
                    self._stop(signal.SIGTERM)
        return status

    def _start(self, number: int, *, first: bool = False) -> None:
        """Start the process of a place."""
        context = multiprocessing.get_context("fork")
        ready, telling = context.Pipe(duplex=False)
        place = ServerPlace(
            number=number,
            ports=self._ports,
            sockets=(self._sockets[number], self._own[number]),
            first=first,
            started=lambda: telling.send(True),
        )
        process = context.Process(target=self._child, args=(place,))
        process.start()
        telling.close()
        self._running[number] = _Running(process, ready, time.monotonic())

    def _child(self, place: ServerPlace) -> None:
        """Serve in a process of its own, which ends with its parent."""
        os.setpgid(0, 0)  # Ctrl-C reaches the parent alone, which passes it on once.
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._kept)
        threading.Thread(target=self._end_with_parent, name="parent", daemon=True).start()
        for each in {*self._sockets, *self._own}.difference(place.sockets):
            each.close()
        status = self._serve(place)
        sys.exit(status)

    def _end_with_parent(self) -> None:
        os.read(self._alive, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    @contextmanager
    def _passing_signals(self) -> Iterator[None]:
        """Pass the signals that stop a server on to its processes: the first is graceful, the second not."""
        self._before = {number: signal.signal(number, self._on_signal) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in self._before.items():
                signal.signal(number, handler)
            for each in (*self._sockets, *self._own):
                each.close()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._stop(number)

    def _stop(self, number: int) -> None:
        self._stopping = True
        for running in self._running.values():
            with suppress(ProcessLookupError):
                os.kill(running.process.pid or 0, number)


def _shared(host: str, port: int, count: int) -> list[socket.socket]:
    """As many listening sockets at one address; another server there is an error and gets no share."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    with socket.create_server((host, port), family=family) as alone:
        port = alone.getsockname()[1]
    return [
        socket.create_server((host, port), family=family, backlog=_BACKLOG, reuse_port=True)
        for _ in range(count)
    ]


def _status_of(code: int) -> int:
    return 128 - code if code < 0 else code
