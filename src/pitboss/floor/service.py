"""Tables and links as services: load, decide, append, and again when somebody else was first.

A command is one append: the events of the round, what they move at the link, and every transfer. Any
server may take any command; its id makes it safe to send again.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct, structs

from pitboss.access.account import Account
from pitboss.access.events import Position, SignedOff, SignedOn
from pitboss.access.refusals import refuse
from pitboss.access.sign_on import sign_off, sign_on
from pitboss.access.streams import account_streams
from pitboss.card_sets import commands as sc
from pitboss.floor import events as fe
from pitboss.floor.card_sets import dispute, handle_cards
from pitboss.floor.dealing import dealers_next, shuffled_by
from pitboss.floor.links import hands_dealt, link_act, money_goes_to, rounds_waited_for, with_transfers
from pitboss.floor.meter import Meter, NoMeter
from pitboss.floor.methods import change_method, close, post_notice, reopen
from pitboss.floor.money import MoneyCommand
from pitboss.floor.money.decide import decide_money
from pitboss.floor.past import find_round
from pitboss.floor.people import Actor
from pitboss.floor.plates import plate_changed
from pitboss.floor.reading import Read, doubt_standing, read_card
from pitboss.floor.reads import Part, Reads
from pitboss.floor.registry import floor_registry
from pitboss.floor.rounds import (
    Outcome,
    Scene,
    act,
    adjust_past,
    begin_round,
    concerns_link,
    deal_next,
    stale,
    time_is_up,
)
from pitboss.floor.rulebook import Rulebook, sheet_taken
from pitboss.floor.sealing import Sealer
from pitboss.floor.seats import holds_a_hand, sit_down, stand_up
from pitboss.floor.streams import Held, Streams
from pitboss.floor.table import TableState, evolve_table, memory_now
from pitboss.floor.versions import approval_refusal, version_refusal
from pitboss.jackpots import Approval, Link, evolve
from pitboss.jackpots import commands as lc
from pitboss.jackpots import events as le
from pitboss.jackpots.people import known_as
from pitboss.ledger import GamingDay, OperatingHours, gaming_day
from pitboss.ledger.book import TransfersPosted
from pitboss.ledger.gaming_day import Shift
from pitboss.round import Refusal
from pitboss.round import commands as cmd
from pitboss.settlement import Table
from pitboss.sheets import Game
from pitboss.sheets.loader import read_texts
from pitboss.store import Journal, ToStream
from pitboss.store.errors import Busy, JournalError, VersionConflict
from pitboss.store.journal import Clock, wall_clock

AWAY_SECONDS: Final = 60
"""How long an automatic table may be away before its absence interrupts the play."""
DEFAULT_HOURS: Final = OperatingHours((Shift("day", 6), Shift("swing", 14), Shift("night", 22)))
_MOST_TRIES: Final = 100
_DAY: Final = 24 * 3600 * 1_000_000


class Done(Struct, frozen=True):
    """A command that was recorded."""

    first: int
    last: int
    events: tuple[Struct, ...] = ()
    """Of the table or link it was for; none for a command that had been recorded before."""
    repeated: bool = False


Parts = tuple[Part[Any], ...]
Plan = Callable[[Reads], Parts | Refusal]


class Floor:
    """One floor, on one journal."""

    def __init__(
        self,
        journal: Journal,
        *,
        hours: OperatingHours = DEFAULT_HOURS,
        clock: Clock = wall_clock,
        sealer: Sealer | None = None,
    ) -> None:
        self.meter: Meter = NoMeter()
        """Is told of every command; whoever keeps the server may put his own here."""
        self.journal = journal
        self.sealer = sealer
        self.hours = hours
        self.clock = clock
        self.rulebook = Rulebook(journal)
        self.tables: Streams[TableState] = Streams(journal, "table", TableState, evolve_table)
        self.links: Streams[Link] = Streams(
            journal, "link", Link, evolve_link, day=lambda instant: str(self._day_of(instant).date)
        )
        self.accounts = account_streams(journal)

    def take_sheet(
        self, sheet_toml: str, clauses_toml: str, approval: Approval | None = None
    ) -> Done | Refusal:
        """Bring a sheet into force; the same text again changes nothing. Raises ``SheetFault``.

        Once something is open, two people answer for it.
        """
        taken = sheet_taken(sheet_toml, clauses_toml, approval=approval)
        return self.carry_out(lambda reads: self.sheet_plan(reads, taken))

    def table(self, name: str) -> TableState | None:
        """A table as it stands in the journal."""
        return self.tables.refresh(name).state

    def link(self, name: str) -> Link | None:
        """A link as it stands in the journal."""
        return self.links.refresh(name).state

    def table_names(self) -> tuple[str, ...]:
        """Every table that was ever opened."""
        return self.tables.names()

    def link_names(self) -> tuple[str, ...]:
        """Every link that was ever opened."""
        return self.links.names()

    def open_table(
        self,
        name: str,
        plate: Table,
        by: Actor,
        command_id: str,
        *,
        link: str | None = None,
        cards: fe.CardSource = "outside",
        denominations: tuple[int, ...] = (1,),
        automatic: bool = False,
        away_seconds: int = AWAY_SECONDS,
        card_sets: bool = False,
        counts_tray: bool = False,
        crewed: bool = False,
        idle_rounds: int = 0,
    ) -> Done | Refusal:
        """Open a table, or open it again with another plate."""

        def plan(reads: Reads) -> Parts | Refusal:
            table = reads.table(name).state
            game = self.rulebook.games.get(plate.sheet)
            if game is None:
                return Refusal("no_such_sheet", f"{plate.sheet} is no sheet in force", ())
            if cards == "shoe" and self.sealer is None:
                return Refusal("no_shoe", "this floor has no key to seal decks with", game.sheet.deck.clauses)
            if table and table.open:
                return Refusal("table_known", f"table {name} is open already", game.ruling_clauses)
            if link is not None:
                linked = reads.link(link).state
                if linked is None or linked.members.get(name) != plate.sheet:
                    message = f"table {name} is not on link {link} with {plate.sheet}"
                    return Refusal("no_such_table", message, game.ruling_clauses)
            operator, live = game.sheet.identity.operator, structs.replace(plate, live=True)
            if automatic and counts_tray:
                message = f"table {name} is dealt by the software, which keeps its chips: it has no tray"
                return Refusal("no_tray", message, game.ruling_clauses)
            opened = fe.TableOpened(
                name,
                operator,
                live,
                link,
                cards,
                denominations,
                automatic,
                away_seconds,
                by,
                crewed,
                idle_rounds,
                card_sets=card_sets,
                counts_tray=counts_tray,
            )
            return (reads.to_table(name, opened),)

        return self.carry_out(plan, command_id)

    def change_plate(
        self, name: str, plate: Table, denominations: tuple[int, ...], approval: Approval, command_id: str
    ) -> Done | Refusal:
        """Limits, boxes and chips for the next round; two people answer for it."""
        return self.carry_out(
            lambda reads: self.plate_plan(reads, name, plate, denominations, approval), command_id
        )

    def close_table(
        self, name: str, by: Actor, command_id: str, *, after_round: bool = False
    ) -> Done | Refusal:
        """Close a table, or let the round under way be its last."""

        def decide(game: Game, table: TableState) -> tuple[Struct, ...] | Refusal:
            return close(game, table, by, after_round=after_round)

        return self._at_table(name, decide, command_id)

    def reopen_table(self, name: str, method: fe.Method | None, by: Actor, command_id: str) -> Done | Refusal:
        """Open a table again as it stood, dealt in another way if need be."""
        return self._at_table(name, lambda game, table: reopen(game, table, method, by), command_id)

    def change_method(self, name: str, method: fe.Method, by: Actor, command_id: str) -> Done | Refusal:
        """How the next rounds of a table are dealt, and at how many boxes."""
        return self._at_table(name, lambda game, table: change_method(game, table, method, by), command_id)

    def post_notice(self, name: str, text: str, by: Actor, command_id: str) -> Done | Refusal:
        """Tell everybody at a table something; an empty text takes the notice down."""
        return self._at_table(name, lambda game, table: post_notice(game, table, text, by), command_id)

    def sit_down(self, name: str, box: int, player: str, by: Actor, command_id: str) -> Done | Refusal:
        """Somebody takes a free seat."""

        def decide(game: Game, table: TableState) -> tuple[Struct, ...] | Refusal:
            if not table.open:
                return Refusal("table_closed", f"table {name} is closed", game.ruling_clauses)
            return sit_down(game, table.seats, table.plate.boxes, memory_now(table), box, player, by)

        return self._at_table(name, decide, command_id)

    def stand_up(self, name: str, box: int, by: Actor, command_id: str) -> Done | Refusal:
        """Somebody gives up his seat; with a hand in play he walks away from it, by the round's own rule."""

        def plan(reads: Reads) -> Parts | Refusal:
            table = reads.table(name).state
            if table is None:
                return _no_table(name)
            if holds_a_hand(table.seats, table.round, box):
                return self.round_plan(reads, name, by, lambda scene: act(scene, cmd.LeaveTable(box)), True)
            answer = stand_up(self.game_of(table), table.seats, table.round, box, by)
            return answer if isinstance(answer, Refusal) else (reads.to_table(name, *answer),)

        return self.carry_out(plan, command_id)

    def sign_on(self, name: str, position: Position, by: Actor, command_id: str) -> Done | Refusal:
        """Somebody begins to deal at a table, or to watch it."""

        def decide(game: Game, table: TableState, account: Account) -> SignedOn | Refusal:
            if not table.open:
                return Refusal("table_closed", f"table {name} is closed", game.ruling_clauses)
            if table.automatic and position == "dealer":
                return refuse(
                    "dealer_signed_on", f"the software deals at table {name}: nobody signs on to it"
                )
            return sign_on(game, name, table.crew, account, position, by)

        return self._to_crew(name, by.name, decide, command_id)

    def sign_off(self, name: str, who: str, by: Actor, command_id: str) -> Done | Refusal:
        """Somebody leaves a table he works at, or is signed off by a supervisor."""
        return self._to_crew(
            name, who, lambda game, table, account: sign_off(game, name, table.crew, who, by), command_id
        )

    def begin_round(self, name: str, by: Actor, command_id: str) -> Done | Refusal:
        """Open the betting of the next round."""

        def plan(reads: Reads) -> Parts | Refusal:
            return self.round_plan(
                reads, name, by, lambda scene: begin_round(scene, self._shuffle()), True, begins=True
            )

        return self.carry_out(plan, command_id)

    def deal_next(
        self, name: str, by: Actor, command_id: str, *, number: int | None = None
    ) -> Done | Refusal:
        """The Dealer's next act, with the next cards of the table's shoe.

        With the number of a round it is for that round alone.
        """

        def plan(reads: Reads) -> Parts | Refusal:
            table = reads.table(name).state
            due = dealers_next(self.game_of(table), table) if table else None
            settles = due is not None and due.act == "settle"
            return self.round_plan(
                reads,
                name,
                by,
                lambda scene: stale(scene, number) or deal_next(scene, due, self.sealer),
                settles,
            )

        return self.carry_out(plan, command_id)

    def act(
        self,
        name: str,
        command: cmd.Command,
        by: Actor,
        command_id: str,
        *,
        approval: Approval | None = None,
        entered: Actor | None = None,
        number: int | None = None,
    ) -> Done | Refusal:
        """Give a command to the round of a table; ``entered`` says on whose screen, if on another's.

        With the number of a round it is for that round alone.
        """

        def decide(scene: Scene) -> Outcome | Refusal:
            asked = structs.replace(scene, approval=approval, entered=entered)
            return stale(scene, number) or act(asked, command)

        def plan(reads: Reads) -> Parts | Refusal:
            return self.round_plan(reads, name, by, decide, concerns_link(command))

        return self.carry_out(plan, command_id)

    def time_is_up(self, name: str, box: int, by: Actor, command_id: str) -> Done | Refusal:
        """The player of a box has not decided in time; refused if he has by now, at whichever server."""

        def plan(reads: Reads) -> Parts | Refusal:
            return self.round_plan(reads, name, by, lambda scene: time_is_up(scene, box), True)

        return self.carry_out(plan, command_id)

    def read_card(self, name: str, read: Read, by: Actor, command_id: str) -> Done | Refusal:
        """A reading shoe says which card left it; what cannot be is recorded as a doubt and refused."""

        def plan(reads: Reads) -> Parts | Refusal:
            return self.round_plan(reads, name, by, lambda scene: read_card(scene, read), False)

        answer = self.carry_out(plan, command_id)
        if isinstance(answer, Refusal):
            return answer
        doubt = doubt_standing(self.tables.get(name).state, read)
        return doubt or structs.replace(answer, repeated=answer.repeated or not answer.events)

    def to_card_sets(self, name: str, command: sc.Command, command_id: str) -> Done | Refusal:
        """Give a command to the card sets of a table."""

        def plan(reads: Reads) -> Parts | Refusal:
            table = reads.table(name).state
            if table is None:
                return _no_table(name)
            answer = handle_cards(self.game_of(table), table, command)
            return answer if isinstance(answer, Refusal) else (reads.to_table(name, *answer),)

        return self.carry_out(plan, command_id)

    def dispute(self, name: str, number: int, reason: str, by: Actor, command_id: str) -> Done | Refusal:
        """A round of a table is disputed: the sets it was dealt from must be retained."""

        def plan(reads: Reads) -> Parts | Refusal:
            table = reads.table(name).state
            past = find_round(self.journal, name, number)
            if table is None or past is None:
                return Refusal("no_such_round", f"table {name} has no round {number} in the journal", ())
            answer = dispute(self.game_of(table), table, number, past.began.sets, reason, by)
            return answer if isinstance(answer, Refusal) else (reads.to_table(name, *answer),)

        return self.carry_out(plan, command_id)

    def adjust(
        self,
        name: str,
        number: int,
        command: cmd.AdjustSettlement,
        by: Actor,
        command_id: str,
        *,
        entered: Actor | None = None,
    ) -> Done | Refusal:
        """A ruling on an earlier round of a table; it never touches the rounds since."""

        def plan(reads: Reads) -> Parts | Refusal:
            held = reads.table(name)
            past = find_round(self.journal, name, number)
            if held.state is None or past is None:
                return Refusal("no_such_round", f"table {name} has no round {number} in the journal", ())
            game = self.rulebook.with_hash(past.round.hashes.sheet)
            answer = adjust_past(game, held.state, past, command, by, self._day(held), entered)
            return answer if isinstance(answer, Refusal) else (reads.to_table(name, *answer),)

        table = self.table(name)
        if table and table.number == number:
            return self.act(name, command, by, command_id, entered=entered)
        return self.carry_out(plan, command_id)

    def money(self, name: str, command: MoneyCommand, command_id: str) -> Done | Refusal:
        """Give a command about a table's money: a slip, chips bought or cashed."""

        def plan(reads: Reads) -> Parts | Refusal:
            held = reads.table(name)
            if held.state is None:
                return _no_table(name)
            answer = decide_money(self.game_of(held.state), held.state, self._day(held), command)
            return answer if isinstance(answer, Refusal) else (reads.to_table(name, *answer),)

        return self.carry_out(plan, command_id)

    def to_link(self, name: str, command: lc.Command, command_id: str) -> Done | Refusal:
        """Give a command to a link: open it, verify and pay claims, change, correct, move, close."""
        return self.carry_out(lambda reads: self.link_plan(reads, name, command), command_id)

    def _day(self, held: Held[TableState] | Held[Link]) -> GamingDay:
        """The gaming day and shift of this moment in a stream."""
        return self._day_of(steady(self.clock(), held.heard))

    def _day_of(self, instant: int) -> GamingDay:
        return gaming_day(datetime.fromtimestamp(instant / 1e6, UTC), self.hours)

    def round_plan(
        self,
        reads: Reads,
        name: str,
        by: Actor,
        decide: Callable[[Scene], Outcome | Refusal],
        linked: bool,
        begins: bool = False,
    ) -> Parts | Refusal:
        """A plan for a command to the round of a table."""
        held = reads.table(name)
        table = held.state
        if table is None:
            return _no_table(name)
        link = reads.link(table.link) if linked and table.link else Held[Link]()
        day = self._day(held)
        game = self.rulebook.in_force(table.plate.sheet) if begins else self.game_of(table)
        games = self.rulebook.games
        scene = Scene(games, game, table, held.position, link.state, link.position, day, by)
        outcome = decide(scene)
        if isinstance(outcome, Refusal):
            return outcome
        part = reads.to_table(name, *outcome.table)
        if not outcome.link or table.link is None:
            return (part,)
        moved = with_transfers(table.link, table.operator, outcome.link, link.version, self._day(link))
        return part, reads.to_link(table.link, *moved)

    def _at_table(
        self,
        name: str,
        decide: Callable[[Game, TableState], tuple[Struct, ...] | Refusal],
        command_id: str,
    ) -> Done | Refusal:
        """What concerns one table and nothing else."""

        def plan(reads: Reads) -> Parts | Refusal:
            table = reads.table(name).state
            if table is None:
                return _no_table(name)
            answer = decide(self.game_of(table), table)
            return answer if isinstance(answer, Refusal) else (reads.to_table(name, *answer),)

        return self.carry_out(plan, command_id)

    def _to_crew(
        self,
        name: str,
        who: str,
        decide: Callable[[Game, TableState, Account], SignedOn | SignedOff | Refusal],
        command_id: str,
    ) -> Done | Refusal:
        """Who works at a table stands with the table and with his account, in one append."""
        known = known_as(who)

        def plan(reads: Reads) -> Parts | Refusal:
            table, account = reads.table(name).state, reads.account(known).state
            if table is None:
                return _no_table(name)
            if account is None:
                return refuse("no_such_account", f"there is no account {known}")
            event = decide(self.game_of(table), table, account)
            if isinstance(event, Refusal):
                return event
            return reads.to_table(name, event), reads.to_account(known, event)

        return self.carry_out(plan, command_id)

    def _shuffle(self) -> Callable[[str], fe.ShoeReady] | None:
        return shuffled_by(self.sealer) if self.sealer else None

    def game_of(self, table: TableState) -> Game:
        """The version that the table's last round was opened with; before the first, the one in force."""
        if table.round:
            return self.rulebook.with_hash(table.round.hashes.sheet)
        return self.rulebook.in_force(table.plate.sheet)

    def plate_plan(
        self, reads: Reads, name: str, plate: Table, denominations: tuple[int, ...], approval: Approval
    ) -> Parts | Refusal:
        """A plan for limits, boxes and chips."""
        table = reads.table(name).state
        if table is None or not table.open:
            return _no_table(name)
        link = reads.link(table.link).state if table.link else None
        game = self.rulebook.in_force(table.plate.sheet)
        changed = plate_changed(game, table, link, plate, denominations, approval)
        return changed if isinstance(changed, Refusal) else (reads.to_table(name, changed),)

    def sheet_plan(self, reads: Reads, taken: fe.SheetTaken) -> Parts | Refusal:
        """A plan for a text to come into force with the next opening of betting."""
        part = reads.to_sheet(taken.sheet, taken)
        known = self.rulebook.games.get(taken.sheet)
        if known and known.hashes.sheet == taken.hash:
            return ()
        game = read_texts(taken.sheet_toml, taken.clauses_toml, taken.format)
        tables = [table for name in self.table_names() if (table := self.table(name))]
        links = [link for name in self.link_names() if (link := self.link(name))]
        refusal = approval_refusal(game, taken.approval, bool(tables or links))
        if refusal is None and (tables or links):
            refusal = version_refusal(self.rulebook.games, game, links, tables, self.clock())
        return refusal or (part,)

    def link_plan(self, reads: Reads, name: str, command: lc.Command) -> Parts | Refusal:
        """A plan for a command to a link."""
        held = reads.link(name)
        link, games = held.state, self.rulebook.games
        recorded: tuple[lc.RecordHands, ...] = ()
        if link and isinstance(command, lc.CheckClaim | lc.SignClaim | lc.PayClaim):
            waited = rounds_waited_for(games, link)
            found = (hands_dealt(games, booked, self.table(booked.table)) for booked in waited)
            recorded = tuple(hands for hands in found if hands)
        target = money_goes_to(link, command)
        other = reads.link(target).state if target else None
        outcome = link_act(games, link, command, recorded, {target: other} if target and other else {})
        if isinstance(outcome, Refusal):
            return outcome
        parts = {name: outcome.events, **outcome.others}
        return tuple(self.link_part(reads, key, events) for key, events in parts.items())

    def link_part(self, reads: Reads, name: str, events: tuple[le.Event, ...]) -> Part[Link]:
        """Events of a link with the transfers that they post."""
        held = reads.link(name)
        opened = next((event for event in events if isinstance(event, le.LinkOpened)), None)
        operator = opened.operator if opened else held.state.operator if held.state else ""
        return reads.to_link(name, *with_transfers(name, operator, events, held.version, self._day(held)))

    def carry_out(self, plan: Plan, command_id: str | None = None) -> Done | Refusal:
        """Decide and append until nobody else is in between."""
        try:
            answer = self._carry_out(plan, command_id)
        except JournalError:
            self.meter.command("failed")
            raise
        if isinstance(answer, Refusal):
            self.meter.command("refused")
        elif answer.repeated:
            self.meter.command("repeated")
        else:
            self.meter.command("recorded" if answer.last else "nothing")
        return answer

    def _carry_out(self, plan: Plan, command_id: str | None) -> Done | Refusal:
        reads = Reads(self.rulebook, self.tables, self.links, self.accounts)
        refreshed = False
        for _ in range(_MOST_TRIES):
            parts = plan(reads)
            if isinstance(parts, Refusal):
                # A repetition of what was done is no refusal, and what is known may be old.
                if command_id and (found := self.journal.find_command(command_id)):
                    return Done(found.first, found.last, repeated=True)
                if refreshed:
                    return parts
                reads.refresh()
                refreshed = True
                continue
            if not any(part.events for part in parts):
                return Done(0, 0)
            try:
                return self._append(reads, parts, command_id)
            except VersionConflict as conflict:
                reads.refresh(conflict.stream)
        raise Busy("The streams of this command are written to without end by others: try again.")

    def _append(self, reads: Reads, parts: Parts, command_id: str | None) -> Done:
        encode = floor_registry().encode
        batch = [
            ToStream(part.streams.stream(part.name), part.held.version, tuple(map(encode, part.events)))
            for part in parts
            if part.events
        ]
        now = self.clock()
        started = time.perf_counter()
        answer = self.journal.append(batch, command_id)
        self.meter.append(time.perf_counter() - started)
        if answer.versions != {to.stream: (to.expected or 0) + len(to.events) for to in batch}:
            reads.refresh()
            return Done(answer.first, answer.last, repeated=True)
        position = answer.first
        for part in parts:
            part.appended(position, now)
            position += len(part.events)
        return Done(answer.first, answer.last, parts[0].events)


def steady(now: int, heard: int) -> int:
    """The time of day, in microseconds; a clock that jumped back by less than a day does not go back."""
    return heard if now < heard < now + _DAY else now


def evolve_link(link: Link | None, event: Any, position: int) -> Link | None:
    """The link after an event of its stream, in which its transfers stand too."""
    return link if isinstance(event, TransfersPosted) else evolve(link, event)


def _no_table(name: str) -> Refusal:
    return Refusal("no_such_table", f"there is no open table {name}", ())
