"""The build: one hash over the code of the installed package. A sheet has a hash of its own."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path


@cache
def build_hash() -> str:
    """SHA-256 over the names and contents of the package's own code, in the order of the names."""
    return code_hash(Path(__file__).parent.rglob("*.py"))


def code_hash(modules: Iterable[Path]) -> str:
    """SHA-256 over the names and contents of some modules of the package, in the order of the names."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(modules):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()
