"""After any outage a round comes to its end; the short form of ``python -m tests.floor.liveness``."""

from pathlib import Path

import pytest

from pitboss.floor import decide
from pitboss.floor.dealer import turns as dealer
from pitboss.floor.tables.dealing import dealers_next
from pitboss.floor.tables.table import TableState
from pitboss.round.plan import NextAct
from pitboss.sheets import Game, sheet_ids
from tests.floor import liveness
from tests.floor.liveness import Count, NoEnd, history
from tests.jackpots.floor import STUD, THREE_CARD

PLAIN = "rws-three-card-v3"


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_round_ends_after_any_outage(tmp_path: Path, sheet: str) -> None:
    count = Count()
    history(sheet, "short", tmp_path, count, lengths=1, steps=35)
    assert count.outages.total() == 35
    assert count.interrupted, "some were longer than away_seconds"
    assert set(count.ended) == {"settled", "void"}


def nothing_due_while_bets_are_open(game: Game, table: TableState) -> NextAct | None:
    """A void round had nothing to be settled by before its Bets were closed."""
    return dealers_next(game, table) if table.round and table.round.closed else None


@pytest.mark.parametrize("sheet", [PLAIN, THREE_CARD])
def test_a_void_round_that_is_not_settled_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sheet: str
) -> None:
    monkeypatch.setattr(decide, "dealers_next", nothing_due_while_bets_are_open)
    with pytest.raises(NoEnd, match="nothing_due"):
        history(sheet, "short", tmp_path, Count(), lengths=1)


def test_a_choice_that_nobody_is_asked_for_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_of_bets_taken = dealer._of_bets_taken

    def closes(game, table, state, pace):  # type: ignore[no-untyped-def]
        if state.options and not state.closed:
            return dealer.DealerTurn(act="close", says="place_your_bets", after=pace.betting)
        return turn_of_bets_taken(game, table, state, pace)

    monkeypatch.setattr(dealer, "_of_bets_taken", closes)
    with pytest.raises(NoEnd, match="option_open"):
        history(STUD, "short", tmp_path, Count(), lengths=1)


def test_the_watchdog_raises_its_alarm_over_a_round_that_does_not_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other side is every history that ends: one alarm of the watchdog would break it off."""
    monkeypatch.setattr(decide, "dealers_next", nothing_due_while_bets_are_open)
    monkeypatch.setattr(liveness, "TRIES", 1_000)
    with pytest.raises(NoEnd, match=r"the watchdog: Stall.*act='deal', says='void'"):
        history(PLAIN, "short", tmp_path, Count(), lengths=1)
