"""Readings: the points that sheets leave open, each with its options.

A sheet's ``[readings]`` table chooses one option of each point that its clauses raise, and cites them. Other
points keep their first option, which then has no effect.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from pitboss.sheets.model import ReadingTaken


class Readings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The choice taken on each point."""

    ante_bonus_after_fold: Literal["not_paid", "paid"] = "not_paid"
    jackpot_bet_with_a_win: Literal["kept", "given_back"] = "kept"
    percentage_award: Literal["lowers_the_display", "resets_the_display"] = "lowers_the_display"
    second_straight_flush: Literal["of_the_remainder", "of_the_reset_value"] = "of_the_remainder"
    envy_for_own_hands: Literal["none", "on_his_other_boxes"] = "none"
    envy_after_fold: Literal["lost", "kept"] = "lost"
    outcome_established: Literal["first_fold_or_reveal", "first_reveal"] = "first_fold_or_reveal"
    decision_bet_over_size: Literal["at_the_ante", "up_to_the_maximum"] = "at_the_ante"
    leaving_after_the_flop: Literal["checks", "folds"] = "checks"
    bonus_cap_covers: Literal["winnings", "winnings_and_stake"] = "winnings"
    full_hand: Literal["own_cards", "with_community"] = "own_cards"
    folded_jackpot: Literal["decided_by_the_flop"] = "decided_by_the_flop"
    bar_scope: Literal["this_table", "session_of_the_table", "every_table"] = "this_table"


def take(chosen: dict[str, ReadingTaken]) -> Readings:
    """The choices of a sheet; raises :class:`msgspec.ValidationError` for an unknown one."""
    return msgspec.convert({name: reading.choice for name, reading in chosen.items()}, Readings)


def options(name: str) -> tuple[str, ...]:
    """The options of one point, the default first."""
    hint = Readings.__annotations__[name]
    return tuple(hint.__args__)
