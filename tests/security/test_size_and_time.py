"""Somebody who measures answers instead of reading them: their length, and the time that they take.

Holds: a seat, a public screen, or a Dealer's account. Tries: to learn face-down cards from how long an answer
is or how much work it was. Expected: floors that differ in nothing but the cards that lie face down give
answers of the same bytes, by the same number of calls. Calls are counted because a clock on a busy machine
tells nothing, and what is called the same number of times leaves nothing of use to a clock.
"""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

from pitboss.api.table_views import table_now
from pitboss.commands.record import Order
from pitboss.floor.commands import ActInRound
from pitboss.round import commands as cmd
from pitboss.store.open import open_journal
from tests.floor.house import DEALER, House
from tests.floor.scripts import NOON
from tests.jackpots.floor import HOLDEM, STUD, THREE_CARD
from tests.round.legal_acts import legal_acts, legal_bets, legal_reports

# Of ann, the Dealer and the community; bob's own are the same in all.
WORLDS = {
    THREE_CARD: (
        ("2h 4d 9c", "Kh 8d 5s", "Js Ts"),
        ("As Ks Qs", "2c 2d 2h", "Js Ts"),
        ("7h 7d 7c", "Ah Kh Qh", "3s 4s"),
    ),
    HOLDEM: (
        ("2h 4d", "Kh 8d", "Js Ts 3c 5d 9h"),
        ("As Ks", "2c 2d", "Qs Js Ts 3c 3d"),
        ("7h 7d", "Ah Kh", "7c 7s Qh Jh Th"),
    ),
    STUD: (
        ("2h 4d 9c Js Th", "Kh 8d 5s 3c 2d", ""),
        ("As Ks Qs Js Ts", "Kh Kd Kc 2c 2d", ""),
        ("7h 7d 7c 3s 3h", "Kh Ah Qh Jh 2d", ""),
    ),
}
BOB = {THREE_CARD: "6h 6d 8c", HOLDEM: "6h 6d", STUD: "6h 6d 8c 9s 4c"}
ACTS = (
    cmd.FoldHand(1),
    cmd.FoldHand(2),
    cmd.PlaceBet(box=2, player="bob", bet="play", amount=5000),
    cmd.PlaceBet(box=2, player="bob", bet="flop", amount=5000),
    cmd.PlaceBet(box=2, player="bob", bet="bet", amount=5000),
    cmd.SettleRound(),
    cmd.Report(clause="5.23", action="continue"),
)


def measured(work: Callable[[], Any]) -> tuple[bytes, int]:
    """What comes of some work, and how many calls it took."""
    calls: Counter[str] = Counter()

    def note(frame: FrameType, event: str, argument: object) -> None:
        calls[event] += 1

    work()
    before = sys.getprofile()
    # Garbage of other tests is collected when it likes, and what its collection calls would be counted here.
    gc.disable()
    sys.setprofile(note)
    try:
        found = work()
    finally:
        sys.setprofile(before)
        gc.enable()
    return msgspec.json.encode(found, enc_hook=repr), calls["call"] + calls["c_call"]


@pytest.mark.parametrize("sheet", WORLDS)
def test_no_answer_is_longer_or_slower_for_cards_that_lie_face_down(sheet: str, tmp_path: Path) -> None:
    found: dict[str, set[tuple[bytes, int]]] = {}
    own: set[tuple[bytes, int]] = set()
    for number, world in enumerate(WORLDS[sheet]):
        with open_journal(tmp_path / f"{number}.db", clock=lambda: NOON) as journal:
            house = House(journal, clock=lambda: NOON).open({"T1": sheet})
            _deal(house, sheet, *world)
            for what, work in _questions(house):
                found.setdefault(what, set()).add(measured(work))
            house.play("T1", "look 1")
            own.add(measured(next(_questions(house, "ann"))[1]))
    assert len(own) == len(WORLDS[sheet]), "what may be seen does make a difference"
    assert len(found) > 10
    assert [what for what, worlds in found.items() if len(worlds) > 1] == []


def _deal(house: House, sheet: str, ann: str, dealer: str, community: str) -> None:
    """As far as the first decision; ann has not looked at her cards yet, bob has."""
    house.begin("T1", "bet 1 ann ante 25", "bet 1 ann jackpot 5", "bet 2 bob ante 25", "close")
    house.play("T1", f"deal 1 {ann}", f"deal 2 {BOB[sheet]}", f"deal dealer {dealer}")
    if community:
        house.play("T1", f"deal community {community}")
    house.play("T1", "look 2")


def _questions(house: House, *readers: str | None) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What everybody may ask of a table in this moment."""
    held = house.floor.tables.get("T1")
    table, questions = held.state, house.floor.questions()
    assert table is not None
    assert table.round is not None
    game, round_ = house.floor.game_of(table), table.round
    for reader in readers or (None, "bob", "zoe"):
        yield f"view of {reader}", partial(table_now, game, table, held.version, reader)
    for command in ACTS:
        yield (
            f"what follows from {command}",
            partial(questions.would, Order(command=ActInRound(table="T1", act=command), by=DEALER)),
        )
    yield "bets", partial(legal_bets, game, round_, "bob")
    yield "acts", partial(legal_acts, game, round_)
    yield "reports", lambda: list(legal_reports(game, round_))
