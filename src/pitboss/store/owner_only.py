"""Files that hold the record or secrets: made for their owner alone, whatever the umask.

A journal names players, bets and dealt cards, so nobody else on the machine may read it. SQLite gives the
files that it makes beside a database the rights of the database, so that one file is made first, empty.
"""

import logging
import os
import stat
import threading
from pathlib import Path
from typing import Final

from pitboss.atomic_write import OWNER_ONLY

LOG: Final = logging.getLogger("pitboss.store")
_OTHERS: Final = 0o077
_BESIDE: Final = ("", "-wal", "-shm", "-journal")
_making = threading.Lock()


def make_owner_only(path: Path | str) -> None:
    """Make an empty owner-only file if there is none; otherwise take the permissions of others away.

    The files that SQLite keeps beside a database are treated likewise. A file that cannot be made is left
    for the next open to report. An existing file is never opened: closing it would release the POSIX locks
    that SQLite holds on it in this process.
    """
    real = Path(path).resolve()
    with _making:
        try:
            descriptor = os.open(real, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        except OSError:
            pass
        else:
            os.close(descriptor)
            real.chmod(OWNER_ONLY)
    for beside in _BESIDE:
        tighten(real.with_name(real.name + beside))


def tighten(path: Path) -> None:
    """Take others' permissions from a file of this user and log it; only warn of a file of another user."""
    try:
        found = path.stat()
    except OSError:
        return
    mode = stat.S_IMODE(found.st_mode)
    if not stat.S_ISREG(found.st_mode) or not mode & _OTHERS:
        return
    if found.st_uid == os.geteuid():
        try:
            path.chmod(mode & ~_OTHERS)
        except OSError as error:
            LOG.warning("%s may be used by others, and that cannot be changed: %s", path, error.strerror)
        else:
            LOG.warning("%s could be used by others: it is its owner's alone from now on", path)
        return
    LOG.warning("%s may be used by others and belongs to somebody else: let them chmod 600 it", path)
