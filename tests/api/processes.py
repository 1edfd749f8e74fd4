"""Real servers of one floor, each a process of ``pitboss serve``, to be stopped, killed and started again."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Final, Self

import httpx

from pitboss.client import Client, calls
from pitboss.floor.dealer.turns import Pace
from pitboss.floor.setup.config import DEFAULT_FILE
from tests.waiting import PATIENCE, until

_HELD: Final[list[socket.socket]] = []
PITBOSS: Final = ("-m", "pitboss")
QUICK: Final = (
    "-c",
    """
import sys
sys.modules["pydantic"] = None
from argon2.profiles import CHEAPEST
from pitboss.access.hashing import Hasher
from pitboss.__main__ import main
Hasher.__init__.__defaults__ = (CHEAPEST,)
sys.exit(main())
""",
)
"""``pitboss`` as it is, but a hash takes no time: the thirteen of a new demo floor are most of its start.

Nor does Litestar import what tools of the checks have brought: a floor's own install has none."""


class Process:
    """One server, at an address that stays the same over its lives."""

    program: ClassVar[tuple[str, ...]] = PITBOSS
    """What Python runs; where nothing is measured, ``QUICK``."""

    def __init__(self, folder: Path, url: str, *arguments: str) -> None:
        self._folder, self._journal, self._arguments = folder, url, arguments
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self.log = folder / f"server-{self._port}.log"
        self.environment: dict[str, str] = {}
        """What it is told besides, from its next start on."""
        self._token = ""
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, without waiting."""
        command = [
            sys.executable,
            *self.program,
            "serve",
            "--config",
            "floor.toml",
            "--journal",
            self._journal,
        ]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--port", str(self._port), *self._arguments],
                cwd=self._folder,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                env={**os.environ, **self.environment},
            )

    def wait_until_ready(self) -> None:
        """Until it says that it is ready."""
        until(self._ready_or_over, lambda: f"a server that says {self.said()!r} is ready")

    def ready(self) -> bool:
        """Whether it says so now."""
        try:
            return httpx.get(f"{self.url}/ready", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def _ready_or_over(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.said()
        return self.ready()

    @property
    def pid(self) -> int:
        """Of its present life."""
        assert self._process is not None
        return self._process.pid

    def signal(self, number: int) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def exit_status(self) -> int:
        """Its exit status, once it has ended."""
        assert self._process is not None
        return self._process.wait(PATIENCE)

    def kill(self) -> None:
        """End it without any warning."""
        self.signal(signal.SIGKILL)
        self.exit_status()

    def metric(self, name: str) -> float:
        """A figure of its metrics."""
        text = httpx.get(f"{self.url}/metrics", headers=self._administrator(), timeout=PATIENCE).text
        return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith(f"{name} "))

    def _administrator(self) -> dict[str, str]:
        """Signed in with what the first server of a demo floor has printed."""
        if not self._token:
            logs = "".join(path.read_text(encoding="utf-8") for path in self._folder.glob("server-*.log"))
            found = re.search(r"^  administrator +(\S+)", logs, re.M)
            assert found
            with Client(self.url) as client:
                self._token = client.send(calls.sign_in("administrator", found[1])).token
        return {"Authorization": f"Bearer {self._token}"}

    def said(self) -> str:
        """What it has written."""
        return self.log.read_text(encoding="utf-8", errors="replace")


class Servers:
    """Several servers of one floor; all are killed in the end."""

    def __init__(self, folder: Path, url: str, count: int, pace: Pace, *arguments: str) -> None:
        write_floor(folder, pace)
        self.all = [Process(folder, url, *arguments) for _ in range(count)]

    @property
    def urls(self) -> list[str]:
        """Their addresses."""
        return [process.url for process in self.all]

    def __enter__(self) -> Self:
        for process in self.all:
            process.start()
            process.wait_until_ready()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self.all:
            process.kill()
            if error:
                print(process.said()[-4000:])


def write_floor(folder: Path, pace: Pace) -> None:
    """The tables of the default floor that the software deals, at another pace."""
    head, *tables = DEFAULT_FILE.read_text(encoding="utf-8").split("[[tables]]\n")
    text = "[[tables]]\n".join([head, *(table for table in tables if 'dealer = "automatic"' in table)])
    head, _, rest = text.partition("[pace]\n")
    _, _, rest = rest.partition("\n\n")
    lines = "".join(f"{name} = {getattr(pace, name)}\n" for name in pace.__struct_fields__)
    (folder / "floor.toml").write_text(f"{head}[pace]\n{lines}\n{rest}", encoding="utf-8")


def free_port() -> int:
    """A port that nothing listens on, and that no other process is given while this one lives.

    A socket of this process stays bound to it. A server may bind it beside that one, because servers reuse
    addresses and this socket never listens.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    _HELD.append(held)
    port: int = held.getsockname()[1]
    return port
