"""Atomic file writes: a reader finds a whole file or none, also after a power cut.

A file is written beside its place under a hidden name, synced, and given its own name in one step. Its folder
is synced too, so the name survives a power cut as well.
"""

import errno
import os
import tempfile
from pathlib import Path
from typing import Final

OWNER_ONLY: Final = 0o600


def write_whole(path: Path, data: bytes, *, mode: int | None = None, replace: bool = True) -> None:
    """Write a file atomically and durably, by default with the permissions that the umask leaves.

    Raises :class:`OSError`; without ``replace``, :class:`FileExistsError` for a file that is there.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        publish(part, path, mode=0o666 & ~_umask() if mode is None else mode, replace=replace)
    finally:
        part.unlink(missing_ok=True)


def unwritable(path: Path) -> str | None:
    """Why a file cannot be written there, as far as that is known beforehand; None if nothing is."""
    if path.is_dir():
        return os.strerror(errno.EISDIR)
    if not path.parent.is_dir():
        return os.strerror(errno.ENOENT)
    return None if os.access(path.parent, os.W_OK | os.X_OK) else os.strerror(errno.EACCES)


def publish(part: Path, path: Path, *, mode: int | None = None, replace: bool = False) -> None:
    """Sync a finished file and give it its name; ``part`` is gone afterwards. Raises as ``write_whole``."""
    if mode is not None:
        part.chmod(mode)
    _sync(part)
    if replace:
        part.replace(path)
    else:
        _rename(part, path)
    _sync(path.parent)


def _rename(part: Path, path: Path) -> None:
    """Rename without ever replacing another file."""
    try:
        # Unlike a rename, a hard link fails if another process has made the file meanwhile.
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links, such as that of a memory stick.
        if path.exists():
            raise FileExistsError(path) from None
        part.rename(path)
    else:
        part.unlink()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
