"""The signed page as a file: the visible part, the data behind it, and one signature over both.

The data holds the hash of everything visible, and the signature covers the data. Both stand in one block of
exactly fixed form, so nothing can be added to the page unnoticed.

Text in the HTML of a dispute page, written as browsers write it.

What a check of a dispute page finds, and what its reader knows from elsewhere.
"""

import hashlib
import html
import re
import struct
from typing import Any, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from pitboss.invariant import InvariantBroken
from pitboss.reason import Reason, Unreadable, because
from pitboss.replay.log_proofs import Proof
from pitboss.sheets.formats import SheetText
from pitboss.store.keys import public_bytes
from pitboss.tlog.note import Note, NoteKey, verifies
from pitboss.words import catalogue, say
from pitboss.words.catalogue import ENGLISH, parse_language


def escape(text: str) -> str:
    """A text as the content of an element, with a space for what cannot be printed.

    Quotation marks stand as they are, so a browser that writes the page it has parsed gives the same text.
    """
    plain = text if text.isprintable() else "".join(map(_printable, text))
    return html.escape(plain, quote=False)


def _printable(character: str) -> str:
    return character if character.isprintable() or character == "\n" else " "


class Teller:
    """Says what is on a page in its language, as the content of elements.

    An entry may have ``<b>`` in it; nothing that fills its gaps is markup.
    """

    def __init__(self, language: str) -> None:
        self.words = catalogue(language)

    def __call__(self, reason: Reason) -> str:
        """A reason."""
        return self.words.say(_escaped(reason))

    def sentence(self, reason: Reason) -> str:
        """A reason as a whole sentence."""
        return self.words.sentence(_escaped(reason))

    def begun(self, reason: Reason) -> str:
        """A reason with a capital letter."""
        text = self(reason)
        return text[:1].upper() + text[1:]

    def gist(self, text: str) -> str:
        """A text of the sheet."""
        return escape(self.words.gist(text))


def _escaped(value: Any) -> Any:
    if isinstance(value, Reason):
        return Reason(value.code, {name: _escaped(each) for name, each in value.params.items()})
    if isinstance(value, tuple):
        return tuple(map(_escaped, value))
    return escape(value) if isinstance(value, str) else value


FORMAT: Final = "pitboss dispute 3"
_READ: Final = (FORMAT, "pitboss dispute 2")
"""The formats that can be read; a page of format 2 does not carry the text of its sheet."""
DOMAIN: Final = f"{FORMAT}\n".encode()
"""Domain separation: signed with the data, so that the signature means nothing else."""
PLACE: Final = "<!--the signed data-->"
"""Where the block stands in the page."""
_BEGINS: Final = '<dl class="seal">'
_BLOCK: Final = re.compile(
    r'<dl class="seal">\n[^\0]{0,2000}?<dd id="signature">([0-9a-f ]{143})</dd>\n</dl>\n'
    r'<script type="application/json" id="record">([^<]*)</script>'
)
LARGEST: Final = 8 << 20
"""The most characters of a page; a long round takes some two hundred thousand."""


class DocumentFault(Unreadable):
    """A file that is no dispute page; the reason says why."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The data behind a page."""

    format: str
    page: str
    """SHA-256 of everything visible: the page without its block."""
    made: str
    build: str
    key: str
    """The public key, 32 bytes in groups of eight digits."""
    replay: dict[str, Any]
    proof: Proof
    """The proof that the round's events stand in the log."""
    witnesses: tuple[str, ...] = ()
    sheet: SheetText | None = None
    """The text of the sheet that the round was played by."""
    language: str = ENGLISH
    """The language in which the page tells the data."""


class Document(Struct, frozen=True):
    """A parsed page."""

    visible: str
    data: str
    signature: bytes
    record: Record

    def page_is_as_signed(self) -> bool:
        """Whether the visible part has the signed hash."""
        return page_hash(self.visible) == self.record.page

    def signed(self) -> bool:
        """Whether the signature over the data is valid for the key it names."""
        said = f"{self.record.format}\n{self.data}".encode()
        return verifies(bytes.fromhex(self.record.key), self.signature, said)


def page_hash(visible: str) -> str:
    """The hash of a page without its block."""
    return hashlib.sha256(visible.encode()).hexdigest()


def signed_page(visible: str, record: Record, key: Ed25519PrivateKey) -> str:
    """The signed page."""
    whole = msgspec.structs.replace(record, page=page_hash(visible), key=public_bytes(key).hex(" ", 4))
    data = msgspec.json.encode(whole).decode()
    # The data stands in an HTML page: nothing in it may look like the end of its element.
    for character in "<>&":
        data = data.replace(character, f"\\u{ord(character):04x}")
    signature = key.sign(DOMAIN + data.encode())
    if (places := visible.count(PLACE)) != 1:
        raise InvariantBroken(f"a page has {places} places for its data, and must have one")
    return visible.replace(PLACE, _block(data, signature, whole.key, whole.language))


def parse_page(text: str) -> Document:
    """Parse a page; raises :class:`DocumentFault` for anything else."""
    if len(text) > LARGEST:
        raise DocumentFault(because("document.long", megabytes=LARGEST >> 20))
    # The block stands once, so everything before its beginning is skipped and nothing is tried twice.
    begins = text.find(_BEGINS)
    found = _BLOCK.match(text, begins) if begins >= 0 else None
    if found is None:
        raise DocumentFault(because("document.no_block"))
    data = found[2]
    try:
        signature = bytes.fromhex(found[1])
        if msgspec.json.decode(data, type=_Format).format not in _READ:
            raise DocumentFault(because("document.version"))
        record = msgspec.json.decode(data, type=Record)
        _check_language(record)
        block = _block(data, signature, record.key, record.language)
        bytes.fromhex(record.key)
    except DocumentFault:
        raise
    except (ValueError, TypeError, RecursionError) as fault:
        raise DocumentFault(because("document.unreadable", given=str(fault))) from None
    if found[0] != block:
        raise DocumentFault(because("document.foreign"))
    visible = text[: found.start()] + PLACE + text[found.end() :]
    return Document(visible, data, signature, record)


def _check_language(record: Record) -> None:
    try:
        parse_language(record.language)
    except Unreadable as fault:
        raise DocumentFault(because("document.language", why=fault.reason)) from None


class _Format(Struct):
    format: str


def _block(data: str, signature: bytes, key: str, language: str = ENGLISH) -> str:
    tell = Teller(language)
    digest = hashlib.sha256(data.encode()).digest()
    rows = (
        (tell(because("record.data")), "digest", digest.hex(" ", 4)),
        (tell(because("record.key")), "key", key),
        (tell(because("record.signature")), "signature", signature.hex(" ", 4)),
    )
    listed = "".join(f'<dt>{name}</dt>\n<dd id="{place}">{value}</dd>\n' for name, place, value in rows)
    script = f'<script type="application/json" id="record">{data}</script>'
    return f'<dl class="seal">\n{listed}</dl>\n{script}'


SENSELESS: Final = (
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    AttributeError,
    RecursionError,
    struct.error,
)
"""What a forged page may raise: huge numbers, malformed hashes, impossible rounds."""


class PageFinding(Struct, frozen=True):
    """One check of a page, with what it says."""

    holds: bool | None
    """None where nothing could be checked."""
    reason: Reason
    needed: bool = False
    """Whether a page is not proved as long as this could not be checked."""

    @property
    def text(self) -> str:
        """The reason in English."""
        return say(self.reason)


class Trusted(Struct, frozen=True, kw_only=True):
    """What the reader of a page knows from elsewhere."""

    keys: tuple[bytes, ...] = ()
    witnesses: tuple[NoteKey, ...] = ()
    kept: tuple[Note, ...] | None = None
    """Checkpoints kept elsewhere."""


NOTHING_KNOWN: Final = Trusted()


def finding_of(holds: bool, reason: Reason) -> PageFinding:
    """The finding that something holds, or that it does not."""
    return PageFinding(holds, reason if holds else because("page.fails", why=reason))
