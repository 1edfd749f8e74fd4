"""The cache of counts on disk, keyed by a hash of everything the numbers depend on.

An entry is a few named arrays of integers. Files are written atomically (to a temporary file, then renamed),
so readers meet a whole file or none and writers do not disturb each other. A damaged file is a cache miss.
Where the folder is not writable, nothing is cached.

A few entries ship with the package. They are read where nothing can be counted, which is in an installation
without the mathematics; everywhere else the numbers are counted.
"""

import hashlib
import json
import math
import os
import sys
import zlib
from array import array
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pitboss.atomic_write import OWNER_ONLY, write_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Arrays = dict[str, "NDArray[np.int64]"]

_MAGIC: Final = b"pitboss counts 2\n"
_DIGEST: Final = hashlib.sha256().digest_size
SHIPPED: Final = Path(__file__).parent / "shipped_counts"
"""The folder of the entries that ship; ``python -m tools.shipped_counts`` writes them anew."""


def cache_folder() -> Path:
    """The folder of the cache: ``PITBOSS_CACHE``, or one in the user's cache folder."""
    if named := os.environ.get("PITBOSS_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "pitboss"


def cached_arrays(kind: str, subject: Mapping[str, Any], count: Callable[[], Arrays]) -> Arrays:
    """The arrays cached for ``subject``; on a miss, those of ``count``, which are then cached.

    ``kind`` names the method with its version; ``subject`` holds everything the numbers depend on, as plain
    JSON values. The arrays are shared, and so read-only.
    """
    key = _key(kind, subject)
    known = _RECENT.pop(key, None)
    if known is None:
        entry = read_entry(key)
        known = count() if entry is None else _as_arrays(entry)
        if entry is None:
            _write(key, known)
    for numbers in known.values():
        numbers.flags.writeable = False
    _RECENT[key] = known
    while len(_RECENT) > _KEPT:
        del _RECENT[next(iter(_RECENT))]
    return known


def cached_numbers(
    kind: str, subject: Mapping[str, Any], count: Callable[[], Arrays]
) -> dict[str, "array[int]"]:
    """Variant of :func:`counted` with each array flattened; a cache hit does not import numpy."""
    entry = read_entry(_key(kind, subject))
    if entry is not None:
        return {name: row for name, _, row in entry}
    try:
        counted = cached_arrays(kind, subject, count)
    except ModuleNotFoundError:
        shipped = read_entry(_key(kind, subject), SHIPPED)
        if shipped is None:
            raise
        return {name: row for name, _, row in shipped}
    return {name: array("q", numbers.ravel().tolist()) for name, numbers in counted.items()}


_KEPT: Final = 8
_RECENT: Final[dict[str, Arrays]] = {}
"""An LRU cache in memory, so that a series of requests reads each file once."""

PackedArrays = list[tuple[str, list[int], "array[int]"]]
"""Each array as its name, shape and flat numbers."""


def _key(kind: str, subject: Mapping[str, Any]) -> str:
    text = json.dumps([kind, subject], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _path(key: str, folder: Path | None) -> Path:
    return (folder or cache_folder() / "counts") / f"{key}.bin"


def read_entry(key: str, folder: Path | None = None) -> PackedArrays | None:
    """An entry of the cache, or of another folder; None if it is missing or damaged."""
    try:
        data = _path(key, folder).read_bytes()
    except (OSError, RuntimeError):
        return None
    start = len(_MAGIC) + _DIGEST
    body = data[start:]
    if data[:start] != _MAGIC + hashlib.sha256(key.encode() + body).digest():
        return None
    return _unpack(body)


def _write(key: str, arrays: Arrays) -> None:
    body = _pack(arrays)
    whole = _MAGIC + hashlib.sha256(key.encode() + body).digest() + body
    with suppress(OSError, RuntimeError):
        path = _path(key, None)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, whole, mode=OWNER_ONLY)


def _pack(arrays: Arrays) -> bytes:
    head = json.dumps([[name, list(numbers.shape)] for name, numbers in arrays.items()]).encode()
    rows = b"".join(numbers.astype("<i8").tobytes() for numbers in arrays.values())
    return len(head).to_bytes(4, "little") + head + zlib.compress(rows, 1)


def _unpack(body: bytes) -> PackedArrays:
    size = int.from_bytes(body[:4], "little")
    numbers = array("q", zlib.decompress(body[4 + size :]))
    if sys.byteorder == "big":
        numbers.byteswap()
    entry, start = [], 0
    for name, shape in json.loads(body[4 : 4 + size]):
        end = start + math.prod(shape)
        entry.append((name, shape, numbers[start:end]))
        start = end
    return entry


def _as_arrays(entry: PackedArrays) -> Arrays:
    import numpy as np

    return {name: np.array(row, dtype=np.int64).reshape(shape) for name, shape, row in entry}


def clear_memory() -> None:
    """Clear the LRU cache in memory; tests that change the folder need it."""
    _RECENT.clear()
