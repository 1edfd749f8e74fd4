"""Verifies that the house's log includes the commitment of an opening file, and since when."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.reason import Unreadable, because, reason_of
from pitboss.shoe.commitment import Commitment
from pitboss.shoe.opening_file import InLog
from pitboss.tlog.checkpoint import cosigned
from pitboss.tlog.note import ED25519, BadNote, NoteKey, parse_note_key, signed_by
from pitboss.tlog.proof_text import parse_proof

KIND: Final = "ShoeReady"
"""The event that records a commitment."""


class NotInLog(Unreadable):
    """The file does not prove that the log includes its commitment."""


class Logged(Struct, frozen=True, kw_only=True):
    """A commitment that the log includes."""

    origin: str
    """The name of the log."""
    append: int
    size: int
    """Number of appends that the checkpoint covers."""
    recorded: datetime
    """Recorded time, by the house's clock."""
    key: NoteKey
    """The key that signed the checkpoint."""
    cosigned: tuple[tuple[str, datetime], ...]
    """The witnesses whose keys were named and that have cosigned the checkpoint, and when."""


class _Recorded(Struct):
    """The part of a ``ShoeReady`` event that is read here."""

    commitment: Commitment


def find_in_log(
    commitment: Commitment, log: InLog, keys: Sequence[bytes] = (), witnesses: Sequence[NoteKey] = ()
) -> Logged:
    """Verify that the log includes a commitment; raises :class:`NotInLog`.

    ``keys`` are public keys that the house has published: one of them must have signed. Without any, the key
    that the file names is trusted.
    """
    try:
        proof = parse_proof(log.proof)
        named = parse_note_key(log.key)
        head, leaf = proof.head, log.append.leaf()
    except (BadNote, UnicodeError) as fault:
        raise NotInLog(reason_of(fault)) from None
    whole = [event for event in log.append.events if event.data is not None]
    shown = whole[0].label if len(whole) == 1 else None
    if shown is None or shown.kind != KIND or log.append.misplaced():
        raise NotInLog(because("in_log.event", kind=KIND))
    if _commitment(whole[0].data or "") != commitment:
        raise NotInLog(because("in_log.commitment"))
    if proof.index != log.append.number - 1 or not proof.proves(leaf):
        raise NotInLog(because("in_log.root", append=log.append.number))
    key = _signer(keys, named, head.origin)
    if key is None:
        raise NotInLog(because("in_log.key"))
    if not signed_by(proof.note, key):
        raise NotInLog(because("in_log.signature", key=key.text()))
    times = {witness.name: cosigned(proof.note, witness) for witness in witnesses}
    return Logged(
        origin=head.origin,
        append=log.append.number,
        size=head.size,
        recorded=datetime.fromtimestamp(shown.recorded // 1_000_000, UTC),
        key=key,
        cosigned=tuple((name, datetime.fromtimestamp(time, UTC)) for name, time in times.items() if time),
    )


def _signer(keys: Sequence[bytes], named: NoteKey, origin: str) -> NoteKey | None:
    believed = keys or (named.public,)
    return NoteKey(origin, ED25519, named.public) if named.public in believed else None


def _commitment(data: str) -> Commitment | None:
    try:
        return msgspec.json.decode(data, type=_Recorded).commitment
    except (msgspec.MsgspecError, ValueError):
        return None
