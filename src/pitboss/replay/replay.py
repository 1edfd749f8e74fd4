"""A recorded round moment by moment: who did what, what followed, and what the sign showed."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import takewhile
from typing import cast

from msgspec import Struct

from pitboss.floor.aggregates import LINK, TABLE, floor_registry, floor_streams
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.past_rounds import DecodedEvent, PastRound, find_round
from pitboss.floor.tables.table import TableState
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import events as le
from pitboss.jackpots.parts import Slip
from pitboss.jackpots.words import claims_of, is_of, link_in_words, of_round, who_at_link
from pitboss.ledger import Transfer
from pitboss.ledger.book import TransfersPosted
from pitboss.reason import Reason, because
from pitboss.replay.acts import RecordedAct, acts
from pitboss.replay.entries import ScanProgress
from pitboss.replay.sign_history import Displays, SignChange, displays
from pitboss.round.commands import AdjustSettlement
from pitboss.round.notes import DealNote, notes
from pitboss.round.words import act_said, consequence
from pitboss.settlement import Settlement
from pitboss.sheets.formats import SheetText
from pitboss.sheets.game import Game
from pitboss.shoe import CardsDrawn
from pitboss.store import Journal
from pitboss.store.errors import Archived
from pitboss.store.snapshots import Snapshots
from pitboss.words import say


class Moment(Struct, frozen=True, kw_only=True):
    """Something that happened at the table or at its link."""

    who: str
    role: str
    said: Reason
    then: tuple[Reason, ...]
    displayed: Fraction | None
    """The display right after it; None for a later ruling."""
    change: Fraction
    """By how much it moved the display."""
    entries: tuple[DecodedEvent, ...]
    act: RecordedAct | None
    """The act at the table; None for an event of the link."""
    own: bool = True
    """Whether it concerns this round; other tables move the display too."""

    @property
    def what(self) -> str:
        """What happened, in English."""
        return say(self.said)

    @property
    def follows(self) -> tuple[str, ...]:
        """What followed, in English."""
        return tuple(map(say, self.then))

    @property
    def first(self) -> DecodedEvent:
        """The position of its first event."""
        return self.entries[0]


class Replay(Struct, frozen=True, kw_only=True):
    """A round with everything that bears on it."""

    past: PastRound
    game: Game
    """The recorded sheet by which it was played."""
    text: SheetText
    """The text of that sheet, as it was recorded."""
    operator: str
    link: str | None
    displays: Displays | None
    """None for a table without a link, or where the link's older events are archived."""
    moments: tuple[Moment, ...]

    @property
    def settlement(self) -> Settlement | None:
        """The current settlement."""
        return self.past.round.settlement

    @property
    def notes(self) -> tuple[DealNote, ...]:
        """What its steps prove against the sheet's procedure."""
        return notes(self.game, self.past.round, self.past.began.method)

    @property
    def acts(self) -> tuple[RecordedAct, ...]:
        """The acts at the table."""
        return tuple(moment.act for moment in self.moments if moment.act)

    @property
    def rulings(self) -> tuple[RecordedAct, ...]:
        """Rulings on the round after it was over."""
        return tuple(act for act in self.acts if isinstance(act.command, AdjustSettlement))

    @property
    def slips(self) -> tuple[Slip, ...]:
        """The round's slips, reversed ones included."""
        slips = self.displays.slips if self.displays else ()
        return tuple(slip for slip in slips if f"{slip.table}/{slip.round}" == self.past.id)

    @property
    def reversed_slips(self) -> tuple[int, ...]:
        """Numbers of the link's slips whose awards were reversed."""
        return self.displays.reversed_slips if self.displays else ()

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """The round's transfers, at the table and then at the link."""
        found = [transfer for act in self.acts for transfer in act.transfers]
        own = self._own_versions()
        for moved in self.displays.movements if self.displays else ():
            if isinstance(moved.entry.event, TransfersPosted):
                found += [t for t in moved.entry.event.transfers if _link_version(moved.entry, t) in own]
        return tuple(found)

    def own_entries(self) -> Iterator[DecodedEvent]:
        """The events of this round alone, at the table and at the link."""
        yield from self.past.entries
        own = self._own_versions()
        for moved in self.displays.movements if self.displays else ():
            event, version = moved.entry.event, moved.entry.recorded.version
            posts = isinstance(event, TransfersPosted) and own.issuperset(
                _link_version(moved.entry, transfer) for transfer in event.transfers
            )
            alone = all(is_of(claim, self.past.id) for claim in claims_of(event))
            if (version in own and alone) or posts:
                yield moved.entry

    def _own_versions(self) -> set[int]:
        """Versions of the link's events that concern this round."""
        return {moment.first.recorded.version for moment in self.moments if moment.own and not moment.act}


def replay(journal: Journal, rulebook: Rulebook, past: PastRound) -> Replay:
    """Everything in the journal about a round."""
    game, text = rulebook.by_hash[past.round.hashes.sheet], rulebook.text_with_hash(past.round.hashes.sheet)
    table = _table(journal, past, rulebook.snapshots)
    shown = _displays(journal, past, game, table.link, rulebook.snapshots)
    own = [at_table(game, act, shown) for act in acts(past)]
    linked = list(at_link(past, shown.movements)) if shown else []
    moments = sorted([*own, *linked], key=lambda moment: moment.first.recorded.position)
    return Replay(
        past=past,
        game=game,
        text=text,
        operator=table.operator,
        link=table.link,
        displays=shown,
        moments=tuple(moments),
    )


def find(journal: Journal, name: str, progress: ScanProgress | None = None) -> PastRound | None:
    """The round with a name such as ``T1/17``, if the journal holds it."""
    table, _, number = name.rpartition("/")
    return find_round(journal, table, int(number), progress)


def _table(journal: Journal, past: PastRound, snapshots: Snapshots) -> TableState | fe.TableOpened:
    """The last opening of the table before the round; if that is archived, the table now."""
    stream, began = f"table/{past.table}", past.entries[0].recorded.version
    openings = journal.of_kind(stream, fe.TableOpened.__name__)
    before = [recorded for recorded in openings if recorded.version < began]
    if before:
        return cast("fe.TableOpened", floor_registry().decode(before[-1]))
    state = floor_streams(journal, TABLE, snapshots).get(past.table).state
    if state is None:
        raise InvariantBroken(f"round {past.id} stands in the journal, and its table was never opened")
    return state


def _displays(
    journal: Journal, past: PastRound, game: Game, link: str | None, snapshots: Snapshots
) -> Displays | None:
    if link is None:
        return None
    during = list(takewhile(lambda entry: not isinstance(entry.event, fe.PastRoundAdjusted), past.entries))
    try:
        day = str(past.began.day)
        links = floor_streams(journal, LINK, snapshots)
        return displays(journal, links, link, game, (during[0].recorded, during[-1].recorded), day)
    except Archived:
        return None


def _link_version(posted: DecodedEvent, transfer: Transfer) -> int:
    """The version of the link's event that posted a transfer, which the transfer's id tells."""
    return posted.recorded.version - int(transfer.id.split("/")[-2])


def at_table(game: Game, act: RecordedAct, shown: Displays | None) -> Moment:
    """The moment of an act at the table."""
    then = [consequence(game, event, act.command) for event in act.events]
    for entry in act.entries:
        match entry.event:
            case fe.WinsEntered(claims):
                then.append(because("follows.wins_entered", claims=claims))
            case fe.ShoeReady(commitment):
                then.append(because("follows.shoe", commitment=commitment.root.hex()))
            case CardsDrawn(first, count):
                then.append(because("follows.drawn", count=count, first=first, last=first + count - 1))
            case TransfersPosted(transfers):
                then.append(because("follows.posted", transfers=len(transfers)))
    later = isinstance(act.entries[0].event, fe.PastRoundAdjusted)
    value = shown.at(act.entries[-1].recorded.position) if shown and not later else None
    role = act.by.role.replace("_", " ")
    return Moment(
        who=act.by.name,
        role=role,
        said=act_said(game, act.command, act.before, act.after),
        then=tuple(filter(None, then)),
        displayed=value,
        change=Fraction(0),
        entries=act.entries,
        act=act,
    )


def at_link(past: PastRound, movements: tuple[SignChange, ...]) -> Iterator[Moment]:
    """The moments of the link that moved or stopped the display, or concern the round."""
    slips: set[int] = set()
    for moved in movements:
        event = moved.entry.event
        if isinstance(event, TransfersPosted):
            continue
        own = of_round(event, past.table, past.began.number)
        own = own or any(is_of(claim, past.id) for claim in claims_of(event))
        own = own or (isinstance(event, le.AwardReversed) and event.slip in slips)
        if isinstance(event, le.ClaimsPaid) and own:
            slips.update(slip.number for slip in event.slips)
        if own or moved.change or isinstance(event, le.JackpotFailed | le.JackpotRestored):
            who, role = who_at_link(event)  # type: ignore[arg-type]
            yield Moment(
                who=who,
                role=role,
                said=link_in_words(event, past.id),  # type: ignore[arg-type]
                then=(),
                displayed=moved.value,
                change=moved.change,
                entries=(moved.entry,),
                act=None,
                own=own,
            )
