"""The Ed25519 key that signs checkpoints: made on first start, owner-only, never overwritten.

Keys derived from the floor's seal key are made here as well.
"""

import os
import re
import stat
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pitboss.atomic_write import OWNER_ONLY, write_whole
from pitboss.keyed_hash import mac
from pitboss.reason import because
from pitboss.store.errors import BadKey
from pitboss.tlog.note import BadNote, parse_note_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_HEX: Final = re.compile(r"[0-9A-Fa-f]{64}")


def load_or_make_key(path: Path) -> "Ed25519PrivateKey":
    """Load the key from a file; if there is no file, make a key and write it first."""
    try:
        return load_key(path)
    except FileNotFoundError:
        _make(path)
    return load_key(path)


def load_key(path: Path) -> "Ed25519PrivateKey":
    """Load the key from a file. Raises :class:`BadKey` if others may read it or it is no Ed25519 key."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    with path.open("rb") as file:
        mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
        text = file.read()
    if mode & 0o077:
        raise BadKey(because("signing_key.open", file=str(path)))
    try:
        key = serialization.load_pem_private_key(text, None)
    except (ValueError, TypeError) as error:
        raise BadKey(because("signing_key.none", file=str(path))) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey(because("signing_key.other_kind", file=str(path)))
    return key


def derived_key(key: bytes, purpose: bytes) -> bytes:
    """Derive a key for one purpose by HMAC."""
    return mac(key, b"pitboss " + purpose)


def public_bytes(key: "Ed25519PrivateKey") -> bytes:
    """The 32 bytes of the public key."""
    return key.public_key().public_bytes_raw()


def default_origin(key: bytes) -> str:
    """The origin of a log whose floor configures none: derived from its public key."""
    return f"pitboss/{sha256(key).hexdigest()[:16]}"


def public_key(named: str) -> bytes:
    """Read a public key: 64 hexadecimal digits, a verifier key, or a file that holds one of these or PEM."""
    if (written := _written(named)) is not None:
        return written
    try:
        text = Path(named).read_bytes()
    except (OSError, ValueError) as error:
        raise BadKey(because("public_key.neither", given=named)) from error
    if (written := _written(text.decode("latin-1").strip())) is not None:
        return written
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        if b"PRIVATE" in text:
            return public_bytes(load_key(Path(named)))
        key = serialization.load_pem_public_key(text)
    except ValueError as error:
        raise BadKey(because("public_key.none", given=named)) from error
    if not isinstance(key, Ed25519PublicKey):
        raise BadKey(because("public_key.other_kind", given=named))
    return key.public_bytes_raw()


def _written(text: str) -> bytes | None:
    """Parse hexadecimal digits or a verifier key; ``None`` for any other text."""
    if _HEX.fullmatch(text):
        return bytes.fromhex(text)
    try:
        return parse_note_key(text).public
    except BadNote:
        return None


def _make(path: Path) -> None:
    """Write a new key, unless another process has just written one."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    text = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        # Another process that makes a key at the same time may be first: its key stays.
        with suppress(FileExistsError):
            write_whole(path, text, mode=OWNER_ONLY, replace=False)
    except OSError as error:
        raise BadKey(because("signing_key.unmade", file=str(path), given=error.strerror)) from error
