"""Any history of a link: identities at every step, and a display that falls only by what is allowed."""

from fractions import Fraction
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec import structs

from pitboss.citation import Cited
from pitboss.jackpots import LinkConfig, NextSeed, OtherLink, Revenue, apply, evolve
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.queue import shown, units
from pitboss.jackpots.sign import sign
from pitboss.refusal import Refusal
from tests.jackpots.floor import (
    APPROVED,
    CONFIG,
    DEALER,
    GAMES,
    HOLDEM,
    MANAGER,
    MBS,
    RWS,
    SHIFT,
    STUD,
    SUPERVISOR,
    THREE_CARD,
    Floor,
)

LOWERS_THE_POOL = (
    ev.ClaimsPaid,
    ev.ContributionReturned,
    ev.ClaimDenied,
    ev.DisplayCorrected,
    ev.LimitApplied,
    ev.MoneyMoved,
)
"""A recorded win, a documented correction, a limit, an approved transfer."""
LOWERS_THE_SIGN = (*LOWERS_THE_POOL, ev.WinDetected, ev.OrderRuled)
"""The sign falls as soon as a win is seen, and when the House orders the wins otherwise."""

SMALL = structs.replace(
    CONFIG, reset=1000, cap=1400, prescribed_bet=100, contribution_rate=Fraction(7, 30), alarm_above=100
)
RATES = st.fractions(min_value=Fraction(1, 50), max_value=Fraction(1, 2), max_denominator=50)
CONFIGS = st.builds(
    LinkConfig,
    reset=st.integers(0, 2000),
    contribution_rate=RATES,
    reserve_rate=RATES,
    cap=st.integers(2000, 2500),
    overflow_to=st.sampled_from([NextSeed(), Revenue(), OtherLink("mini")]),
    prescribed_bet=st.just(100),
    rounding=st.just("down_to_the_cent"),
    alarm_above=st.integers(1, 500),
)
TABLES = ("T1", "T2", "T3", "T4")
TABLE = st.sampled_from(TABLES)


class History(RuleBasedStateMachine):
    """Tables of Resorts World Sentosa: winners in turn, across tables by the deal."""

    sheets: tuple[str, ...] = (HOLDEM, THREE_CARD)
    operator = RWS
    percents = (10, 100)

    def __init__(self) -> None:
        super().__init__()
        tables = {table: self.sheets[n % len(self.sheets)] for n, table in enumerate(TABLES)}
        self.floor = Floor(tables, SMALL, self.operator)
        self.at = 0

    def now(self) -> int:
        self.at += 1
        return self.at

    def rounds_of(self, table: str) -> list[Any]:
        return [booked for booked in self.floor.link.rounds.values() if booked.table == table]

    def do(self, command: cmd.JackpotCommand) -> None:
        """Carry a command out, watching every single event."""
        before = self.floor.link
        answer = apply(GAMES, before, command)
        if isinstance(answer, Refusal):
            assert answer.message
            assert answer.clauses
            return
        for event in answer[1]:
            after = evolve(before, event)
            if after.pool < before.pool:
                assert isinstance(event, LOWERS_THE_POOL), event
            if shown(GAMES, after) < shown(GAMES, before):
                assert isinstance(event, LOWERS_THE_SIGN), event
            if after.meters != before.meters and not isinstance(event, ev.AlarmRaised):
                assert isinstance(getattr(event, "cited", None), Cited), event
            before = after
        self.floor.do(command)

    @rule(table=TABLE, bets=st.lists(st.tuples(st.integers(1, 3), st.integers(1, 5)), min_size=1, max_size=3))
    def accept(self, table: str, bets: list[tuple[int, int]]) -> None:
        placed = {box: units_bet * 100 for box, units_bet in bets}
        found = tuple(cmd.BetToAccept(box, f"p{box}", cents) for box, cents in placed.items())
        self.do(cmd.AcceptBets(table, str(self.at), self.now(), found))

    @rule(table=TABLE)
    def deal(self, table: str) -> None:
        for booked in self.rounds_of(table):
            complete = tuple((bet.box, self.now()) for bet in booked.bets)
            self.do(cmd.RecordHands(table, booked.round, complete))

    @rule(table=TABLE, part=st.integers(1, 3), clause=st.sampled_from(["5.4", "5.15"]))
    def give_back(self, table: str, part: int, clause: str) -> None:
        for booked in self.rounds_of(table):
            for bet in booked.bets[:part]:
                amount = max(1, bet.amount // part)
                back = cmd.ReturnedBet(bet.box, bet.player, amount, (clause,))
                self.do(cmd.ReturnBets(table, booked.round, (back,)))

    @rule(table=TABLE, which=st.integers(0, 2), share=st.integers(0, 1), several=st.booleans())
    def win(self, table: str, which: int, share: int, several: bool) -> None:
        for booked in self.rounds_of(table):
            chosen = booked.bets if several else booked.bets[which : which + 1]
            complete = dict(booked.complete)
            wins = tuple(
                cmd.Won(
                    box=bet.box,
                    player=bet.player,
                    hand="hand",
                    percent=self.percents[(share + place) % 2],
                    complete_at=complete.get(bet.box) or self.now(),
                )
                for place, bet in enumerate(chosen)
            )
            if wins:
                self.do(cmd.DetectWins(table, booked.round, wins, self.now()))

    @rule(table=TABLE)
    def finish(self, table: str) -> None:
        for booked in self.rounds_of(table):
            self.do(cmd.FinishRound(table, booked.round))

    @precondition(lambda self: self.floor.link.unpaid)
    @rule(device=st.booleans())
    def verify_and_pay(self, device: bool) -> None:
        unit = units(GAMES, self.floor.link)[0]
        for claim in unit.claims:
            if not claim.verified:
                self.floor.verify(claim.id)
        self.do(cmd.PayClaim(unit.claims[0].id, SUPERVISOR, "device" if device else "attendant"))

    @precondition(lambda self: self.floor.link.claims)
    @rule(which=st.integers(0, 5))
    def close_claim(self, which: int) -> None:
        claims = list(self.floor.link.claims)
        self.do(cmd.CloseClaim(claims[which % len(claims)], SUPERVISOR))

    @precondition(lambda self: self.floor.link.slips)
    @rule(which=st.integers(1, 9))
    def reverse(self, which: int) -> None:
        self.do(cmd.ReverseAward(which, APPROVED))

    @precondition(lambda self: self.floor.link.unpaid)
    @rule(which=st.integers(0, 5))
    def deny(self, which: int) -> None:
        claims = self.floor.link.unpaid
        self.do(cmd.DenyClaim(claims[which % len(claims)].id, APPROVED))

    @precondition(lambda self: self.floor.link.unpaid)
    @rule(shuffle=st.randoms(use_true_random=False))
    def rule_on_order(self, shuffle: Any) -> None:
        claims = [claim.id for claim in self.floor.link.unpaid]
        shuffle.shuffle(claims)
        self.do(cmd.RuleOrder(tuple(claims), SHIFT, "as the camera shows"))

    @rule(amount=st.fractions(min_value=-300, max_value=300, max_denominator=7))
    def correct(self, amount: Fraction) -> None:
        self.do(cmd.CorrectDisplay(amount, APPROVED))

    @rule(config=CONFIGS)
    def change(self, config: LinkConfig) -> None:
        self.do(cmd.ProposeChange(config, APPROVED))

    @rule()
    def fail(self) -> None:
        self.do(cmd.FailSystem(DEALER, "signs dark"))

    @precondition(lambda self: self.floor.link.failure)
    @rule()
    def restore(self) -> None:
        self.do(cmd.RestoreSystem(MANAGER, self.floor.shown))

    @rule()
    def release(self) -> None:
        self.do(cmd.ReleaseOverflow(MANAGER))

    @rule(part=st.sampled_from(["display", "reserve", "overflow"]), amount=st.integers(1, 500))
    def move(self, part: Any, amount: int) -> None:
        self.do(cmd.MoveMoney(part, Fraction(amount), Revenue(), APPROVED))

    @invariant()
    def the_sign_and_the_claims_are_covered(self) -> None:
        link = self.floor.link
        now = sign(GAMES, link)
        assert 0 <= now.value <= link.config.cap
        queue = units(GAMES, link)
        assert all(unit.value >= 0 and min(unit.amounts) >= 0 for unit in queue)
        assert sorted(c.id for unit in queue for c in unit.claims) == sorted(c.id for c in link.unpaid)
        assert [slip.number for slip in link.slips] == list(range(1, link.meters.hits + 1))

    def teardown(self) -> None:
        self.floor.check()


class HistoryByEntry(History):
    """Tables of Marina Bay Sands: winners of a round divide, across tables by entry."""

    sheets = (STUD,)
    operator = MBS


TestHistory = History.TestCase
TestHistory.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
TestHistoryByEntry = HistoryByEntry.TestCase
TestHistoryByEntry.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
