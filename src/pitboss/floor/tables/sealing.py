"""Sealed decks in the journal: undealt cards cannot be read without the servers' key."""

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.reason import Fault, because, reason_of
from pitboss.shoe import Shoe
from pitboss.store.keys import derived_key
from pitboss.store.owner_only import tighten
from pitboss.whole_file import OWNER_ONLY, write_whole

KEY_BYTES: Final = 32
_NONCE: Final = 12


class BadSeal(Fault):
    """A deck cannot be opened: it was sealed with another key, or altered."""


class Sealer:
    """Seals and opens decks with a key that all servers of a floor share."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"the key that seals decks has {KEY_BYTES} bytes")
        self._key = key
        self._cipher = AESGCM(key)

    def key_for(self, purpose: bytes) -> bytes:
        """A key derived from this one for one purpose."""
        return derived_key(self._key, purpose)

    def seal(self, shoe: Shoe) -> bytes:
        """The encrypted deck, bound to the name of its shoe."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, msgspec.json.encode(shoe), shoe.id.encode())

    def open(self, name: str, sealed: bytes) -> Shoe:
        """The decrypted deck; raises :class:`BadSeal`."""
        try:
            plain = self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], name.encode())
        except (InvalidTag, ValueError) as error:
            raise BadSeal(because("seal.deck", deck=name)) from error
        return msgspec.json.decode(plain, type=Shoe)


def load_or_make_seal(path: Path) -> Sealer:
    """The key in a file that only its owner may read; created if there is none."""
    if path.exists():
        tighten(path)
    else:
        # Another server that starts at the same time may be first: its key stays.
        with suppress(FileExistsError):
            write_whole(path, secrets.token_bytes(KEY_BYTES), mode=OWNER_ONLY, replace=False)
    return Sealer(path.read_bytes())


def load_seal(path: Path) -> Sealer:
    """The key in a file; raises :class:`BadSeal` with a sentence if there is none."""
    try:
        return Sealer(path.read_bytes())
    except OSError as fault:
        raise BadSeal(because("seal.unread", file=str(path), given=fault.strerror)) from fault
    except ValueError as fault:
        raise BadSeal(because("seal.no_key", file=str(path), why=reason_of(fault))) from fault
