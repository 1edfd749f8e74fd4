"""The audit of what events say, command by command, while their hashes are verified.

An append is whole only with its last event, so events wait until the next command at a table begins. Then the
command is decided again from what is known, and what was recorded must be exactly what follows from it. A
round that another build opened may have been decided otherwise by it: then its money alone is judged, and the
audit says so.
"""

from collections.abc import Callable, Sequence
from datetime import date
from itertools import takewhile
from typing import Final

from msgspec import Struct

from pitboss.audit.again import NOBODY_ASKED, Again, link_again, table_again
from pitboss.audit.appends import (
    BEGINNINGS,
    SIGNING,
    append_of,
    begins,
    compare,
    events_of,
    receiver,
    run_of,
)
from pitboss.audit.books import Books
from pitboss.audit.decks import Decks
from pitboss.audit.kinds import PEOPLE, decoder_of, split
from pitboss.audit.known import Known
from pitboss.audit.money_checks import link_money, table_money
from pitboss.build import build_hash
from pitboss.floor import events as fe
from pitboss.floor.amounts import KIND as AMOUNTS_KIND
from pitboss.floor.amounts import NAME as AMOUNTS
from pitboss.floor.amounts import AmountsSet, set_amounts
from pitboss.floor.money.events import ChipsBought, ChipsCashed, SlipMade
from pitboss.floor.past import Entry
from pitboss.floor.rulebook import KIND as SHEETS
from pitboss.floor.sealing import Sealer
from pitboss.floor.versions import approval_refusal
from pitboss.ledger.book import TransfersPosted
from pitboss.round import Refusal
from pitboss.round import events as re
from pitboss.store import Journal, Recorded
from pitboss.store.checkpoint import STREAM as CHECKPOINTS
from pitboss.store.errors import BadEvent, JournalError
from pitboss.store.verify import Fault, fault_of

_DAY: Final = 24 * 3600 * 1_000_000
_OFFSET: Final = 8 * 3600 * 1_000_000
"""Singapore's from UTC, in microseconds."""
_EPOCH: Final = date(1970, 1, 1).toordinal()


class Found(Exception):
    """The first event that fails."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class Tally(Struct):
    """How many there were, and where the first stands."""

    count: int = 0
    first: int = 0

    def add(self, position: int) -> None:
        """One more."""
        self.first = self.first or position
        self.count += 1


class Auditor:
    """Takes events one by one and finds the first that says what cannot be."""

    def __init__(self, sources: Sequence[Journal], sealer: Sealer | None = None) -> None:
        self.known = Known(sources)
        self.decks = Decks(sealer)
        self.books = Books()
        self.rounds = 0
        self.settlements = 0
        self.otherwise: dict[str, Tally] = {}
        """By build, the commands that this one decides otherwise."""
        self.builds: dict[str, int] = {}
        """How many rounds each build has opened."""
        self.misdated = Tally()
        """Events recorded on another day than the gaming day they name."""
        self._build_at: dict[str, str] = {}
        self._doubt: Fault | None = None
        """What was decided otherwise before any round said by which build."""
        self._waiting: list[Entry] = []

    def take(self, recorded: Recorded) -> Fault | None:
        """One event more; whatever came before it is judged once it is whole."""
        try:
            entry = read(recorded)
            if begins(entry):
                self._judge()
            self._waiting.append(entry)
        except Found as found:
            return found.fault
        return None

    def finish(self) -> Fault | None:
        """The journal ends here."""
        try:
            self._judge()
        except Found as found:
            return found.fault
        return None if self.builds else self._doubt

    def _judge(self) -> None:
        waiting, self._waiting = self._waiting, []
        while waiting:
            kind, name = split(waiting[0].recorded.stream)
            if kind == "table":
                done = self._table(name, waiting)
            elif kind == "link":
                done = self._link(name, waiting)
            elif _has_its_place(waiting[0]):
                done = 1
            else:
                what = "stands in a stream where this build knows of no such event"
                raise Found(fault_of(waiting[0].recorded, what, "nothing"))
            self._close(waiting[:done])
            waiting = waiting[done:]

    def _table(self, name: str, waiting: list[Entry]) -> int:
        """Judge a command to a table; how many of the waiting events are its append."""
        part = run_of(waiting)
        first = part[0].recorded
        if not isinstance(part[0].event, BEGINNINGS):
            raise Found(fault_of(first, "stands behind no command", "an Acted before it"))
        state = self.known.table(name).state
        after = run_of(waiting[len(part) :], f"link/{state.link}") if state else ()
        again = _decided(lambda: table_again(self.known, name, events_of(part), events_of(after)))
        differs = compare(waiting, again, len(part))
        if differs is None:
            return _size(again)
        if not isinstance(part[0].event, fe.Acted | fe.PastRoundAdjusted):
            raise Found(differs)
        after = tuple(takewhile(lambda entry: entry.recorded.recorded == first.recorded, after))
        build = self._build_at.get(first.stream)
        self._judge_money(first, lambda: table_money(self.known, name, part, after), differs, build)
        return len(part) + len(after)

    def _link(self, name: str, waiting: list[Entry]) -> int:
        """Judge a command to a link; how many of the waiting events are its append."""
        run = run_of(waiting)
        first = run[0].recorded
        rest = waiting[len(run) :]
        again = _decided(lambda: link_again(self.known, name, events_of(run), events_of(rest)))
        if again == NOBODY_ASKED:
            raise Found(fault_of(first, "follows from no command to a table or a link", "nothing"))
        differs = compare(waiting, again, 1)
        if differs is None:
            return _size(again)
        part = append_of(run)
        to = receiver(part)
        there = append_of(run_of(rest, f"link/{to}")) if to and len(part) == len(run) else ()

        def money() -> Fault | None:
            ours = link_money(self.known.link(name), name, part)
            return ours or (link_money(self.known.link(to), to, there) if to and there else None)

        self._judge_money(first, money, differs, self._build_of_floor())
        return len(part) + len(there)

    def _judge_money(
        self, first: Recorded, money: Callable[[], Fault | None], differs: Fault, build: str | None
    ) -> None:
        """A command that this build decides otherwise: by another build its money alone must be right.

        Where the command itself is what differs, or at the same event, the money says best what is wrong.
        """
        try:
            fault = money()
        except Exception:
            fault = differs
        if fault and (differs.kind == fe.Acted.__name__ or fault.position == differs.position):
            raise Found(fault)
        if fault or build == build_hash():
            raise Found(differs)
        self.otherwise.setdefault(build or "", Tally()).add(first.position)
        if build is None:
            self._doubt = self._doubt or differs

    def _close(self, entries: Sequence[Entry]) -> None:
        """Fold an append; its links must then hold what the ledger says."""
        links = {}
        for entry in entries:
            self._fold(entry)
            kind, name = split(entry.recorded.stream)
            if kind == "link":
                links[name] = entry
        for name, last in links.items():
            state = self.known.link(name).state
            if state and (wrong := self.books.differ_from(state)):
                raise Found(fault_of(last.recorded, *wrong))
            self.known.note_display(name)

    def _fold(self, entry: Entry) -> None:
        recorded, event = entry.recorded, entry.event
        if wrong := self.decks.differ(self.known.table(split(recorded.stream)[1]).state, event):
            raise Found(fault_of(recorded, *wrong))
        try:
            self.known.fold(entry)
        except Exception as error:
            raise Found(fault_of(recorded, f"does not fit what came before it: {_why(error)}")) from error
        match event:
            case TransfersPosted():
                for transfer in event.transfers[:1]:
                    self._dated(recorded, transfer.day)
                if wrong := self.books.post(event):
                    raise Found(fault_of(recorded, *wrong))
            case fe.RoundBegan() | SlipMade() | ChipsBought() | ChipsCashed() | fe.PastRoundAdjusted():
                self._dated(recorded, event.day)
            case fe.Acted(day=day) if day:
                self._dated(recorded, day)
            case AmountsSet():
                self._judge_amounts(entry)
            case re.RoundOpened():
                self._opened(recorded.stream, event.hashes.build)
            case re.RoundSettled():
                self.settlements += 1
            case fe.SheetTaken():
                game = self.known.by_hash[event.hash]
                if (f"{SHEETS}/{event.sheet}", event.hash) != (recorded.stream, game.hashes.sheet):
                    what = f"names the hash {event.hash} for its text"
                    raise Found(fault_of(recorded, what, game.hashes.sheet))
                opened = bool(self.known.tables or self.known.links)
                if refusal := approval_refusal(game, event.approval, opened):
                    raise Found(fault_of(recorded, f"cannot have happened: {refusal.message}", "refused"))

    def _judge_amounts(self, entry: Entry) -> None:
        """Two people answer for the amounts of the floor, and nothing else stands in their stream."""
        assert isinstance(entry.event, AmountsSet), "it has its place"
        answer = set_amounts(None, entry.event.amounts, entry.event.approval)
        if isinstance(answer, Refusal):
            what = f"cannot have happened: {answer.message}"
            raise Found(fault_of(entry.recorded, what, "refused"))

    def _dated(self, recorded: Recorded, day: date) -> None:
        """A gaming day begins on its date and ends on the next; a clock may have been put back by one."""
        if abs((recorded.recorded + _OFFSET) // _DAY - (day.toordinal() - _EPOCH)) > 1:
            self.misdated.add(recorded.position)

    def _opened(self, stream: str, build: str) -> None:
        if self._doubt and not self.builds:
            if build == build_hash():
                raise Found(self._doubt)
            self.otherwise[build] = self.otherwise.pop("")
        self.rounds += 1
        self.builds[build] = self.builds.get(build, 0) + 1
        self._build_at[stream] = build

    def _build_of_floor(self) -> str | None:
        """The build that runs links: this one while every table's round is; none before the first round."""
        others = [build for build in self._build_at.values() if build != build_hash()]
        return others[0] if others else build_hash() if self._build_at else None


def _decided(decide: Callable[[], Again]) -> Again:
    """Whatever a record that was tampered with makes the decision trip over is a fault of the record."""
    try:
        return decide()
    except JournalError:
        raise
    except Exception as error:
        message = f"nothing can be decided from what came before: {_why(error)}"
        return Refusal("not_as_recorded", message, ())


def _has_its_place(entry: Entry) -> bool:
    """Whether an event that no command to a table or a link has brought may stand where it does."""
    kind, _ = split(entry.recorded.stream)
    if kind == SHEETS:
        return isinstance(entry.event, fe.SheetTaken)
    if kind == AMOUNTS_KIND:
        return entry.recorded.stream == f"{AMOUNTS_KIND}/{AMOUNTS}" and isinstance(entry.event, AmountsSet)
    if isinstance(entry.event, SIGNING):
        return False  # It follows from a command to a table.
    return kind in PEOPLE or entry.recorded.stream == CHECKPOINTS


def read(recorded: Recorded) -> Entry:
    """An event that can be read; checkpoints are the chain's."""
    if recorded.stream == CHECKPOINTS:
        return Entry(recorded, Struct())
    try:
        return Entry(recorded, decoder_of(split(recorded.stream)[0])(recorded))
    except BadEvent as error:
        raise Found(fault_of(recorded, f"cannot be read: {error}")) from error


def _size(again: Again) -> int:
    assert not isinstance(again, Refusal), "nothing follows from a refusal"
    return len(again)


def _why(error: Exception) -> str:
    return str(error) if isinstance(error, AssertionError) else f"{type(error).__name__} {error}"
