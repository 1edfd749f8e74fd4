"""A link in tests: every command is folded twice, booked in a ledger, and checked against both."""

from datetime import date
from fractions import Fraction

from pitboss.jackpots import Link, LinkConfig, NextSeed, apply, decide, fold
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.queue import shown
from pitboss.jackpots.transfers import books, link_transfers
from pitboss.ledger import Book, GamingDay, Transfer, post
from pitboss.ledger import evolve as booked
from pitboss.people import Approval, Person
from pitboss.refusal import Refusal
from pitboss.sheets import load, sheet_ids

GAMES = {sheet: load(sheet) for sheet in sheet_ids()}
STUD, HOLDEM = "mbs-megalink-stud-v9", "rws-multilink-holdem-v2"
THREE_CARD = "rws-multilink-three-card-v4"
RWS = GAMES[HOLDEM].sheet.identity.operator
MBS = GAMES[STUD].sheet.identity.operator
DAY = GamingDay(date(2025, 3, 10), "day")

DEALER = Person("Dee", "dealer")
SUPERVISOR = Person("Sue", "pit_supervisor")
MANAGER = Person("Max", "pit_manager")
SHIFT = Person("Shaw", "shift_manager")
APPROVED = Approval(MANAGER, SHIFT, "minutes of 3 March")

CONFIG = LinkConfig(
    reset=10_000_000,
    contribution_rate=Fraction(7, 30),
    reserve_rate=Fraction(1, 30),
    cap=90_000_000,
    overflow_to=NextSeed(),
    prescribed_bet=500,
    rounding="down_to_the_cent",
    alarm_above=100_000,
)


class Floor:
    """One link, its events and the ledger that stands beside it."""

    def __init__(
        self, tables: dict[str, str], config: LinkConfig = CONFIG, operator: str = RWS, name: str = "grand"
    ) -> None:
        self.events: list[ev.JackpotEvent] = []
        self.ledger = Book()
        self.name, self.operator = name, operator
        self.maybe: Link | None = None
        members = tuple(cmd.Member(t, s, config.prescribed_bet) for t, s in tables.items())
        self.do(cmd.OpenLink(link=name, operator=operator, config=config, members=members, approval=APPROVED))

    @property
    def link(self) -> Link:
        assert self.maybe is not None
        return self.maybe

    @property
    def shown(self) -> Fraction:
        return shown(GAMES, self.link)

    def do(self, command: cmd.JackpotCommand) -> tuple[ev.JackpotEvent, ...]:
        """Carry out a command that must not be refused."""
        answer = apply(GAMES, self.maybe, command)
        assert not isinstance(answer, Refusal), (command, answer)
        self.maybe, events = answer
        self.events += events
        for event in events:
            self._post(link_transfers(self.name, self.operator, event, 1, DAY))
        self.check()
        return events

    def refused(self, command: cmd.JackpotCommand) -> Refusal:
        answer = decide(GAMES, self.maybe, command)
        assert isinstance(answer, Refusal), answer
        assert answer.message
        assert answer.clauses
        return answer

    def check(self) -> None:
        """State and ledger agree, and the fold of the events is the state."""
        link, to = self.link, books(self.name, self.operator)
        assert self.ledger.balance(to.meter) == link.pool
        assert self.ledger.balance(to.reserve) == link.reserve
        assert self.ledger.balance(to.overflow) == link.overflow
        assert sum(self.ledger.balances.values()) == 0
        assert link.closed or self.shown <= link.config.cap
        assert fold(self.events) == link

    def _post(self, drafts: tuple[Transfer, ...]) -> None:
        for event in post(self.ledger, drafts):
            self.ledger = booked(self.ledger, event)

    def bet(self, table: str, name: str, at: int, *bets: tuple[int, str], amount: int = 500) -> None:
        self.do(
            cmd.AcceptBets(table, name, at, tuple(cmd.BetToAccept(box, who, amount) for box, who in bets))
        )

    def fill(self, cents: int) -> None:
        """Raise the display by a documented correction, as an older jackpot would stand."""
        self.do(cmd.CorrectDisplay(Fraction(cents), APPROVED))

    def win(self, table: str, name: str, *wins: cmd.Won, entered_at: int) -> tuple[str, ...]:
        events = self.do(cmd.DetectWins(table, name, wins, entered_at))
        return tuple(event.claim for event in events if isinstance(event, ev.WinDetected))

    def verify(self, *claims: str) -> None:
        for claim in claims:
            for item in ("bet_light", "cards_face_up", "surveillance"):
                self.do(cmd.CheckClaim(claim=claim, item=item, by=SUPERVISOR))
            self.do(cmd.CheckClaim(claim=claim, item="deck_count", by=SUPERVISOR, count=52))
            self.do(cmd.SignClaim(claim, SUPERVISOR))
            self.do(cmd.SignClaim(claim, MANAGER))

    def pay(self, claim: str) -> ev.ClaimsPaid:
        paid = self.do(cmd.PayClaim(claim, SUPERVISOR, "attendant"))[0]
        assert isinstance(paid, ev.ClaimsPaid)
        return paid

    def back(
        self, table: str, name: str, box: int, who: str, clause: str = "5.21", amount: int = 500
    ) -> ev.ContributionReturned:
        answer = self.do(cmd.ReturnBets(table, name, (cmd.ReturnedBet(box, who, amount, (clause,)),)))[0]
        assert isinstance(answer, ev.ContributionReturned)
        return answer


def royal(box: int, player: str, complete_at: int) -> cmd.Won:
    return cmd.Won(box=box, player=player, hand="royal flush", percent=100, complete_at=complete_at)


def straight_flush(box: int, player: str, complete_at: int) -> cmd.Won:
    return cmd.Won(box=box, player=player, hand="straight flush", percent=10, complete_at=complete_at)
