"""Signed notes (C2SP ``signed-note``): a text for people, and signatures below it.

A note is a text, an empty line and one line per signature. A signature names its key by a name and four bytes
of a hash, so that a verifier finds the signatures of trusted keys and ignores all others. A public key is one
line as well, the verifier key or *vkey*: ``name+hash+key``.
"""

import base64
import binascii
import hashlib
import re
from typing import TYPE_CHECKING, Final, Self

from msgspec import Struct
from msgspec.structs import replace

from pitboss.reason import Reason, Unreadable, because

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ED25519: Final = 0x01
"""The algorithm of a key that signs the text of a note."""
COSIGNATURE: Final = 0x04
"""The algorithm of a key that signs a checkpoint together with the time."""
LONGEST: Final = 200_000
"""Largest note in bytes: sixteen signatures of the largest kind, of 5,000 bytes, fit."""
MOST_SIGNATURES: Final = 100

_DASH: Final = "— "
_KEY_SIZE: Final = 32
_KEY_ID_SIZE: Final = 4
_SHOWN: Final = 60
_ALGORITHMS: Final = (ED25519, COSIGNATURE)
_FORBIDDEN: Final = re.compile("[\x00-\x09\x0b-\x1f\ud800-\udfff]")
"""Control characters except the newline, and lone surrogates."""
_KEY_ID: Final = re.compile(r"[0-9a-f]{8}")


class BadNote(Unreadable):
    """A malformed note, signature or key; the reason is a sentence."""


class NoteSignature(Struct, frozen=True):
    """A signature line of a note: the key's name and id, and the signature."""

    name: str
    key_id: bytes
    value: bytes

    def line(self) -> str:
        """The line as it stands in a note, with its newline."""
        return f"{_DASH}{self.name} {base64.b64encode(self.key_id + self.value).decode()}\n"


class NoteKey(Struct, frozen=True):
    """A public key, the name it signs under and its algorithm."""

    name: str
    algorithm: int
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that identify the key in signatures."""
        named = self.name.encode() + b"\n" + bytes([self.algorithm]) + self.public
        return hashlib.sha256(named).digest()[:_KEY_ID_SIZE]

    def text(self) -> str:
        """The key as a *vkey*, one line without a newline."""
        material = base64.b64encode(bytes([self.algorithm]) + self.public).decode()
        return f"{self.name}+{self.id.hex()}+{material}"

    def verifies(self, signature: bytes, message: bytes) -> bool:
        """Whether an Ed25519 signature over a message verifies with this key."""
        return verifies(self.public, signature, message)


def verifies(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether an Ed25519 signature over a message verifies with a public key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


class Note(Struct, frozen=True):
    """A text that ends in a newline, and its signatures."""

    text: str
    signatures: tuple[NoteSignature, ...] = ()

    def write(self) -> str:
        """The note as text."""
        return f"{self.text}\n{''.join(signature.line() for signature in self.signatures)}"

    def with_signatures(self, *signatures: NoteSignature) -> Self:
        """The note with further signatures, without duplicates."""
        added = dict.fromkeys((*self.signatures, *signatures))
        return replace(self, signatures=tuple(added))

    def by(self, key: NoteKey) -> tuple[NoteSignature, ...]:
        """The signatures that name a key, unverified."""
        key_id = key.id
        return tuple(found for found in self.signatures if (found.name, found.key_id) == (key.name, key_id))


def sign_note(text: str, name: str, private_key: "Ed25519PrivateKey") -> Note:
    """Sign a text with a key of this name."""
    _check_text(text)
    key = note_key(name, private_key, ED25519)
    return Note(text, (NoteSignature(name, key.id, private_key.sign(text.encode())),))


def signed_by(note: Note, key: NoteKey) -> bool:
    """Whether a note is signed by a plain Ed25519 key.

    One signature of the key that does not verify makes the note invalid, whatever others of it there are.
    """
    found = note.by(key)
    message = note.text.encode()
    return (
        key.algorithm == ED25519
        and bool(found)
        and all(key.verifies(signature.value, message) for signature in found)
    )


def note_key(name: str, private_key: "Ed25519PrivateKey", algorithm: int) -> NoteKey:
    """The public key of a private key that signs under a name."""
    return _checked_key(NoteKey(name, algorithm, private_key.public_key().public_bytes_raw()))


def parse_note(text: str | bytes) -> Note:
    """Parse a note, strictly; :func:`signed_by` verifies it. Raises :class:`BadNote`."""
    whole = _decoded(text)
    _check_characters(whole)
    body, found, lines = whole.rpartition("\n\n")
    if not found:
        raise BadNote(because("note.no_empty_line"))
    return Note(f"{body}\n", parse_signatures(lines))


def parse_signatures(lines: str | bytes) -> tuple[NoteSignature, ...]:
    """Parse one or more signature lines, strictly. Raises :class:`BadNote`."""
    whole = _decoded(lines)
    _check_characters(whole)
    if not whole:
        raise BadNote(because("note.unsigned"))
    if not whole.endswith("\n"):
        raise BadNote(because("note.cut_off"))
    rows = whole.removesuffix("\n").split("\n")
    if len(rows) > MOST_SIGNATURES:
        raise BadNote(because("note.too_many", count=len(rows), most=MOST_SIGNATURES))
    return tuple(_signature(row, number) for number, row in enumerate(rows, 1))


def parse_note_key(text: str) -> NoteKey:
    """Parse a verifier key such as ``example.com/foo+530d903a+AekyeRrm…``. Raises :class:`BadNote`."""
    parts = text.split("+", 2)
    if len(parts) != 3:
        raise BadNote(because("key.form", given=_shown(text)))
    name, key_id, material = parts
    if not _KEY_ID.fullmatch(key_id):
        raise BadNote(because("key.no_hash", name=_shown(name)))
    content = parse_base64(material, because("base64.key", name=_shown(name)))
    algorithm, public = content[:1], content[1:]
    if not algorithm or algorithm[0] not in _ALGORITHMS:
        raise BadNote(because("key.algorithm", name=_shown(name), algorithm=algorithm.hex() or "none"))
    key = _checked_key(NoteKey(name, algorithm[0], public))
    if key.id.hex() != key_id:
        raise BadNote(because("key.hash", hash=key_id, name=_shown(name)))
    return key


def parse_base64(text: str, what: Reason) -> bytes:
    """Decode canonical standard Base 64. Raises :class:`BadNote`."""
    try:
        content = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        content = b""
    if not content or base64.b64encode(content).decode() != text:
        raise BadNote(because("note.base64", what=what))
    return content


def _signature(row: str, number: int) -> NoteSignature:
    if not row.startswith(_DASH):
        raise BadNote(because("signature.no_dash", number=number))
    name, _, encoded = row.removeprefix(_DASH).partition(" ")
    _check_name(name)
    content = parse_base64(encoded, because("base64.signature", number=number, name=_shown(name)))
    if len(content) <= _KEY_ID_SIZE:
        raise BadNote(because("signature.short", number=number, name=_shown(name)))
    return NoteSignature(name, content[:_KEY_ID_SIZE], content[_KEY_ID_SIZE:])


def _checked_key(key: NoteKey) -> NoteKey:
    _check_name(key.name)
    if len(key.public) != _KEY_SIZE:
        name, size = _shown(key.name), len(key.public)
        raise BadNote(because("key.size", name=name, bytes=size, right=_KEY_SIZE))
    return key


def _check_name(name: str) -> None:
    if not name:
        raise BadNote(because("key.no_name"))
    if "+" in name or any(sign.isspace() for sign in name):
        raise BadNote(because("key.name", name=_shown(name)))
    _check_characters(name)


def _check_text(text: str) -> None:
    if not text.endswith("\n"):
        raise BadNote(because("note.newline"))
    _check_characters(text)


def _check_characters(text: str) -> None:
    if found := _FORBIDDEN.search(text):
        sign = found[0]
        if sign > " ":
            raise BadNote(because("note.utf8"))
        raise BadNote(because("note.control", character=f"U+{ord(sign):04X}"))
    if len(text) > LONGEST or len(text.encode()) > LONGEST:
        raise BadNote(because("note.long", most=LONGEST))


def _decoded(text: str | bytes) -> str:
    if isinstance(text, str):
        return text
    if len(text) > LONGEST:
        raise BadNote(because("note.long", most=LONGEST))
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise BadNote(because("note.utf8")) from error


def _shown(text: str) -> str:
    """Foreign text as a message may quote it."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")
