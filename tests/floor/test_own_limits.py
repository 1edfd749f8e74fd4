"""Limits that players set for themselves: each side of every number, the cooling period, breaks, audits."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, current_thread

import pytest
from msgspec import Struct, structs

from pitboss.access.commands import Approve, BeginAccount
from pitboss.access.roles import Role
from pitboss.commands.record import CommandRecorded
from pitboss.floor import SYSTEM, Actor, Done, floor_registry
from pitboss.floor import commands as fc
from pitboss.floor import proposed as pa
from pitboss.floor.players.enforcement import buy_in_refusal
from pitboss.floor.players.events import (
    BreakTaken,
    PlayedAt,
    PlayLimitName,
    PlayLimitSet,
    RealityCheckAnswered,
)
from pitboss.floor.players.own_limits import CHECKS, COOLING, LONGEST_BREAK, MOST_CENTS, MOST_MINUTES
from pitboss.floor.tables.events import BetAt, LimitPassed
from pitboss.floor.tables.money import BuyIn
from pitboss.floor.tables.play import MINUTE
from pitboss.floor.tables.table import acts_alarmed
from pitboss.floor.view import FloorView, View
from pitboss.ledger import GamingDay
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal
from pitboss.store.open import open_journal
from tests.floor.evening import ANN, BOB, DAY, HANDS, HOUR, SHAW, TwoTables, code
from tests.floor.house import DEALER, House
from tests.floor.scripts import NOON

ADA = Actor("ada", "administrator")


@pytest.fixture
def at(journal: Journal) -> TwoTables:
    return TwoTables(journal)


@pytest.fixture
def journal_here(tmp_path: Path) -> Iterator[Journal]:
    with open_journal(f"sqlite:///{tmp_path}/journal.db") as opened:
        yield opened


def recorded(at: TwoTables) -> list[Struct]:
    decode = floor_registry().decode
    events = (decode(event) for event in at.floor.journal.read_stream("limits/ann"))
    return [event for event in events if not isinstance(event, CommandRecorded)]


def test_a_loss_limit_on_each_side_over_two_tables(at: TwoTables) -> None:
    at.ok(at.set("loss", 10_000))
    at.lose(2500, "T1")
    at.begin("T2")
    at.ok(at.bet(2500, "T2"))
    at.begin("T1")
    refused = at.bet(5100)
    assert code(refused) == "loss_limit"
    assert isinstance(refused, Refusal)
    assert "lost so far are 25.00, and 25.00 are in bets: bet up to 50.00" in refused.message
    at.ok(at.bet(5000))
    assert code(at.bet(100)) == "loss_limit"
    at.ok(at.floor.act("T1", cmd.WithdrawBet(1, "ante"), ANN, at.id()))
    at.ok(at.bet(2500, by=BOB, box=2))
    at.sound()


def test_winnings_may_be_lost_again(at: TwoTables) -> None:
    at.ok(at.set("loss", 2500))
    at.begin("T1")
    at.ok(at.bet(2500))
    at.play("T1", "close", "deal 1 As Ah 9c", "deal dealer Kh 8d 5s", "bet 1 ann play 25", "reveal", "settle")
    won = at.today.net
    assert won > 0
    at.begin("T1")
    assert code(at.bet(2500 + won + 100)) == "loss_limit"
    at.ok(at.bet(2500 + won))


def test_a_limit_never_strands_a_round_that_has_begun(at: TwoTables) -> None:
    """The Play Bet of a begun round goes past the loss limit, the time limit and a break, as does a fold."""
    at.ok(at.set("loss", 2500))
    at.ok(at.set("time", 10))
    at.ok(at.set("bet", 2500))
    at.begin("T1")
    at.ok(at.bet(2500))
    at.play("T1", "close", *HANDS)
    at.wait(30)
    at.ok(at.take_break(7))
    play = cmd.PlaceBet(box=1, player="ann", bet="play", amount=2500)
    at.ok(at.floor.act("T1", play, ANN, at.id()))
    at.play("T1", "reveal", "settle")
    assert at.today.net == -5000, "more than the limit: the round was ann's to play"
    at.begin("T1")
    assert code(at.bet(2500)) == "on_break"
    at.sound()


def test_a_time_limit_on_each_side_and_within_a_round(at: TwoTables) -> None:
    at.ok(at.set("time", 10))
    at.lose(minutes=9)
    at.begin("T1")
    at.now += MINUTE - 1
    at.ok(at.bet(2500))
    at.wait(3)
    at.ok(at.bet(2500))  # A round in which one has bet is finished.
    at.play("T1", "close", *HANDS, "fold 1", "reveal", "settle")
    at.begin("T2")
    assert code(at.bet(2500, "T2")) == "time_limit"
    assert code(at.floor.sit_down("T2", 2, "ann", ANN, at.id())) == "time_limit"
    assert code(at.buy(2500, "T2")) == "time_limit"
    at.now += 18 * HOUR
    at.ok(at.bet(2500, "T2"))
    at.sound()


def test_exactly_the_time_of_the_limit_is_enough(at: TwoTables) -> None:
    at.ok(at.set("time", 10))
    at.lose(minutes=10)
    at.begin("T1")
    assert code(at.bet()) == "time_limit"


def test_a_bet_limit_counts_what_stands_on_the_area(at: TwoTables) -> None:
    at.ok(at.set("bet", 5000))
    at.begin("T1")
    assert code(at.bet(5100)) == "bet_limit"
    at.ok(at.bet(4900))
    assert code(at.bet(200)) == "bet_limit"
    at.ok(at.bet(100))
    at.ok(at.bet(5000, bet="pair_plus"))
    at.sound()


def test_a_buy_in_limit_counts_what_was_cashed(at: TwoTables) -> None:
    at.ok(at.set("buy_in", 10_000))
    at.ok(at.buy(6000))
    assert code(at.buy(4100, "T2")) == "buy_in_limit"
    at.ok(at.buy(4000, "T2"))
    assert code(at.buy(100)) == "buy_in_limit"
    at.cash(3000)
    at.ok(at.buy(3000, "T2"))
    at.cash(3000)
    at.cash(50_000, "T2")
    assert code(at.buy(10_100)) == "buy_in_limit", "chips that were won do not raise the limit"
    at.ok(at.buy(10_000, player="bob"))
    at.now += DAY
    at.ok(at.buy(10_000))
    at.sound()


def test_a_seat_is_refused_once_the_loss_is_reached(at: TwoTables) -> None:
    at.ok(at.set("loss", 5000))
    at.lose(2500)
    at.ok(at.floor.sit_down("T2", 1, "ann", ANN, at.id()))
    at.lose(2500)
    assert code(at.floor.sit_down("T2", 2, "ann", ANN, at.id())) == "loss_limit"
    assert code(at.buy(2500)) == "loss_limit"
    at.cash(2500)


def test_lower_at_once_and_higher_after_a_day(at: TwoTables) -> None:
    at.ok(at.set("bet", 5000))
    at.ok(at.set("bet", 2500))
    assert at.limits.limit("bet", at.now) == 2500
    at.ok(at.set("bet", 10_000))
    at.begin("T1")
    for moment, most in ((at.now, 2500), (at.now + COOLING - 1, 2500), (at.now + COOLING, 10_000)):
        assert at.limits.limit("bet", moment) == most
        at.now = moment
        assert code(at.bet(most + 100)) == "bet_limit"
    at.ok(at.bet(10_000))
    at.ok(at.set("bet", None))
    assert at.limits.limit("bet", at.now + COOLING - 1) == 10_000
    assert at.limits.limit("bet", at.now + COOLING) is None
    at.sound()


def test_a_raise_that_waits_is_called_off_or_asked_again(at: TwoTables) -> None:
    at.ok(at.set("loss", 5000))
    at.ok(at.set("loss", 9000))
    at.wait(60)
    assert at.set("loss", 9000) == Done(first=0, last=0), "its day does not begin anew"
    assert at.limits.limit("loss", NOON + COOLING) == 9000
    at.ok(at.set("loss", 5000))
    assert at.limits.limit("loss", NOON + COOLING) == 5000, "called off"
    at.ok(at.set("loss", 9000))
    at.ok(at.set("loss", 8000))
    assert at.limits.limit("loss", at.now + COOLING) == 8000
    assert at.set("time", None) == Done(first=0, last=0), "there was none"
    kinds = [(event.value, event.before) for event in recorded(at) if isinstance(event, PlayLimitSet)]
    assert kinds == [(5000, None), (9000, 5000), (5000, 5000), (9000, 5000), (8000, 5000)]


def test_a_break_on_each_side_and_only_longer(at: TwoTables) -> None:
    at.ok(at.take_break(7))
    end = at.now + 7 * DAY
    at.begin("T1")
    refused = at.bet()
    assert code(refused) == "on_break"
    assert isinstance(refused, Refusal)
    assert "until 2025-03-17 12:00" in refused.message
    assert code(at.floor.sit_down("T1", 1, "ann", ANN, at.id())) == "on_break"
    assert code(at.buy(2500)) == "on_break"
    assert code(at.bet(by=DEALER)) == "on_break", "nor by staff"
    assert code(at.take_break(6)) == "break_stands"
    assert code(at.take_break(7)) == "break_stands"
    assert code(at.take_break(1, SHAW, "asked")) == "break_stands"
    at.now = end - 1
    assert code(at.bet()) == "on_break"
    at.now = end
    at.ok(at.bet())
    at.ok(at.take_break(1))
    assert code(at.bet(100)) == "on_break"
    at.ok(at.floor.act("T1", cmd.WithdrawBet(1, "ante"), ANN, at.id()))
    at.sound()


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        (fc.SetPlayLimit(player="ann", limit="loss", value=0), "limit_not_possible"),
        (fc.SetPlayLimit(player="ann", limit="loss", value=MOST_CENTS), ""),
        (fc.SetPlayLimit(player="ann", limit="loss", value=MOST_CENTS + 1), "limit_not_possible"),
        (fc.SetPlayLimit(player="ann", limit="time", value=MOST_MINUTES), ""),
        (fc.SetPlayLimit(player="ann", limit="time", value=MOST_MINUTES + 1), "limit_not_possible"),
        (fc.TakeBreak(player="ann", days=0), "limit_not_possible"),
        (fc.TakeBreak(player="ann", days=LONGEST_BREAK), ""),
        (fc.TakeBreak(player="ann", days=LONGEST_BREAK + 1), "limit_not_possible"),
        (fc.SetRealityCheck(player="ann", minutes=CHECKS[0] - 1), "limit_not_possible"),
        (fc.SetRealityCheck(player="ann", minutes=CHECKS[0]), ""),
        (fc.SetRealityCheck(player="ann", minutes=CHECKS[1]), ""),
        (fc.SetRealityCheck(player="ann", minutes=CHECKS[1] + 1), "limit_not_possible"),
        (fc.SetPlayLimit(player="nobody", limit="loss", value=1), "no_such_account"),
        (fc.SetPlayLimit(player="bob", limit="loss", value=1), "limits_of_another"),
    ],
)
def test_bounds_and_whose_limits(journal_here: Journal, command: fc.OfPlayer, fault: str) -> None:
    at = TwoTables(journal_here)
    answer = at.floor.do(command, ANN, at.id())
    assert (answer.code if isinstance(answer, Refusal) else "") == fault


def test_a_manager_lowers_and_loosens_nothing(at: TwoTables) -> None:
    assert code(at.set("loss", 5000, SHAW)) == "argument_missing", "a reason"
    at.ok(at.set("loss", 5000, SHAW, "asked at the cage"))
    at.ok(at.set("loss", 2500, SHAW, "asked again"))
    assert code(at.set("loss", 5000, SHAW, "asked")) == "limits_of_another"
    assert code(at.set("loss", None, SHAW, "asked")) == "limits_of_another"
    assert code(at.answer(SHAW)) == "limits_of_another"
    assert code(at.set("loss", 100, Actor("dan", "dealer"), "asked")) == "role_too_low"
    assert code(at.take_break(2, SHAW, "asked")) == "approval_missing"
    at.ok(at.take_break(1, SHAW, "asked"))
    first, _, last = recorded(at)
    assert isinstance(first, PlayLimitSet)
    assert (first.by, first.reason) == (SHAW, "asked at the cage")
    assert isinstance(last, BreakTaken)
    assert last.by == SHAW
    at.sound()


def staff(at: TwoTables) -> None:
    """Accounts for a shift manager and an administrator."""
    posts: tuple[tuple[str, Role], ...] = ((SHAW.name, "shift_manager"), (ADA.name, "administrator"))
    for name, role in posts:
        begun = BeginAccount(account=name, kind="staff", roles=(role,), reason="begins")
        at.ok(at.floor.do(begun, SYSTEM, at.id()))


def proposed(at: TwoTables, days: int, by: Actor = SHAW, player: str = "ann") -> Done | Refusal:
    act = pa.BreakSetting(player, days)
    return at.floor.do(fc.Propose(act=act, reason="asked at the cage"), by, at.id())


def approved(at: TwoTables, number: int, by: Actor) -> Done | Refusal:
    state = at.floor.streams["proposal"].refresh("limits/ann").state
    assert state is not None
    command = Approve(subject="limits/ann", number=number, digest=state.waiting[number].digest)
    return at.floor.do(command, by, at.id())


def test_two_people_set_a_longer_break(at: TwoTables) -> None:
    staff(at)
    at.ok(proposed(at, 30))
    assert [event for event in recorded(at) if isinstance(event, BreakTaken)] == []
    assert code(approved(at, 1, SHAW)) == "same_person"
    assert code(approved(at, 1, Actor("dan", "dealer"))) == "role_too_low"
    at.wait(60)
    at.ok(approved(at, 1, ADA))
    (taken,) = (event for event in recorded(at) if isinstance(event, BreakTaken))
    assert (taken.by, taken.second, taken.reason) == (SHAW, ADA, "asked at the cage")
    assert taken.until - taken.since == 30 * DAY
    assert taken.since == at.now, "from the approval on"
    at.begin("T1")
    assert code(at.bet()) == "on_break"
    assert code(proposed(at, 29)) == "break_stands"
    for days in (0, LONGEST_BREAK + 1):
        assert code(proposed(at, days)) == "limit_not_possible"
    assert code(proposed(at, 7, player="dot")) == "no_such_account"
    assert code(proposed(at, 31, Actor("dan", "dealer"))) == "role_too_low"
    at.sound()


def test_two_people_at_one_screen_set_a_longer_break(at: TwoTables) -> None:
    staff(at)
    act = fc.ProposeTogether(act=pa.BreakSetting("Ann", 2), reason="asked", second=ADA)
    at.ok(at.floor.do(act, SHAW, at.id()))
    assert code(at.take_break(1)) == "break_stands"
    at.sound()


def test_a_record_with_a_long_break_by_one_member_of_staff_is_sound(
    at: TwoTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("pitboss.floor.service.break_refusal", lambda *_: None)
        at.ok(at.take_break(30, SHAW, "asked"))
    at.sound()


def test_a_reality_check_waits_for_its_answer_on_each_side(at: TwoTables) -> None:
    at.lose(minutes=30)
    at.lose(minutes=28, table="T2")
    at.begin("T1")
    at.begin("T2")
    at.now += 2 * MINUTE - 1
    assert at.answer() == Done(first=0, last=0), "nothing is due"
    at.ok(at.bet(2500))
    at.now += 1
    refused = at.bet(2500, "T2")
    assert code(refused) == "reality_check_due"
    at.ok(at.bet(2500, by=DEALER, table="T2"))  # The Dealer speaks to the player.
    at.ok(at.bet(2500))  # A round in which one has bet is finished.
    at.play("T1", "close", *HANDS)
    at.ok(at.floor.act("T1", cmd.FoldHand(1), ANN, at.id()))
    at.play("T1", "reveal", "settle")
    at.begin("T1")
    assert code(at.bet(2500)) == "reality_check_due"
    at.ok(at.answer())
    at.ok(at.bet(2500))
    (answered,) = recorded(at)
    assert answered == RealityCheckAnswered(at=at.now, minutes=60, net=-10_000)
    at.play("T1", "close", *HANDS, "fold 1", "reveal", "settle")
    at.now += HOUR
    at.sound()


def test_a_player_chooses_how_often_a_check_comes(at: TwoTables) -> None:
    at.ok(at.floor.do(fc.SetRealityCheck(player="ann", minutes=10), ANN, at.id()))
    at.lose(minutes=10)
    at.begin("T1")
    assert code(at.bet()) == "reality_check_due"
    at.ok(at.floor.do(fc.SetRealityCheck(player="ann", minutes=30), ANN, at.id()))
    at.ok(at.bet())


def test_a_long_pause_ends_the_session_and_its_check(at: TwoTables) -> None:
    at.lose(minutes=60)
    at.begin("T1")
    assert code(at.bet()) == "reality_check_due"
    at.wait(30)
    at.ok(at.bet())


def test_another_server_enforces_what_it_has_not_read_yet(at: TwoTables) -> None:
    other = House(at.floor.journal, "o", clock=lambda: at.now)
    other.floor.limits.get("ann")
    at.ok(at.set("bet", 2500))
    at.begin("T1")
    stake = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=5000)
    assert code(other.floor.act("T1", stake, ANN, other.id())) == "bet_limit"


def test_two_servers_let_no_two_bets_pass_one_limit(at: TwoTables) -> None:
    at.ok(at.set("loss", 10_000))
    at.lose(2500, "T2")
    at.begin("T1")
    at.begin("T2")
    other = House(at.floor.journal, "o", clock=lambda: at.now)
    for table in ("T1", "T2"):
        other.floor.table(table)
    at.ok(at.bet(5000, "T2"))
    stake = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=5000)
    assert code(other.floor.act("T1", stake, ANN, other.id())) == "loss_limit"
    at.ok(at.bet(2500, "T1"))
    at.sound()


def test_nobody_learns_another_players_limits(at: TwoTables) -> None:
    at.ok(at.take_break(7))
    at.begin("T1")
    stake = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=5000)
    answer = at.floor.act("T1", stake, BOB, at.id())
    assert isinstance(answer, Refusal)
    assert answer.code == "not_ones_own"
    taken = at.floor.money("T1", BuyIn(player="ann", amount=100, by=BOB, most=1000), BOB, at.id())
    assert isinstance(taken, Refusal)
    assert taken.code == "role_too_low"
    seat = at.floor.sit_down("T1", 1, "ann", BOB, at.id())
    assert isinstance(seat, Refusal)
    assert seat.code == "not_ones_own"


def test_two_servers_let_no_two_first_purchases_pass_one_limit(at: TwoTables) -> None:
    at.ok(at.set("buy_in", 10_000))
    other = House(at.floor.journal, "o", clock=lambda: at.now)
    for table in ("T1", "T2"):
        other.floor.table(table)
    at.ok(at.buy(10_000))
    refused = other.floor.money("T2", BuyIn(player="ann", amount=100, by=DEALER), DEALER, other.id())
    assert code(refused) == "buy_in_limit"
    at.sound()


def test_two_servers_let_no_two_first_bets_pass_one_limit(at: TwoTables) -> None:
    at.ok(at.set("loss", 5000))
    at.begin("T1")
    at.begin("T2")
    other = House(at.floor.journal, "o", clock=lambda: at.now)
    for table in ("T1", "T2"):
        other.floor.table(table)
    at.ok(at.bet(2500))
    stake = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2600)
    assert code(other.floor.act("T2", stake, ANN, other.id())) == "loss_limit"
    other.ok(other.floor.act("T2", structs.replace(stake, amount=2500), ANN, other.id()))
    at.sound()


def test_purchases_sent_together_to_one_server_stay_within_the_limit(
    at: TwoTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.ok(at.set("buy_in", 10_000))
    both_decided, decided = Barrier(2), set[str]()

    def decided_together(view: View, asked: BuyIn, day: Callable[[], GamingDay]) -> Refusal | None:
        answer = buy_in_refusal(view, asked, day)
        if current_thread().name not in decided:
            decided.add(current_thread().name)
            both_decided.wait(30)
        return answer

    monkeypatch.setattr("pitboss.floor.decide.buy_in_refusal", decided_together)
    chips = BuyIn(player="ann", amount=10_000, by=DEALER)

    def bought(table: str) -> Done | Refusal:
        return at.floor.money(table, chips, DEALER, f"buys at {table}")

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(bought, ("T1", "T2")))
    monkeypatch.undo()
    assert [code(answer) for answer in answers if isinstance(answer, Refusal)] == ["buy_in_limit"]
    at.sound()


def test_a_record_from_before_tables_were_noted_is_sound(
    at: TwoTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(FloorView, "notes_play", lambda *_: False)
        at.ok(at.set("buy_in", 10_000))
        at.ok(at.buy(5000))
        assert not [event for event in recorded(at) if isinstance(event, PlayedAt)]
    assert code(at.buy(5100, "T2")) == "buy_in_limit"
    at.ok(at.buy(4000, "T2"))
    at.ok(at.buy(500, "T2"))
    assert [event for event in recorded(at) if isinstance(event, PlayedAt)] == [PlayedAt("T2")]
    at.sound()


def test_no_correction_raises_a_bet_on_a_break(at: TwoTables) -> None:
    at.begin("T1")
    at.ok(at.bet(5000))
    at.ok(at.take_break(7))
    end = at.now + 7 * DAY

    def corrected(cents: int) -> Done | Refusal:
        fault = cmd.CorrectBet(
            box=1, player="ann", bet="ante", amount=cents, by="shift_manager", reason="typed wrongly"
        )
        return at.floor.act("T1", fault, SHAW, at.id())

    assert code(corrected(5100)) == "on_break"
    at.ok(corrected(4900))
    at.now = end - 1
    assert code(corrected(5000)) == "on_break"
    at.now = end
    at.ok(corrected(5000))
    at.sound()


@pytest.mark.parametrize(("limit", "refused"), [("bet", "bet_limit"), ("loss", "loss_limit")])
def test_no_correction_raises_a_bet_above_its_players_own_limit(
    at: TwoTables, limit: PlayLimitName, refused: str
) -> None:
    at.begin("T1")
    at.ok(at.bet(5000))
    at.ok(at.set(limit, 6000))

    def corrected(cents: int) -> Done | Refusal:
        fault = cmd.CorrectBet(
            box=1, player="ann", bet="ante", amount=cents, by="shift_manager", reason="typed wrongly"
        )
        return at.floor.act("T1", fault, SHAW, at.id())

    assert code(corrected(6100)) == refused
    at.ok(corrected(6000))
    assert code(corrected(6100)) == refused
    at.ok(corrected(2500))
    at.sound()


@pytest.mark.parametrize("refused", ["on_break", "bet_limit", "loss_limit"])
def test_a_bet_that_stood_unnoticed_against_own_limits_is_a_fact_that_the_pit_is_told(
    at: TwoTables, refused: str
) -> None:
    at.begin("T1")
    at.ok(at.take_break(1) if refused == "on_break" else at.set("bet" if "bet" in refused else "loss", 2500))

    def unnoticed(cents: int) -> Done | Refusal:
        bet = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=cents, unnoticed=True)
        return at.floor.act("T1", bet, DEALER, at.id())

    assert code(at.bet(5000, by=DEALER)) == refused
    if refused != "on_break":
        at.ok(unnoticed(2500))
        assert not at.table("T1").alarmed, "within the limit"
    done = at.ok(unnoticed(5000))
    (passed,) = [event for event in done.events if isinstance(event, LimitPassed)]
    assert (passed.code, passed.bet, passed.by) == (refused, BetAt(1, "ann", "ante", 5000), DEALER)
    assert list(acts_alarmed(at.table("T1"), at.now)) == ["own_limits"]
    assert list(acts_alarmed(at.table("T1"), at.now + HOUR - 1)) == ["own_limits"]
    assert list(acts_alarmed(at.table("T1"), at.now + HOUR)) == []
    at.sound()
