"""What a command brings, decided on what it reads: events for tables, links, sheets and people."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from pitboss.access.account import Account
from pitboss.access.events import SignedOff, SignedOn
from pitboss.access.refusals import refuse
from pitboss.floor import events as fe
from pitboss.floor.amounts import NAME, FloorAmounts, set_amounts
from pitboss.floor.carrying import Carrying, Done, Parts, Plan, no_table
from pitboss.floor.dealing import shuffled_by
from pitboss.floor.links import hands_dealt, link_act, money_goes_to, rounds_waited_for, with_transfers
from pitboss.floor.people import Actor
from pitboss.floor.plates import plate_changed
from pitboss.floor.reads import Part, Reads
from pitboss.floor.rounds import (
    Outcome,
    Scene,
)
from pitboss.floor.sealing import Sealer
from pitboss.floor.streams import Held
from pitboss.floor.table import TableState
from pitboss.floor.versions import approval_refusal, version_refusal
from pitboss.jackpots import Approval, Link
from pitboss.jackpots import commands as lc
from pitboss.jackpots import events as le
from pitboss.jackpots.people import known_as
from pitboss.round import Refusal
from pitboss.settlement import Table
from pitboss.sheets import Game
from pitboss.sheets.loader import read_texts
from pitboss.store import CommandIdentity

_NO_LINK: Final[Held[Link]] = Held()


class Plans(Carrying):
    """A floor that can say what a command would record."""

    @property
    def names(self) -> Sealer | None:
        """What opens shoes to name cards as they are turned over; none where nothing is turned over."""
        return self.sealer

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
            return no_table(name)
        link = reads.link(table.link) if linked and table.link else _NO_LINK
        day = self.day(held)
        game = self.rulebook.in_force(table.plate.sheet) if begins else self.game_of(table)
        games = self.rulebook.games
        scene = Scene(
            games, game, table, held.position, link.state, link.position, day, by, sealer=self.names
        )
        outcome = decide(scene)
        if isinstance(outcome, Refusal):
            return outcome
        part = reads.to_table(name, *outcome.table)
        if not outcome.link or table.link is None:
            return (part,)
        moved = with_transfers(table.link, table.operator, outcome.link, link.version, self.day(link))
        return part, reads.to_link(table.link, *moved)

    def at_table(
        self,
        name: str,
        decide: Callable[[Game, TableState], tuple[Struct, ...] | Refusal],
        command: CommandIdentity,
    ) -> Done | Refusal:
        """What concerns one table and nothing else."""
        return self.carry_out(self.table_plan(name, decide), command)

    def table_plan(
        self, name: str, decide: Callable[[Game, TableState], tuple[Struct, ...] | Refusal]
    ) -> Plan:
        """A plan for what concerns one table and nothing else."""

        def plan(reads: Reads) -> Parts | Refusal:
            table = reads.table(name).state
            if table is None:
                return no_table(name)
            answer = decide(self.game_of(table), table)
            return answer if isinstance(answer, Refusal) else (reads.to_table(name, *answer),)

        return plan

    def to_crew(
        self,
        name: str,
        who: str,
        decide: Callable[[Game, TableState, Account], SignedOn | SignedOff | Refusal],
        command: CommandIdentity,
    ) -> Done | Refusal:
        """Who works at a table stands with the table and with his account, in one append."""
        known = known_as(who)

        def plan(reads: Reads) -> Parts | Refusal:
            table, account = reads.table(name).state, reads.account(known).state
            if table is None:
                return no_table(name)
            if account is None:
                return refuse("no_such_account", f"there is no account {known}")
            event = decide(self.game_of(table), table, account)
            if isinstance(event, Refusal):
                return event
            return reads.to_table(name, event), reads.to_account(known, event)

        return self.carry_out(plan, command)

    def shuffle(self) -> Callable[[str], fe.ShoeReady] | None:
        """How a deck is made for a round, where the software deals."""
        return shuffled_by(self.sealer) if self.sealer else None

    def plate_plan(
        self, reads: Reads, name: str, plate: Table, denominations: tuple[int, ...], approval: Approval
    ) -> Parts | Refusal:
        """A plan for limits, boxes and chips."""
        table = reads.table(name).state
        if table is None or not table.open:
            return no_table(name)
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

    def amounts_plan(self, reads: Reads, amounts: FloorAmounts, approval: Approval) -> Parts | Refusal:
        """A plan for other amounts of the floor."""
        recorded = reads.of(self.amount_streams, NAME).state
        answer = set_amounts(recorded, amounts, approval)
        return answer if isinstance(answer, Refusal) else (reads.to(self.amount_streams, NAME, *answer),)

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
        others = {target: other} if target and other else {}
        outcome = link_act(games, link, command, recorded, others, self.amounts(reads))
        if isinstance(outcome, Refusal):
            return outcome
        parts = {name: outcome.events, **outcome.others}
        return tuple(self.link_part(reads, key, events) for key, events in parts.items())

    def link_part(self, reads: Reads, name: str, events: tuple[le.Event, ...]) -> Part[Link]:
        """Events of a link with the transfers that they post."""
        held = reads.link(name)
        opened = next((event for event in events if isinstance(event, le.LinkOpened)), None)
        operator = opened.operator if opened else held.state.operator if held.state else ""
        return reads.to_link(name, *with_transfers(name, operator, events, held.version, self.day(held)))
