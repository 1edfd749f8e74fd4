"""Check a dispute page without its journal: what holds, what does not, what it cannot show."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct

from pitboss.floor.registry import floor_registry
from pitboss.floor.tables.events import PastRoundAdjusted, RoundBegan
from pitboss.floor.tables.past_rounds import EXCHANGES, OF_TABLE, DecodedEvent, PastRound, past_round
from pitboss.invariant import InvariantBroken
from pitboss.ledger.book import TransfersPosted
from pitboss.plural import counted
from pitboss.replay.acts import acts, decided_again
from pitboss.replay.dispute.document import Document
from pitboss.replay.dispute.finding import NOTHING_KNOWN, SENSELESS, PageFinding, Trusted, finding_of
from pitboss.replay.dispute.remake import compare_with_events
from pitboss.replay.dispute.vouched import vouched_for
from pitboss.replay.log_proofs import Proof
from pitboss.replay.replay_json import settlement_data
from pitboss.sheets import Game, SheetFault
from pitboss.sheets.formats import SheetText
from pitboss.sheets.library import library
from pitboss.sheets.loader import read_texts
from pitboss.store.errors import JournalError
from pitboss.store.journal import HEAD
from pitboss.tlog.checkpoint import TreeHead, read_tree_head
from pitboss.tlog.cosignature import cosigned
from pitboss.tlog.note import BadNote, Note, parse_note_key, signed_by
from pitboss.tlog.shown import Label

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
    yield finding_of(document.signed(), f"The data is signed by the key {key}.")
    if trusted.keys:
        yield finding_of(bytes.fromhex(key) in trusted.keys, "That is the key that you named.")
    yield finding_of(document.page_is_as_signed(), "What the page shows is what was signed.")


def _of_log(document: Document, trusted: Trusted) -> Iterator[PageFinding]:
    proof = document.record.proof
    yield _in_place(proof)
    try:
        note = proof.signed_note()
        head = None if note is None else read_tree_head(note)
    except BadNote as fault:
        yield PageFinding(False, f"The checkpoint cannot be read. {fault}")
        return
    if note is None or head is None:
        text = "No checkpoint covers the round: only the signature of the page vouches for it."
        yield PageFinding(None, text)
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
            where = f"{wrong.kind} at position {wrong.position} ({wrong.stream} {wrong.version})"
            return PageFinding(False, f"Append {append.number} does not have the event {where} in its place.")
        last = labels[-1].position if labels else last
    shown = sum(event.data is not None for append in proof.appends for event in append.events)
    events, appends = counted(shown, "event"), counted(len(proof.appends), "append")
    return PageFinding(True, f"{events} of the round stand in {appends}, in their order.")


def _leads(proof: Proof, head: TreeHead) -> PageFinding:
    try:
        leads = proof.root(head.size) == head.root
    except SENSELESS:
        leads = False
    text = (
        f"With {len(proof.hashes)} further hashes these appends lead to the root of the checkpoint over "
        f"{head.size} appends."
    )
    return finding_of(leads, text)


def _signed(proof: Proof, note: Note, head: TreeHead, key: bytes, trusted: Trusted) -> Iterator[PageFinding]:
    try:
        named = parse_note_key(proof.key or "")
    except BadNote as fault:
        yield PageFinding(False, f"The key of the log cannot be read. {fault}")
        return
    signed = named.name == head.origin and signed_by(note, named)
    yield finding_of(signed, f"The checkpoint of {head.origin} is signed by the key it names.")
    if named.public == key:
        yield PageFinding(True, "The checkpoint is signed with the same key as the page.")
    elif named.public in trusted.keys:
        yield PageFinding(
            True, "The checkpoint is signed with another key than the page, one that you named too."
        )
    else:
        yield PageFinding(None, "The checkpoint is signed with another key than the page.")


def _cosigned(note: Note, head: TreeHead, told: tuple[str, ...], trusted: Trusted) -> Iterator[PageFinding]:
    """The witnesses' cosignatures of the checkpoint, by the reader's keys or else the page's."""
    try:
        of_page = tuple(parse_note_key(text) for text in told)
    except BadNote as fault:
        yield PageFinding(False, f"The key of a witness on the page cannot be read. {fault}")
        return
    known = dict.fromkeys((*trusted.witnesses, *of_page))
    for witness in known:
        whose = "that you named" if witness in trusted.witnesses else "that the page names"
        if not note.by(witness):
            yield PageFinding(None, f"The witness {witness.name} {whose} has not cosigned this checkpoint.")
            continue
        time = cosigned(note, witness)
        when = f" on {datetime.fromtimestamp(time, UTC):%Y-%m-%d at %H:%M:%S} UTC" if time else ""
        text = f"The witness {witness.name} {whose} has cosigned the checkpoint{when}."
        yield finding_of(time is not None, text)
    found = {(witness.name, witness.id) for witness in known}
    others = {one.name for one in note.signatures if (one.name, one.key_id) not in found} - {head.origin}
    for name in sorted(others):
        text = (
            f"A cosignature of {name} stands below the checkpoint: name its key, with --witness, to check it."
        )
        yield PageFinding(None, text)


def _kept(head: TreeHead, trusted: Trusted) -> Iterator[PageFinding]:
    if trusted.kept is None:
        return
    copies = [copy for copy in map(read_tree_head, trusted.kept) if copy.size == head.size]
    if copies:
        text = f"The witness file holds the same checkpoint over {head.size} appends."
        yield finding_of(all(copy == head for copy in copies), text)
    else:
        yield PageFinding(None, f"The witness file holds no checkpoint over {head.size} appends.")


def _of_round(told: dict[str, Any], proof: Proof, past: PastRound | None) -> Iterator[PageFinding]:
    if past is None:
        yield PageFinding(False, f"The events are not those of a whole round {told.get('round')}.")
        return
    began = past.entries[0].recorded.version
    labels = [one for one in proof.labels(f"table/{past.table}") if one[0].version >= began]
    until = next((n for n, (label, _) in enumerate(labels) if n and label.kind == _BEGAN), None)
    during = labels[:until]
    later = [] if until is None else labels[until + 1 :]
    whole = _without_gap(labels[: len(during) + 1]) and not _left_out(during) and not _left_out(later)
    yield finding_of(whole, "No event of the round is left out.")
    if until is None:
        text = "No later round of the table is on the page: what was recorded of this one since is not known."
        yield PageFinding(None, text)
    if rulings := sum(1 for label, shown in during if not shown and label.kind == _RULED):
        text = f"Rulings said to be on other rounds: {rulings}. What they say is not on the page."
        yield PageFinding(None, text)
    yield finding_of(settlement_data(past) == told.get("settlement"), "The lines shown are those recorded.")


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
            raise SheetFault("sheet", "it is too long for a sheet")
        game = read_texts(carried.sheet_toml, carried.clauses_toml, carried.form)
    except (SheetFault, *SENSELESS) as fault:
        text = f"The text of the sheet on the page cannot be read here ({fault})."
        return here, (PageFinding(None, text),)
    also = "That text is installed here too" if here else "No such text is installed here"
    same = (game.sheet.id, game.hashes.sheet) == (sheet, played_by)
    text = f"The text of {sheet} on the page is the one that the round was played by ({played_by})."
    return game if same else None, (finding_of(same, f"{text} {also}."),)


def _of_settlement(past: PastRound, game: Game | None) -> Iterator[PageFinding]:
    """The round settled again."""
    if game is not None:
        yield _settled_again(game, past)
    elif not library().with_hash(past.round.table.sheet, past.round.hashes.sheet):
        sheet = past.round.table.sheet
        text = f"The sheet {sheet} that it was played by is not installed here: it was not settled again."
        yield PageFinding(None, text, needed=True)


def _settled_again(game: Game, past: PastRound) -> PageFinding:
    sheet = game.sheet.id
    try:
        differs = decided_again(game, acts(past))
    except (AssertionError, InvariantBroken, *SENSELESS) as fault:
        differs = f"it cannot be played ({fault})"
    if differs:
        return PageFinding(False, f"Played again by {sheet}, {differs}.")
    return PageFinding(True, f"Played again by {sheet}, every act has the same consequences and lines.")
