"""The opening file: a proof of cards of a shoe for a player or a regulator, as strict JSON."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from pitboss.cards import Card
from pitboss.reason import Unreadable, because
from pitboss.shoe.commitment import POSITIONS, Commitment, Opening, opens
from pitboss.tlog.shown import ShownAppend

LARGEST_FILE: Final = 1 << 17
"""Largest file in bytes: five times one that opens every position."""
_WITHOUT_LOG: Final = "pitboss openings 1"
_WITH_LOG: Final = "pitboss openings 2"


class OpeningFault(Unreadable):
    """An invalid opening file."""


class InLog(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof that the house's log includes a commitment; it reveals nothing else of the log."""

    append: ShownAppend
    """The append, with the event of the commitment disclosed and all others by their hashes."""
    proof: str
    """Index, path and signed checkpoint as a C2SP ``tlog-proof``."""
    key: str
    """The log's verifier key, for the holder to compare with the one that the house has published."""


class OpeningFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A commitment with openings of some of its positions, or of all."""

    format: Literal["pitboss openings 1", "pitboss openings 2"]
    """2 if the file has a proof that the log includes the commitment."""
    commitment: Commitment
    openings: tuple[Opening, ...]
    log: InLog | None = None

    def __post_init__(self) -> None:
        if (self.log is None) != (self.format == _WITHOUT_LOG):
            raise ValueError("format 2, and no other, has a proof that the commitment stands in the log")
        seen: set[int] = set()
        for opening in self.openings:
            if opening.position in seen:
                raise ValueError(f"position {opening.position} is opened twice")
            seen.add(opening.position)


class CheckedOpenings(Struct, frozen=True):
    """The verified openings of a file."""

    fixed: tuple[int, ...]
    """Positions whose openings verify."""
    failed: tuple[int, ...]
    """Positions whose openings do not verify."""
    doubled: tuple[tuple[Card, tuple[int, ...]], ...]
    """Cards at several positions: the shoe is no single deck."""

    @property
    def holds(self) -> bool:
        """Whether at least one position is proved and nothing is wrong."""
        return bool(self.fixed) and not self.failed and not self.doubled

    @property
    def whole(self) -> bool:
        """Whether the file proves the whole deck, each card once."""
        return self.holds and len(self.fixed) == POSITIONS


def check(file: OpeningFile) -> CheckedOpenings:
    """Verify every opening of a file against its commitment."""
    good = {opening.position: opening.card for opening in file.openings if opens(file.commitment, opening)}
    failed = {opening.position for opening in file.openings} - set(good)
    places: dict[Card, list[int]] = {}
    for position in sorted(good):
        places.setdefault(good[position], []).append(position)
    doubled = tuple((card, tuple(found)) for card, found in places.items() if len(found) > 1)
    return CheckedOpenings(tuple(sorted(good)), tuple(sorted(failed)), doubled)


def write_openings(commitment: Commitment, openings: Iterable[Opening], log: InLog | None = None) -> bytes:
    """Encode an opening file, indented for people."""
    file = OpeningFile(_WITH_LOG if log else _WITHOUT_LOG, commitment, tuple(openings), log)
    return msgspec.json.format(msgspec.json.encode(file)) + b"\n"


def parse_openings(content: bytes) -> OpeningFile:
    """Decode an opening file; raises :class:`OpeningFault` with what is wrong and where."""
    if len(content) > LARGEST_FILE:
        raise OpeningFault(because("openings.large", most=LARGEST_FILE))
    try:
        return msgspec.json.decode(content, type=OpeningFile)
    except (msgspec.MsgspecError, ValueError) as fault:
        raise OpeningFault(because("openings.form", given=str(fault).replace("$.", ""))) from None


def read_openings(path: Path | str) -> OpeningFile:
    """Read an opening file from disk; raises :class:`OpeningFault`."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as fault:
        raise OpeningFault(because("file.unread", given=fault.strerror or "")) from None
    except ValueError:
        raise OpeningFault(because("file.name")) from None
    return parse_openings(content)
