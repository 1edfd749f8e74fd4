"""Orders carried out on a loop: the same outcomes as in a thread, whoever else writes meanwhile."""

import asyncio
import gc
from collections.abc import Callable

import pytest

from pitboss.commands.record import Order
from pitboss.floor import Actor, Done
from pitboss.jackpots import commands as lc
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import CommandIdentity, Journal
from pitboss.store.errors import Busy, StorageFailed
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, House
from tests.jackpots.floor import SUPERVISOR, THREE_CARD
from tests.loops import on_a_loop

ANN = Actor("ann", "player")


@pytest.fixture
def house(journal: Journal) -> House:
    found = House(Floor(journal)).open({"T1": THREE_CARD, "T2": THREE_CARD})
    found.begin("T1")
    return found


def bet(floor: Floor, box: int, name: str, *, bet: str = "ante", amount: int = 2500) -> Order:
    return floor.order("T1", cmd.PlaceBet(box=box, player=f"p{box}", bet=bet, amount=amount), DEALER, name)


def counted(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the appends that the journal is asked for from now on."""
    asked: list[str] = []
    append = floor.journal.append_soon

    def count(batch: object, command: CommandIdentity, then: object) -> None:
        asked.append(command.id)
        append(batch, command, then)  # type: ignore[arg-type]

    monkeypatch.setattr(floor.journal, "append_soon", count)
    return asked


def test_a_command_is_recorded_once_and_refused_by_what_stands_in_the_journal(house: House) -> None:
    floor = house.floor
    done = on_a_loop(lambda: floor.execute_async(bet(floor, 1, "first")))
    assert isinstance(done, Done)
    assert [type(event).__name__ for event in done.events] == ["BetPlaced"]
    again = on_a_loop(lambda: floor.execute_async(bet(floor, 1, "first")))
    assert isinstance(again, Done)
    assert (again.first, again.last, again.repeated) == (done.first, done.last, True)
    refused = on_a_loop(lambda: floor.execute_async(bet(floor, 2, "low", amount=1)))
    assert isinstance(refused, Refusal)
    assert refused.code == "bet_below_minimum"
    nowhere = floor.order("T9", cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500), DEALER, "nowhere")
    missing = on_a_loop(lambda: floor.execute_async(nowhere))
    assert isinstance(missing, Refusal)
    assert missing.code == "no_such_table"
    house.check()


def test_players_may_bet_at_one_table_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = house.floor
    asked = counted(floor, monkeypatch)

    async def all_at_once() -> list[Done | Refusal]:
        orders = [bet(floor, box, f"at-once-{box}") for box in range(1, 8)]
        return list(await asyncio.gather(*map(floor.execute_async, orders)))

    answers = on_a_loop(all_at_once)
    assert all(isinstance(answer, Done) for answer in answers), answers
    assert len(asked) == 7, "each was appended at the first attempt"
    assert len(house.round("T1").boxes_in_play()) == 7


def test_another_server_was_first(house: House) -> None:
    floor, other = house.floor, House(Floor(house.floor.journal), "other")
    known = floor.tables.get("T1").version
    other.play("T1", "bet 3 cat ante 25")
    assert floor.tables.get("T1").version == known, "nobody has told it"
    assert isinstance(on_a_loop(lambda: floor.execute_async(bet(floor, 1, "after"))), Done)
    assert {box.number for box in house.round("T1").boxes if box.player} == {1, 3}
    other.play("T1", "close")
    late = on_a_loop(lambda: floor.execute_async(bet(floor, 2, "late")))
    assert isinstance(late, Refusal)
    assert late.code == "bet_after_close"


def test_a_jackpot_bet_is_taken_by_what_is_known_of_its_link(house: House) -> None:
    """Whoever follows the journal knows of a failure in a moment; one placed within it is as if before."""
    floor, other = house.floor, House(Floor(house.floor.journal), "other")
    floor.links.get("grand")
    on_a_loop(lambda: floor.execute_async(bet(floor, 1, "ante")))
    on_a_loop(lambda: floor.execute_async(bet(floor, 2, "ante too")))
    other.link(lc.FailSystem(SUPERVISOR, "the sign is dark"), "grand")
    moment = on_a_loop(lambda: floor.execute_async(bet(floor, 1, "jackpot", bet="jackpot", amount=500)))
    assert isinstance(moment, Done)
    floor.links.refresh("grand")
    refused = on_a_loop(lambda: floor.execute_async(bet(floor, 2, "jackpot too", bet="jackpot", amount=500)))
    assert isinstance(refused, Refusal)
    assert refused.code == "jackpot_suspended"
    closing = house.step("T1", "close")
    assert isinstance(closing, Refusal), "the link accepts nothing while it has failed"
    assert (closing.code, closing.clauses) == ("jackpot_suspended", ("5.17.1",))
    house.play("T1", "withdraw 1 jackpot", "close")
    house.check()


def test_acts_beyond_the_table_are_decided_by_the_newest_state(house: House) -> None:
    floor = house.floor
    on_a_loop(lambda: floor.execute_async(bet(floor, 1, "ante")))
    on_a_loop(lambda: floor.execute_async(bet(floor, 1, "jackpot", bet="jackpot", amount=500)))
    close = floor.order("T1", cmd.CloseBets(), DEALER, "close")
    other = House(Floor(floor.journal), "other")
    other.begin("T2", "bet 1 bob ante 25", "bet 1 bob jackpot 5", "close")
    assert isinstance(on_a_loop(lambda: floor.execute_async(close)), Done)
    house.check()


def test_a_link_that_is_only_read_is_brought_up_to_date_first(house: House) -> None:
    """What is written to it would meet a conflict if it were old; what is only read would not."""
    floor = house.floor
    on_a_loop(lambda: floor.execute_async(bet(floor, 1, "ante")))
    known = floor.links.get("grand").version
    other = House(Floor(floor.journal), "other")
    other.begin("T2", "bet 1 bob ante 25", "bet 1 bob jackpot 5", "close")
    newest = other.floor.links.get("grand").version
    assert floor.links.get("grand").version == known < newest, "nobody has told it"
    close = floor.order("T1", cmd.CloseBets(), DEALER, "close")
    assert isinstance(on_a_loop(lambda: floor.execute_async(close)), Done)
    assert floor.links.get("grand").version == newest
    house.check()


def test_two_tables_of_one_link_do_not_get_in_each_other_s_way(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = house.floor
    house.begin("T2", "bet 1 bob ante 25", "bet 1 bob jackpot 5")
    house.play("T1", "bet 1 ann ante 25", "bet 1 ann jackpot 5")
    asked = counted(floor, monkeypatch)

    async def both() -> list[Done | Refusal]:
        orders = [floor.order(table, cmd.CloseBets(), DEALER, f"close {table}") for table in ("T1", "T2")]
        return list(await asyncio.gather(*map(floor.execute_async, orders)))

    assert all(isinstance(answer, Done) for answer in on_a_loop(both))
    assert asked == ["close T1", "close T2"], "each was appended at the first attempt"
    house.check()


def test_a_journal_that_fails_says_so_to_who_waits_and_the_next_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = house.floor

    def fails(batch: object, command: object, then: Callable[[Exception], None]) -> None:
        then(StorageFailed(because("error.given", given="The disk is gone.")))

    with monkeypatch.context() as patched:
        patched.setattr(floor.journal, "append_soon", fails)
        with pytest.raises(StorageFailed, match="The disk is gone"):
            on_a_loop(lambda: floor.execute_async(bet(floor, 1, "first")))
    assert isinstance(on_a_loop(lambda: floor.execute_async(bet(floor, 1, "first"))), Done)


def test_a_caller_may_go_away_while_waiting(house: House) -> None:
    floor = house.floor

    async def leaves() -> Done | Refusal:
        waiting = asyncio.ensure_future(floor.execute_async(bet(floor, 1, "first")))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return await floor.execute_async(bet(floor, 2, "second"))

    assert isinstance(on_a_loop(leaves), Done)
    again = on_a_loop(lambda: floor.execute_async(bet(floor, 1, "first")))
    assert isinstance(again, Done), "it was recorded, or is now"
    house.check()


def test_conflicts_leave_no_garbage_in_cycles(house: House) -> None:
    """States of a thousand tables, held by faults, would have to be searched for it again and again."""
    floor, other = house.floor, House(Floor(house.floor.journal), "other")
    gc.collect()
    # What other tests have left is not looked through for garbage of this one.
    gc.freeze()
    gc.disable()
    try:
        for number in range(20):
            other.play("T1", "bet 3 cat ante 25", "withdraw 3 ante")
            # What this server knows is old by two versions, so its append meets a conflict.
            order = bet(floor, 1, f"late-{number}", amount=2500 + 100 * number)
            floor.execute(order)
            floor.act("T1", cmd.WithdrawBet(1, "ante", "p1"), DEALER, f"back-{number}")
        assert gc.collect() < 20
    finally:
        gc.enable()


def test_a_stream_that_is_written_to_without_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = house.floor
    monkeypatch.setattr("pitboss.commands.executor._MOST_TRIES", 0)
    with pytest.raises(Busy, match="try again"):
        on_a_loop(lambda: floor.execute_async(bet(floor, 1, "first")))


def test_states_read_by_a_follower_are_taken_over(house: House) -> None:
    journal, late = house.floor.journal, Floor(house.floor.journal)
    known = late.tables.get("T1").version
    house.play("T1", "bet 1 ann ante 25", "bet 2 bob ante 25")
    events = list(journal.read_stream("table/T1", known))
    late.tables.heard("T1", events[:2])
    assert late.tables.get("T1").version == known + 2
    late.tables.heard("T1", events[:1])
    assert late.tables.get("T1").version == known + 2, "what is old changes nothing"
    house.play("T1", "bet 3 cat ante 25")
    newest = list(journal.read_stream("table/T1"))[-1:]
    late.tables.heard("T1", newest)
    assert late.tables.get("T1").state == house.floor.tables.get("T1").state, "what it missed is read"
    assert not late.tables.known("T2")
    late.tables.heard("T2", [])
    assert late.tables.known("T2")
