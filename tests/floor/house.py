"""A whole floor for tests: sheets, links, tables and short words for what people do there."""

from collections.abc import Iterator
from itertools import count

from pitboss.card_sets import commands as sc
from pitboss.cards import parse_card
from pitboss.floor import SYSTEM, Actor, Done, Floor
from pitboss.floor.tables.events import Read
from pitboss.floor.tables.money import BuyIn
from pitboss.jackpots import Link, LinkConfig
from pitboss.jackpots import commands as lc
from pitboss.jackpots.transfers import books
from pitboss.people import Approval
from pitboss.records.steps import parse_step
from pitboss.refusal import Refusal
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.settlement import Limits, Table
from pitboss.sheets import sheet_ids
from pitboss.store import Journal
from pitboss.store.journal import Clock, wall_clock
from pitboss.store.snapshots import Snapshots
from tests.floor.desk import Desk, desk
from tests.jackpots.floor import APPROVED, CONFIG, MANAGER, SUPERVISOR
from tests.ledger.whole import Whole, ledger_of
from tests.sheets.shipped import shipped_texts
from tests.store.archives import SNAPSHOT_KEY

DEALER = Actor("dan", "dealer")
READER = Actor("shoe-3", "machine")


def plate(sheet: str) -> Table:
    return Table(sheet=sheet, jackpot_bet=500, limits={"ante": Limits(2500, 100_000)})


class House:
    """A floor on a journal, with ids made up for every command."""

    def __init__(self, where: Floor | Journal, name: str = "h", clock: Clock = wall_clock) -> None:
        if not isinstance(where, Floor):
            where = Desk(where, clock=clock, snapshots=Snapshots(where, SNAPSHOT_KEY))
        self.floor = desk(where)
        self._ids: Iterator[int] = count(1)
        self._name = name

    def take_sheets(self) -> None:
        for sheet in sheet_ids():
            self.floor.take_sheet(*shipped_texts(sheet))

    def open(self, tables: dict[str, str], link: str = "grand", config: LinkConfig = CONFIG) -> "House":
        """Open a link and its tables."""
        self.take_sheets()
        operator = self.floor.rulebook.games[next(iter(tables.values()))].sheet.identity.operator
        members = tuple(lc.Member(table, sheet, config.prescribed_bet) for table, sheet in tables.items())
        self.link(
            lc.OpenLink(link=link, operator=operator, config=config, members=members, approval=APPROVED), link
        )
        for table, sheet in tables.items():
            self.ok(self.floor.open_table(table, plate(sheet), self.id(), link=link))
        return self

    def id(self) -> str:
        return f"{self._name}-{next(self._ids)}"

    def ok(self, answer: Done | Refusal) -> Done:
        assert isinstance(answer, Done), answer
        return answer

    def buy_in(self, table: str, *players: str, amount: int = 1_000_000) -> None:
        """Chips for players: at an automatic table nobody bets without."""
        for player in players:
            self.ok(
                self.floor.money(table, BuyIn(player=player, amount=amount, by=DEALER), DEALER, self.id())
            )

    def begin(self, table: str, *steps: str) -> None:
        self.ok(self.floor.begin_round(table, self.dealer(table), self.id()))
        self.play(table, *steps)

    def dealer(self, table: str) -> Actor:
        """Who runs a table: at an automatic one nobody but the software."""
        state = self.floor.table(table)
        return SYSTEM if state and state.automatic else DEALER

    def play(self, table: str, *steps: str) -> None:
        for step in steps:
            self.ok(self.step(table, step))

    def step(
        self, table: str, step: str, by: Actor | None = None, approval: Approval | None = None
    ) -> Done | Refusal:
        command = parse_step(step)[0]
        if isinstance(command, cmd.Report) and command.by:
            by = Actor("who", command.by)
        return self.floor.act(table, command, by or self.dealer(table), self.id(), approval=approval)

    def refused(self, table: str, step: str) -> Refusal:
        answer = self.step(table, step)
        assert isinstance(answer, Refusal), answer
        assert answer.message
        return answer

    def cards(self, table: str, command: sc.CardSetCommand) -> Done:
        return self.ok(self.floor.to_card_sets(table, command, DEALER, self.id()))

    def cards_refused(self, table: str, command: sc.CardSetCommand) -> Refusal:
        answer = self.floor.to_card_sets(table, command, DEALER, self.id())
        assert isinstance(answer, Refusal), answer
        return answer

    def read(self, table: str, number: int, sequence: int, card: str) -> Done | Refusal:
        return self.floor.read_card(table, Read(number, sequence, parse_card(card)), READER, self.id())

    def number(self, table: str) -> int:
        state = self.floor.table(table)
        assert state is not None
        return state.number

    def link(self, command: lc.JackpotCommand, link: str = "grand") -> Done:
        return self.ok(self.floor.to_link(link, command, DEALER, self.id()))

    def link_refused(self, command: lc.JackpotCommand, link: str = "grand") -> Refusal:
        answer = self.floor.to_link(link, command, DEALER, self.id())
        assert isinstance(answer, Refusal), answer
        return answer

    def verify(self, claim: str, link: str = "grand") -> None:
        for item in ("bet_light", "cards_face_up", "surveillance"):
            self.link(lc.CheckClaim(claim=claim, item=item, by=SUPERVISOR), link)
        self.link(lc.CheckClaim(claim=claim, item="deck_count", by=SUPERVISOR, count=52), link)
        self.link(lc.SignClaim(claim, SUPERVISOR), link)
        self.link(lc.SignClaim(claim, MANAGER), link)

    def pay(self, claim: str, link: str = "grand") -> None:
        self.link(lc.PayClaim(claim, SUPERVISOR, "attendant"), link)

    def round(self, table: str) -> Round:
        state = self.floor.table(table)
        assert state is not None
        assert state.round is not None
        return state.round

    def state_of(self, link: str = "grand") -> Link:
        state = self.floor.link(link)
        assert state is not None
        return state

    def ledger(self) -> Whole:
        """The book, from every transfer in the journal's one order."""
        return ledger_of(self.floor.journal)

    def check(self, *links: str) -> None:
        """What was kept in memory is the fold of the journal, and the books agree with the links."""
        again = Floor(self.floor.journal)
        ledger = self.ledger()
        assert sum(ledger.balances.values()) == 0
        for link in links or ("grand",):
            state = self.state_of(link)
            assert again.link(link) == state
            to = books(link, state.operator)
            held = [ledger.balance(account) for account in (to.meter, to.reserve, to.overflow)]
            assert held == [state.pool, state.reserve, state.overflow]
            for table in state.members:
                assert again.table(table) == self.floor.table(table)
