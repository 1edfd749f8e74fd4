"""Whether a server's keys are those that its journal was written with.

The origin line: the name of a floor's record as a transparency log.

A witness never cosigns two histories under one origin. After an accepted gap the record continues another
history, so it gets a new origin: the regulator adds it to their witness and so learns of the gap.
"""

from hashlib import sha256
from pathlib import Path
from typing import Final

from pitboss.floor.aggregates import GAPS, floor_streams
from pitboss.floor.service import Floor
from pitboss.floor.tables.dealing import BadSeal, Sealer
from pitboss.keyed_hash import mac
from pitboss.store import Journal
from pitboss.store.checkpoint import last_checkpoint
from pitboss.store.keys import default_origin, load_or_make_key, public_bytes


def log_origin(journal: Journal, configured: str | None, public: bytes) -> str:
    """The origin of a journal's log: that of the floor's file, else one derived from its public key.

    After the first accepted gap ``/2`` is appended, after the second ``/3``.
    """
    base = configured or default_origin(public)
    gaps = floor_streams(journal, GAPS).refresh(GAPS.name).state
    return f"{base}/{gaps.count + 1}" if gaps else base


FOREIGN_SIGNING: Final = "the signing key is another than the one that signed the journal"
FOREIGN_SEAL: Final = "the key that seals decks is another than the one that sealed those of the journal"


def fingerprint_of(seal: bytes) -> str:
    """A fingerprint of the sealing key that reveals nothing else about it."""
    return sha256(mac(seal, b"pitboss seal fingerprint 1")).hexdigest()


def foreign_keys(floor: Floor, signing_key: Path, sealer: Sealer | None, seal: str = "") -> tuple[str, ...]:
    """The keys that do not belong to a journal, in words.

    The newest checkpoint names the signing key. A sealing key that opens none of the tables' decks is
    foreign, unless two people have accepted its fingerprint ``seal``.
    """
    last = last_checkpoint(floor.journal)
    found = []
    if last and last.key != public_bytes(load_or_make_key(signing_key)):
        found.append(FOREIGN_SIGNING)
    if sealer and not (seal and seal == _accepted(floor.journal)) and _opens_none(floor, sealer):
        found.append(FOREIGN_SEAL)
    return tuple(found)


def _accepted(journal: Journal) -> str:
    gaps = floor_streams(journal, GAPS).refresh(GAPS.name).state
    return gaps.seal if gaps else ""


def _opens_none(floor: Floor, sealer: Sealer) -> bool:
    decks = 0
    for name in floor.table_names():
        state = floor.tables.get(name).state
        if state is None or state.shoe is None or not state.sealed:
            continue
        decks += 1
        try:
            sealer.open(state.shoe.commitment.shoe, state.sealed)
        except BadSeal:
            continue
        return False
    return decks > 0
