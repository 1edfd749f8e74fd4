"""What is due is legal and accepted; the short form of ``python -m tests.floor.due_and_legal``."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.cards import Card, parse_card
from pitboss.floor.commands import ActInRound, BeginRound, DealNext
from pitboss.round import commands as cmd
from pitboss.sheets import sheet_ids
from tests.floor.due_and_legal import CARDS, TABLE, ManualTable, sequence
from tests.strategies import seeded

PLAIN = "rws-three-card-v3"
Opened = Callable[[str], ManualTable]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    tables = []

    def of_cards(kind: str) -> ManualTable:
        tables.append(ManualTable(tmp_path, PLAIN, kind, seeded(1)))
        assert not tables[-1].does(BeginRound(table=TABLE))
        return tables[-1]

    yield of_cards
    for table in tables:
        table.close()


def done(table: ManualTable, *acts: cmd.Command) -> None:
    for act in acts:
        assert not table.does(ActInRound(table=TABLE, act=act))


def deal(table: ManualTable, times: int) -> None:
    for _ in range(times):
        assert not table.does(DealNext(table=TABLE))


def due(table: ManualTable) -> str | None:
    found = table.legal().due
    return found.act if found else None


def bet(name: str, box: int = 1) -> cmd.PlaceBet:
    return cmd.PlaceBet(box=box, player=f"p{box}", bet=name, amount=2_500)


def cards(*names: str) -> tuple[Card, ...]:
    return tuple(parse_card(name) for name in names)


@pytest.mark.parametrize("cards", CARDS)
@pytest.mark.parametrize("sheet", sheet_ids())
def test_due_acts_are_legal_and_legal_acts_are_accepted(tmp_path: Path, sheet: str, cards: str) -> None:
    due: Counter[str] = Counter()
    for seed in range(4):
        due += sequence(tmp_path, sheet, cards, seed, steps=45)
    assert {"deal", "settle"} <= due.keys()


def test_a_reveal_before_the_dealer_has_cards_leaves_the_settlement_due(opened: Opened) -> None:
    table = opened("shoe")
    done(table, bet("pair_plus"), cmd.CloseBets())
    deal(table, 1)
    assert due(table) == "deal"
    done(table, cmd.Reveal())
    now = table.check()
    assert (due(table), {"settle", "deal_next"} <= {act["act"] for act in now.acts}) == ("settle", True)
    done(table, cmd.SettleRound())


def test_a_settlement_with_the_tables_own_shoe_waits_for_no_names(opened: Opened) -> None:
    table = opened("shoe")
    done(table, bet("pair_plus"), cmd.CloseBets())
    deal(table, 2)
    done(table, cmd.Reveal())
    assert (due(table), table.legal().unnamed) == ("settle", ())


def test_a_card_too_many_is_to_be_reported_before_anything_is_due(opened: Opened) -> None:
    table = opened("outside")
    done(table, bet("ante"), cmd.CloseBets(), cmd.DealCards(1, cards("2s", "3s", "4s")))
    assert due(table) == "deal"
    done(table, cmd.DealCards("dealer", cards("4s", "5s", "6s")))
    now = table.check()
    assert (due(table), {"act": "report", "clause": "5.8.3"} in now.acts) == (None, True)
    done(table, cmd.Report(clause="5.8.3"))
    assert due(table) == "settle"


def test_a_box_with_a_wrong_number_of_cards_is_not_asked(opened: Opened) -> None:
    table = opened("outside")
    done(table, bet("ante", 1), bet("ante", 2), cmd.CloseBets())
    done(table, cmd.DealCards(1, cards("2s", "3s", "4s")), cmd.DealCards(2, cards("2h", "3h", "4h", "5h")))
    done(table, cmd.DealCards("dealer", cards("2d", "3d", "4d")))
    now = table.check().due
    assert now
    assert (now.act, now.boxes) == ("ask", (1,))
    done(table, cmd.FoldHand(1))
    assert due(table) is None
    done(table, cmd.Report(clause="5.15", boxes=(2,), reconstructed=False))
    assert due(table) == "settle"
