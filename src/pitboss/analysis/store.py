"""Counted results on disk, under a hash of exactly what was counted, so that nothing is counted twice.

An entry is a few named arrays of integers. A file is written beside its place and then moved there, so
a reader meets a whole file or none, two writers do not disturb each other, and an interrupted count
leaves nothing. A file that is not whole or was changed counts as absent and is written anew. Where the
folder cannot be written, results are simply not kept.
"""

import hashlib
import json
import os
import sys
import tempfile
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Arrays = dict[str, NDArray[np.int64]]

_MAGIC: Final = b"pitboss counts 2\n"
_DIGEST: Final = hashlib.sha256().digest_size


def cache_folder() -> Path:
    """Where results are kept: ``PITBOSS_CACHE``, or the user's cache folder."""
    if named := os.environ.get("PITBOSS_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "pitboss"


def counted(kind: str, subject: Mapping[str, Any], count: Callable[[], "Arrays"]) -> "Arrays":
    """The stored result for ``subject``, or that of ``count``, which is then stored.

    ``kind`` names the method with its version; ``subject`` holds everything the numbers depend on, as
    plain JSON values.
    """
    key = _key(kind, subject)
    found = _read(key)
    if found is None:
        found = count()
        _write(key, found)
    return found


def is_counted(kind: str, subject: Mapping[str, Any]) -> bool:
    """Whether a sound result is stored."""
    return _read(_key(kind, subject)) is not None


def _key(kind: str, subject: Mapping[str, Any]) -> str:
    text = json.dumps([kind, subject], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _path(key: str) -> Path:
    return cache_folder() / "counts" / f"{key}.bin"


def _read(key: str) -> "Arrays | None":
    try:
        data = _path(key).read_bytes()
    except (OSError, RuntimeError):
        return None
    start = len(_MAGIC) + _DIGEST
    body = data[start:]
    if data[:start] != _MAGIC + hashlib.sha256(key.encode() + body).digest():
        return None
    return _unpack(body)


def _write(key: str, arrays: "Arrays") -> None:
    body = _pack(arrays)
    whole = _MAGIC + hashlib.sha256(key.encode() + body).digest() + body
    with suppress(OSError, RuntimeError):
        path = _path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(whole)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _pack(arrays: "Arrays") -> bytes:
    import numpy as np

    parts, heads = [], []
    for name, array in arrays.items():
        whole = np.ascontiguousarray(array, dtype="<i8")
        heads.append([name, list(whole.shape)])
        parts.append(whole.tobytes())
    head = json.dumps(heads).encode()
    return len(head).to_bytes(4, "little") + head + zlib.compress(b"".join(parts), 1)


def _unpack(body: bytes) -> "Arrays":
    import numpy as np

    size = int.from_bytes(body[:4], "little")
    numbers = zlib.decompress(body[4 + size :])
    offset = 0
    arrays = {}
    for name, shape in json.loads(body[4 : 4 + size]):
        number = int(np.prod(shape, dtype=np.int64))
        array = np.frombuffer(numbers, dtype="<i8", count=number, offset=offset)
        arrays[name] = array.astype(np.int64).reshape(shape)
        offset += 8 * number
    return arrays
