"""Versions of the code that are measured side by side: this checkout, and what another commit holds."""

import io
import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

_CHECKOUT = Path(__file__).parents[1]


class ServerVersion(Struct, frozen=True):
    """The code of a server; the client is always of this checkout, so all get the same requests."""

    name: str
    source: Path
    """The folder that holds ``pitboss``."""

    @property
    def environment(self) -> dict[str, str]:
        """Of a process that runs it."""
        paths = (str(self.source), str(_CHECKOUT))
        return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


HERE = ServerVersion("this checkout", _CHECKOUT / "src")


@contextmanager
def version_of(ref: str) -> Iterator[ServerVersion]:
    """The code of a commit, in a folder of its own."""
    command = ["git", "-C", str(_CHECKOUT), "archive", ref, "src"]
    packed = subprocess.run(command, check=False, capture_output=True)
    if packed.returncode:
        raise SystemExit(f"this checkout has no version {ref}: {packed.stderr.decode().strip()}")
    with tempfile.TemporaryDirectory() as folder, tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
        yield ServerVersion(ref, Path(folder) / "src")
