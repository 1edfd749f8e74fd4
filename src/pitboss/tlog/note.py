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


class BadNote(ValueError):
    """A malformed note, signature or key; the text is a sentence."""


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
        raise BadNote("The note has no empty line between its text and its signatures.")
    return Note(f"{body}\n", parse_signatures(lines))


def parse_signatures(lines: str | bytes) -> tuple[NoteSignature, ...]:
    """Parse one or more signature lines, strictly. Raises :class:`BadNote`."""
    whole = _decoded(lines)
    _check_characters(whole)
    if not whole:
        raise BadNote("The note has no signature.")
    if not whole.endswith("\n"):
        raise BadNote("The last signature line does not end with a newline: something is cut off.")
    rows = whole.removesuffix("\n").split("\n")
    if len(rows) > MOST_SIGNATURES:
        raise BadNote(f"There are {len(rows)} signatures, and at most {MOST_SIGNATURES} are read.")
    return tuple(_signature(row, number) for number, row in enumerate(rows, 1))


def parse_note_key(text: str) -> NoteKey:
    """Parse a verifier key such as ``example.com/foo+530d903a+AekyeRrm…``. Raises :class:`BadNote`."""
    parts = text.split("+", 2)
    if len(parts) != 3:
        raise BadNote(f"{_shown(text)} is no verifier key: one is written name+hash+key.")
    name, key_id, material = parts
    if not _KEY_ID.fullmatch(key_id):
        raise BadNote(f"The verifier key of {_shown(name)} has no hash of eight hexadecimal digits.")
    content = parse_base64(material, f"The verifier key of {_shown(name)}")
    algorithm, public = content[:1], content[1:]
    if not algorithm or algorithm[0] not in _ALGORITHMS:
        named = f"0x{algorithm.hex()}" if algorithm else "none"
        raise BadNote(
            f"The verifier key of {_shown(name)} is of the algorithm {named}; known are 0x01 (Ed25519) "
            "and 0x04 (Ed25519 with a time)."
        )
    key = _checked_key(NoteKey(name, algorithm[0], public))
    if key.id.hex() != key_id:
        raise BadNote(
            f"The hash {key_id} is not that of the verifier key of {_shown(name)}: a letter is wrong."
        )
    return key


def parse_base64(text: str, what: str) -> bytes:
    """Decode canonical standard Base 64. Raises :class:`BadNote`."""
    try:
        content = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        content = b""
    if not content or base64.b64encode(content).decode() != text:
        raise BadNote(f"{what} is not written in Base 64.")
    return content


def _signature(row: str, number: int) -> NoteSignature:
    what = f"Signature line {number}"
    if not row.startswith(_DASH):
        raise BadNote(f"{what} does not begin with a dash (U+2014) and a space.")
    name, _, encoded = row.removeprefix(_DASH).partition(" ")
    _check_name(name)
    content = parse_base64(encoded, f"{what}, of {_shown(name)},")
    if len(content) <= _KEY_ID_SIZE:
        raise BadNote(f"{what}, of {_shown(name)}, is too short to hold a signature.")
    return NoteSignature(name, content[:_KEY_ID_SIZE], content[_KEY_ID_SIZE:])


def _checked_key(key: NoteKey) -> NoteKey:
    _check_name(key.name)
    if len(key.public) != _KEY_SIZE:
        size = len(key.public)
        raise BadNote(f"The key of {_shown(key.name)} has {size} bytes, and an Ed25519 key has {_KEY_SIZE}.")
    return key


def _check_name(name: str) -> None:
    if not name:
        raise BadNote("The name of a key is empty.")
    if "+" in name or any(sign.isspace() for sign in name):
        raise BadNote(f"The name {_shown(name)} of a key has a space or a plus in it.")
    _check_characters(name)


def _check_text(text: str) -> None:
    if not text.endswith("\n"):
        raise BadNote("The text of a note must end with a newline.")
    _check_characters(text)


def _check_characters(text: str) -> None:
    if found := _FORBIDDEN.search(text):
        sign = found[0]
        if sign > " ":
            raise BadNote("The note is not valid UTF-8.")
        raise BadNote(f"The note has a control character (U+{ord(sign):04X}) in it.")
    if len(text) > LONGEST or len(text.encode()) > LONGEST:
        raise BadNote(f"The note is longer than the {LONGEST} bytes that are read.")


def _decoded(text: str | bytes) -> str:
    if isinstance(text, str):
        return text
    if len(text) > LONGEST:
        raise BadNote(f"The note is longer than the {LONGEST} bytes that are read.")
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise BadNote("The note is not valid UTF-8.") from error


def _shown(text: str) -> str:
    """Foreign text as a message may quote it."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")
