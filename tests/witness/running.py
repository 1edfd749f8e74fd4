"""A witness in a process of its own, as a regulator runs it."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from pitboss.tlog.note import NoteKey, parse_note_key
from pitboss.witness.client import Witness
from tests.api.processes import free_port
from tests.programs import running as running_program
from tests.waiting import PATIENCE, until


class Running:
    """A witness in a process of its own."""

    def __init__(self, folder: Path, *more: str, keys: tuple[NoteKey, ...] = ()) -> None:
        port = free_port()
        logs = [word for key in keys for word in ("--log", key.text())]
        command = [*arguments(folder), *logs, "--port", str(port), *more]
        self._ending = ExitStack()
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        program = running_program([sys.executable, "-m", "pitboss", *command], **pipes)
        self.process = self._ending.enter_context(program)
        self.said: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.rstrip())
            if "answers at" in line:
                break
        self.url = f"http://127.0.0.1:{port}"
        (vkey,) = [line.removeprefix("Key     ") for line in self.said if line.startswith("Key ")]
        self.witness = Witness(self.url, parse_note_key(vkey))
        self._wait()

    def _wait(self) -> None:
        def answers() -> bool:
            assert self.process.poll() is None
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", int(self.url.rpartition(":")[2]))).close()
                return True
            return False

        until(answers, "the witness answers")

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        self.process.communicate(timeout=PATIENCE)
        self._ending.close()
        return self.process.returncode


def arguments(folder: Path) -> list[str]:
    files = ("--state", str(folder / "w.db"), "--key", str(folder / "w.pem"))
    return ["witness", *files, "--name", "regulator.example/w1"]


@contextmanager
def running(folder: Path, *more: str, keys: tuple[NoteKey, ...] = ()) -> Iterator[Running]:
    found = Running(folder, *more, keys=keys)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.end()
