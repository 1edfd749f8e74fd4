"""Check a dispute page without its journal: what holds, what does not, what it cannot show.

Who vouches for a dispute page, by what its reader knows from elsewhere.

A page names its own key and the key of its log, so neither proves anything: a forger names theirs. A key
counts if the reader named it, if it signed the reader's own copy of the checkpoint, or if a witness that the
reader named has cosigned a checkpoint of a log that is named after the key.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct

from pitboss.floor.aggregates import floor_registry
from pitboss.floor.tables.events import PastRoundAdjusted, RoundBegan
from pitboss.floor.tables.past_rounds import EXCHANGES, OF_TABLE, DecodedEvent, PastRound, past_round
from pitboss.invariant import InvariantBroken
from pitboss.ledger.book import TransfersPosted
from pitboss.reason import Reason, because, reason_of
from pitboss.replay.acts import acts, decided_again
from pitboss.replay.dispute.document import (
    NOTHING_KNOWN,
    SENSELESS,
    Document,
    PageFinding,
    Record,
    Trusted,
    finding_of,
)
from pitboss.replay.dispute.remake import compare_with_events
from pitboss.replay.log_proofs import Proof
from pitboss.replay.replay_json import settlement_data
from pitboss.sheets import Game, SheetFault
from pitboss.sheets.formats import SheetText
from pitboss.sheets.library import library
from pitboss.sheets.loader import read_texts
from pitboss.store.errors import JournalError
from pitboss.store.journal import HEAD
from pitboss.store.keys import default_origin
from pitboss.tlog.checkpoint import TreeHead, cosigned, read_tree_head
from pitboss.tlog.note import BadNote, Note, NoteKey, parse_note_key, signed_by
from pitboss.tlog.shown import Label


def vouched_for(record: Record, trusted: Trusted) -> Iterator[PageFinding]:
    """Whether something that the reader named vouches for a page, and what of it was not compared."""
    note = _note(record)
    copies = [copy for copy in trusted.kept or () if note and copy.text == note.text]
    witnesses = [one for one in trusted.witnesses if note and cosigned(note, one)]
    if trusted.kept is not None and not copies:
        yield _needed(because("page.needs_file"))
    if trusted.witnesses and not witnesses:
        yield _needed(because("page.needs_witness"))
    key = bytes.fromhex(record.key)
    if key in trusted.keys:
        return
    log = _log(record)
    if note and log and log.public == key and signed_by(note, log):
        if any(signed_by(copy, log) for copy in copies):
            yield PageFinding(True, because("page.key_signed_kept"))
            return
        if witnesses and read_tree_head(note).origin == log.name == default_origin(key):
            yield PageFinding(True, because("page.log_named", log=log.name))
            return
    yield _needed(because("page.needs_key"))


def _needed(reason: Reason) -> PageFinding:
    return PageFinding(None, reason, needed=True)


def _note(record: Record) -> Note | None:
    try:
        note = record.proof.signed_note()
        return note if note and read_tree_head(note) else None
    except BadNote:
        return None


def _log(record: Record) -> NoteKey | None:
    try:
        return parse_note_key(record.proof.key or "")
    except BadNote:
        return None


_BEGAN = RoundBegan.__name__
_RULED = PastRoundAdjusted.__name__
_POSTED = TransfersPosted.__name__
_BETWEEN = frozenset({_RULED, *(kind.__name__ for kind in OF_TABLE)})
"""Events that may stand between those of a round and are not part of it."""
_POSTING = frozenset({_RULED, *(kind.__name__ for kind in EXCHANGES)})
"""Of those, the ones followed by transfers."""


_LARGEST_TEXT: Final = 1 << 20
"""The most characters of a text on a page: fifty times those of a shipped sheet."""


class CheckedPage(Struct, frozen=True):
    """All findings, and the round that the events tell."""

    findings: tuple[PageFinding, ...]
    past: PastRound | None

    @property
    def sound(self) -> bool:
        """Whether no check fails."""
        return all(finding.holds is not False for finding in self.findings)

    @property
    def proved(self) -> bool:
        """Whether no check fails, and somebody whom the reader knows vouches for the page."""
        return self.sound and not self.missing

    @property
    def missing(self) -> tuple[PageFinding, ...]:
        """What could not be checked, and must hold before a page is proved."""
        return tuple(finding for finding in self.findings if finding.needed and finding.holds is None)


def check_page(document: Document, trusted: Trusted = NOTHING_KNOWN) -> CheckedPage:
    """Every check of a page, each after those it depends on."""
    record = document.record
    past = _past(str(record.replay.get("round")), record.proof)
    game, of_sheet = _sheet_of(past, record.sheet) if past else (None, ())
    findings = (
        *_of_key(document, trusted),
        *_of_log(document, trusted),
        *_of_round(record.replay, record.proof, past),
        *of_sheet,
        *(_of_settlement(past, game) if past else ()),
    )
    if past and game and all(finding.holds is not False for finding in findings):
        findings = (*findings, compare_with_events(document, past, game))
    return CheckedPage((*findings, *vouched_for(record, trusted)), past)


def _of_key(document: Document, trusted: Trusted) -> Iterator[PageFinding]:
    key = document.record.key
    yield finding_of(document.signed(), because("page.signed", key=key))
    if trusted.keys:
        yield finding_of(bytes.fromhex(key) in trusted.keys, because("page.named_key"))
    yield finding_of(document.page_is_as_signed(), because("page.as_signed"))


def _of_log(document: Document, trusted: Trusted) -> Iterator[PageFinding]:
    proof = document.record.proof
    yield _in_place(proof)
    try:
        note = proof.signed_note()
        head = None if note is None else read_tree_head(note)
    except BadNote as fault:
        yield PageFinding(False, because("page.checkpoint_unreadable", why=fault.reason))
        return
    if note is None or head is None:
        yield PageFinding(None, because("page.no_checkpoint"))
        return
    yield _leads(proof, head)
    yield from _signed(proof, note, head, bytes.fromhex(document.record.key), trusted)
    yield from _cosigned(note, head, document.record.witnesses, trusted)
    yield from _kept(head, trusted)


def _in_place(proof: Proof) -> PageFinding:
    """Whether the appends' positions ascend with their place in the log."""
    last = 0
    for append in proof.appends:
        labels = list(append.labels())
        wrong = append.misplaced() or next((one for one in labels[:1] if one.position <= last), None)
        if wrong:
            why = because(
                "page.misplaced",
                append=append.number,
                kind=wrong.kind,
                position=wrong.position,
                stream=wrong.stream,
                version=wrong.version,
            )
            return PageFinding(False, why)
        last = labels[-1].position if labels else last
    shown = sum(event.data is not None for append in proof.appends for event in append.events)
    return PageFinding(True, because("page.in_place", events=shown, appends=len(proof.appends)))


def _leads(proof: Proof, head: TreeHead) -> PageFinding:
    try:
        leads = proof.root(head.size) == head.root
    except SENSELESS:
        leads = False
    return finding_of(leads, because("page.leads", hashes=len(proof.hashes), appends=head.size))


def _signed(proof: Proof, note: Note, head: TreeHead, key: bytes, trusted: Trusted) -> Iterator[PageFinding]:
    try:
        named = parse_note_key(proof.key or "")
    except BadNote as fault:
        yield PageFinding(False, because("page.log_key_unreadable", why=fault.reason))
        return
    signed = named.name == head.origin and signed_by(note, named)
    yield finding_of(signed, because("page.checkpoint_signed", log=head.origin))
    if named.public == key:
        yield PageFinding(True, because("page.same_key"))
    elif named.public in trusted.keys:
        yield PageFinding(True, because("page.other_named_key"))
    else:
        yield PageFinding(None, because("page.other_key"))


def _cosigned(note: Note, head: TreeHead, told: tuple[str, ...], trusted: Trusted) -> Iterator[PageFinding]:
    """The witnesses' cosignatures of the checkpoint, by the reader's keys or else the page's."""
    try:
        of_page = tuple(parse_note_key(text) for text in told)
    except BadNote as fault:
        yield PageFinding(False, because("page.witness_key_unreadable", why=fault.reason))
        return
    known = dict.fromkeys((*trusted.witnesses, *of_page))
    for witness in known:
        by = "you" if witness in trusted.witnesses else "page"
        if not note.by(witness):
            yield PageFinding(None, because("page.not_cosigned", witness=witness.name, by=by))
            continue
        time = cosigned(note, witness)
        yield finding_of(time is not None, _cosigned_at(witness.name, by, time))
    found = {(witness.name, witness.id) for witness in known}
    others = {one.name for one in note.signatures if (one.name, one.key_id) not in found} - {head.origin}
    for name in sorted(others):
        yield PageFinding(None, because("page.unnamed_cosignature", witness=name))


def _cosigned_at(witness: str, by: str, time: int | None) -> Reason:
    if not time:
        return because("page.cosigned", witness=witness, by=by)
    at = datetime.fromtimestamp(time, UTC)
    return because("page.cosigned_at", witness=witness, by=by, day=f"{at:%Y-%m-%d}", time=f"{at:%H:%M:%S}")


def _kept(head: TreeHead, trusted: Trusted) -> Iterator[PageFinding]:
    if trusted.kept is None:
        return
    copies = [copy for copy in map(read_tree_head, trusted.kept) if copy.size == head.size]
    if copies:
        same = all(copy == head for copy in copies)
        yield finding_of(same, because("page.kept", appends=head.size))
    else:
        yield PageFinding(None, because("page.not_kept", appends=head.size))


def _of_round(told: dict[str, Any], proof: Proof, past: PastRound | None) -> Iterator[PageFinding]:
    if past is None:
        yield PageFinding(False, because("page.not_whole", round=str(told.get("round"))))
        return
    began = past.entries[0].recorded.version
    labels = [one for one in proof.labels(f"table/{past.table}") if one[0].version >= began]
    until = next((n for n, (label, _) in enumerate(labels) if n and label.kind == _BEGAN), None)
    during = labels[:until]
    later = [] if until is None else labels[until + 1 :]
    whole = _without_gap(labels[: len(during) + 1]) and not _left_out(during) and not _left_out(later)
    yield finding_of(whole, because("page.whole"))
    if until is None:
        yield PageFinding(None, because("page.no_later_round"))
    if rulings := sum(1 for label, shown in during if not shown and label.kind == _RULED):
        yield PageFinding(None, because("page.rulings", rulings=rulings))
    yield finding_of(settlement_data(past) == told.get("settlement"), because("page.lines"))


def _past(name: str, proof: Proof) -> PastRound | None:
    table = name.rpartition("/")[0]
    decode = floor_registry().decode
    try:
        events = [event for event in proof.shown() if event.stream == f"table/{table}"]
        past = past_round(table, tuple(DecodedEvent(event, decode(event)) for event in events))
    except (AssertionError, InvariantBroken, *SENSELESS, JournalError):
        return None
    return past if past and past.id == name else None


def _without_gap(labels: Sequence[tuple[Label, bool]]) -> bool:
    """Whether the page has every version of the table from the round's first on."""
    versions = [label.version for label, _ in labels]
    return versions == list(range(versions[0], versions[0] + len(versions)))


def _left_out(during: Sequence[tuple[Label, bool]]) -> bool:
    """Whether a hidden event can only belong to the round."""
    posting = False
    for label, shown in during:
        hidden = not shown
        if hidden and label.kind not in (HEAD, *_BETWEEN) and not (posting and label.kind == _POSTED):
            return True
        posting = hidden and label.kind in _POSTING
    return False


def _sheet_of(past: PastRound, carried: SheetText | None) -> tuple[Game | None, tuple[PageFinding, ...]]:
    """The sheet that the round was played by: the text that the page carries, or else that of the library."""
    sheet, played_by = past.round.table.sheet, past.round.hashes.sheet
    here = library().with_hash(sheet, played_by)
    if carried is None:
        return here, ()
    try:
        if max(len(carried.sheet_toml), len(carried.clauses_toml)) > _LARGEST_TEXT:
            raise SheetFault("sheet", because("sheet.long"))
        game = read_texts(carried.sheet_toml, carried.clauses_toml, carried.form)
    except (SheetFault, *SENSELESS) as fault:
        return here, (PageFinding(None, because("page.sheet_unreadable", why=reason_of(fault))),)
    same = (game.sheet.id, game.hashes.sheet) == (sheet, played_by)
    reason = because("page.sheet", sheet=sheet, hash=played_by, installed="yes" if here else "no")
    return game if same else None, (finding_of(same, reason),)


def _of_settlement(past: PastRound, game: Game | None) -> Iterator[PageFinding]:
    """The round settled again."""
    if game is not None:
        yield _settled_again(game, past)
    elif not library().with_hash(past.round.table.sheet, past.round.hashes.sheet):
        sheet = past.round.table.sheet
        yield PageFinding(None, because("page.no_sheet", sheet=sheet), needed=True)


def _settled_again(game: Game, past: PastRound) -> PageFinding:
    sheet = game.sheet.id
    try:
        differs = decided_again(game, acts(past))
    except (AssertionError, InvariantBroken, *SENSELESS) as fault:
        differs = because("page.unplayable", why=reason_of(fault))
    if differs:
        return PageFinding(False, because("page.played_otherwise", sheet=sheet, why=differs))
    return PageFinding(True, because("page.played", sheet=sheet))
