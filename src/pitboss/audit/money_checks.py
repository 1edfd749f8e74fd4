"""Checks of a command's money that hold whichever build decided it.

The settlement is that of the recorded cards under the recorded sheet; table and link post what their events
say; awards equal the slips; accepted jackpot bets reach the link with their shares. Wording and clauses are
left out, because later builds may change them.
"""

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Any

from msgspec import structs

from pitboss.audit.appends import RecordedAppend, events_of
from pitboss.audit.replayed_floor import ReplayedFloor
from pitboss.floor.links import with_transfers
from pitboss.floor.tables.events import PastRoundAdjusted
from pitboss.floor.tables.money.events import ChipsBought, ChipsCashed
from pitboss.floor.tables.past_rounds import DecodedEvent
from pitboss.floor.tables.round_link import past_transfer, round_transfers
from pitboss.floor.tables.table import TableState, evolve_table
from pitboss.invariant import OutOfOrder
from pitboss.jackpots import Link
from pitboss.jackpots import events as le
from pitboss.jackpots import evolve as evolve_link
from pitboss.jackpots.from_round import accepted_bets
from pitboss.jackpots.sign import linked_to_settle
from pitboss.ledger import GamingDay, Transfer, post
from pitboss.ledger.book import TransfersPosted
from pitboss.reason import UNTOLD, Reason, because
from pitboss.replay.differences import Mismatch, difference
from pitboss.round import Round
from pitboss.round import events as re
from pitboss.round.revealing import facts_of
from pitboss.settlement import AwardsDiffer, CardsUnknown, Linked, Settlement, settle
from pitboss.sheets.game import Game
from pitboss.store.fault import RecordFault, fault_of
from pitboss.store.journal import kind_and_name
from pitboss.store.streams import StreamState


def money_fault(known: ReplayedFloor, append: RecordedAppend) -> RecordFault | None:
    """The first fault in the money of a command, at its table and at every link that it moved."""
    streams = dict.fromkeys(entry.recorded.stream for entry in append.entries)
    for stream in streams:
        kind, name = kind_and_name(stream)
        if kind == "table":
            fault = _table_money(known, name, append)
        elif kind == "link":
            fault = _link_money(known.link(name), name, append)
        else:
            fault = None
        if fault:
            return fault
    return _not_reached(known, append)


def _table_money(known: ReplayedFloor, name: str, append: RecordedAppend) -> RecordFault | None:
    """The first fault in what a command settles and posts at its table."""
    part = append.of_stream(f"table/{name}")
    before, ruled, events = known.table(name), part[0].event, events_of(part)
    if before.state is None:
        return None
    day = partial(_day_of, append)
    if isinstance(ruled, PastRoundAdjusted):
        past = known.past_round(name, ruled.number)
        ruling = [past_transfer(before.state, past, ruled.adjusted, day())] if past else []
        return _posts_otherwise(part, post(before.state.money.book, ruling))
    if isinstance(ruled, ChipsBought | ChipsCashed):
        return None
    game, table = known.game_of(before.state) if before.state.round else None, before.state
    for entry in part:
        if isinstance(entry.event, re.RoundSettled) and game:
            if table.round is None:
                raise OutOfOrder(f"a settlement stands where no round of table {name} is under way")
            if wrong := _settles_otherwise(game, table.round, entry.event):
                return fault_of(entry.recorded, *wrong)
        table = evolve_table(table, entry.event, entry.recorded.position)
    drafts = round_transfers(before.state, events, day)
    return _posts_otherwise(part, post(before.state.money.book, drafts))


def _link_money(held: StreamState[Link], name: str, append: RecordedAppend) -> RecordFault | None:
    """The first fault in what the events of a link post."""
    entries = append.of_stream(f"link/{name}")
    events: Any = tuple(e.event for e in entries if not isinstance(e.event, TransfersPosted))
    *_, last = with_transfers(held.state, events, partial(_day_of, append))
    return _posts_otherwise(entries, (last,) if isinstance(last, TransfersPosted) else ())


def _not_reached(known: ReplayedFloor, append: RecordedAppend) -> RecordFault | None:
    """The fault if the link did not get what a round accepts and settles."""
    kind, name = kind_and_name(append.head.recorded.stream)
    before = known.table(name).state if kind == "table" else None
    if before is None or before.link is None or (held := known.link(before.link)).state is None:
        return None
    table = before
    part, after = append.of_stream(f"table/{name}"), append.of_stream(f"link/{before.link}")
    for entry in part:
        table = evolve_table(table, entry.event, entry.recorded.position)
    game, link = known.game_of(table), _moved(held.state, after)
    for entry in part:
        wrong = None
        if isinstance(entry.event, re.BetsClosed):
            wrong = _contributes_otherwise(game, table, link, after)
        elif isinstance(entry.event, re.RoundSettled):
            wrong = _linked_otherwise(known, table, link, entry.event.linked)
        if wrong:
            return fault_of(entry.recorded, *wrong)
    return None


def _day_of(append: RecordedAppend) -> GamingDay:
    return GamingDay(append.command.day or date.min, append.command.shift)


def _settles_otherwise(game: Game, state: Round, event: re.RoundSettled) -> Mismatch | None:
    try:
        again = settle(game, facts_of(state, event.linked))
    except AwardsDiffer:
        return because("fault.awards_to_others"), because("due.awards_by_cards")
    except CardsUnknown as unknown:
        return because("fault.unnamed_cards", place=unknown.place), because("due.named")
    found = difference(_money_of(event.settlement), _money_of(again))
    if found is None:
        return None
    return because("fault.settles", path=found.path, found=found.found), found.due()


def _money_of(settlement: Settlement) -> Settlement:
    lines = tuple(structs.replace(line, clauses=(), reason=UNTOLD) for line in settlement.lines)
    jackpot = settlement.jackpot
    if jackpot:
        payouts = tuple(structs.replace(paid, hand="") for paid in jackpot.payouts)
        jackpot = structs.replace(jackpot, payouts=payouts)
    return structs.replace(settlement, lines=lines, jackpot=jackpot)


def _posts_otherwise(
    entries: Sequence[DecodedEvent], posted: tuple[TransfersPosted, ...]
) -> RecordFault | None:
    """The mismatch between what an append posts and what its events must post."""
    due = tuple(transfer for event in posted for transfer in event.transfers)
    for entry in entries:
        if isinstance(entry.event, TransfersPosted):
            found = difference(_without_words(entry.event.transfers), _without_words(due))
            if found is None:
                return None
            wrong = because("fault.posts", path=found.path, found=found.found)
            return fault_of(entry.recorded, wrong, found.due())
    if not due:
        return None
    wrong = because("fault.not_posted", transfers=len(due))
    return fault_of(entries[-1].recorded, wrong, because("due.posted", entry=due[0].id))


def _without_words(transfers: tuple[Transfer, ...]) -> TransfersPosted:
    return TransfersPosted(tuple(structs.replace(entry, reason=UNTOLD) for entry in transfers))


def _moved(link: Link, after: Sequence[DecodedEvent]) -> Link:
    for entry in after:
        if not isinstance(entry.event, TransfersPosted):
            link = evolve_link(link, entry.event)  # type: ignore[arg-type]
    return link


def _contributes_otherwise(
    game: Game, table: TableState, link: Link, after: Sequence[DecodedEvent]
) -> Mismatch | None:
    """The mismatch between accepted jackpot bets and the shares booked at the link."""
    if table.round is None:
        raise OutOfOrder(f"bets are closed where no round of table {table.id} is under way")
    to_display, to_reserve = link.config.contribution_rate, link.config.reserve_rate
    due = [
        (bet.box, bet.player, bet.amount, bet.amount * to_display, bet.amount * to_reserve)
        for bet in accepted_bets(game, table.round)
    ]
    booked = [
        (bet.box, bet.player, bet.amount, bet.display + bet.overflow, bet.reserve)
        for event in events_of(after)
        if isinstance(event, le.BetsAccepted) and (event.table, event.round) == (table.id, str(table.number))
        for bet in event.bets
    ]
    if booked == due:
        return None
    bets = tuple(
        because("due.jackpot_bet", cents=amount, player=player, box=box) for box, player, amount, *_ in due
    )
    return because("fault.not_reached"), because("due.accepted", bets=_or_none(bets))


def _linked_otherwise(
    known: ReplayedFloor, table: TableState, link: Link, linked: Linked | None
) -> Mismatch | None:
    """The mismatch between a linked settlement and its link's slips and display."""
    should = linked_to_settle(known.games, link, table.id, str(table.number))
    if linked is None:
        return because("fault.without_link"), because("due.with_link")
    if linked.awards != should.awards:
        return because("fault.awards", awards=_awards(linked)), because("due.slips", awards=_awards(should))
    if not set(linked.denied) <= set(should.denied):
        denied = tuple(because("due.denied_win", hand=win.hand, player=win.player) for win in should.denied)
        return because("fault.undenied"), because("due.denied", wins=_or_none(denied))
    if linked.displayed != should.displayed:
        due = because("due.cents", cents=str(should.displayed))
        return because("fault.displayed", cents=str(linked.displayed)), due
    return None


def _awards(linked: Linked) -> tuple[Reason, ...]:
    return _or_none(
        tuple(because("due.award", cents=award.amount, player=award.player) for award in linked.awards)
    )


def _or_none(found: tuple[Reason, ...]) -> tuple[Reason, ...]:
    return found or (because("due.none"),)
