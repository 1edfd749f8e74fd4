"""pgbouncer, a real pooler, for tests: found on the machine, else installed.

``python -m tools.pgbouncer`` sets it up and prints its path.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from tests.programs import running
from tests.store.standby import Server, as_postgres
from tests.waiting import until
from tools.chromium import apt, must_run

MISSING = "No pgbouncer was found and none could be installed: put one on the PATH"
_PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"])


def set_up_pgbouncer() -> str | None:
    """The path of pgbouncer, installed from the system's packages where that is allowed."""
    if not shutil.which("pgbouncer", path=_PATH):
        try:
            apt("pgbouncer")
        except (OSError, subprocess.SubprocessError) as fault:
            print(f"apt: {fault}", file=sys.stderr)
    return shutil.which("pgbouncer", path=_PATH)


@contextmanager
def pooler(server: Server, mode: str) -> Iterator[str]:
    """The URL of a pooler in front of a server."""
    program = set_up_pgbouncer()
    if not program and not must_run():
        pytest.skip(MISSING)
    assert program, MISSING
    port = server.port + 1000
    config = server.folder / f"pgbouncer-{mode}.ini"
    config.write_text(
        f"[databases]\npostgres = host={server.folder} port={server.port} user=postgres\n"
        f"[pgbouncer]\nlisten_addr =\nlisten_port = {port}\nunix_socket_dir = {server.folder}\n"
        f"auth_type = any\npool_mode = {mode}\nignore_startup_parameters = options,extra_float_digits\n",
        encoding="utf-8",
    )
    url = f"postgresql://postgres@/postgres?host={server.folder}&port={port}"

    def answers() -> bool:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    with (
        (server.folder / f"pgbouncer-{mode}.log").open("ab") as log,
        running([program, config], stdout=log, stderr=log, **as_postgres()),
    ):
        until(answers, "the pooler answers")
        yield url


if __name__ == "__main__":
    place = set_up_pgbouncer()
    print(place or MISSING)
    sys.exit(0 if place or not must_run() else 1)
