"""Which keys of a sheet decide money in a round without a mistake, and whose.

Every key of :mod:`pitboss.sheets.model` is either here or in :data:`NO_MONEY`; keys that hold clauses alone
decide nothing. A key is named by its path, with ``*`` for a name or a place in a list.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from pitboss.sheets.model import Sheet
from pitboss.sheets.readings import options

Whose = Literal[
    "every_bet", "main_game", "side_bets", "named_bet", "jackpot", "envy", "display", "several_winners"
]
"""The bets that a key decides: every bet, those of the main game, those beside it, the bet that the key
names, the jackpot bet, the Envy Bonus; or what the display shows after a win, or how several winners share.
"""

MONEY: Final[dict[str, Whose]] = {
    "deck.cards": "every_bet",
    "hands.box": "every_bet",
    "hands.dealer": "every_bet",
    "hands.community": "every_bet",
    "hands.shows_down": "every_bet",
    "hands.dealers_last_card_face_up": "main_game",
    "ranking.size": "every_bet",
    "ranking.order": "every_bet",
    "bets.*.placed": "named_bet",
    "bets.*.needs_ante": "named_bet",
    "bets.*.times_ante": "named_bet",
    "bets.*.equals": "named_bet",
    "qualifier.high_cards": "main_game",
    "qualifier.hand": "main_game",
    "showdown.*.*.result": "named_bet",
    "pays.*.pays": "named_bet",
    "pays.*.pays_from": "named_bet",
    "pays.*.hands": "named_bet",
    "pays.*.hole_cards.*.cards": "named_bet",
    "pays.*.hole_cards.*.pays": "named_bet",
    "pays.*.hole_cards.*.dealer": "named_bet",
    "pays.*.most_paid": "named_bet",
    "fold.loses.*": "named_bet",
    "jackpot.hand": "jackpot",
    "jackpot.most_units": "jackpot",
    "jackpot.same_table": "several_winners",
    "jackpot.across_tables": "several_winners",
    "jackpot.lines.*.hand": "jackpot",
    "jackpot.lines.*.pays": "jackpot",
    "jackpot.lines.*.suits": "jackpot",
    "jackpot.lines.*.major": "several_winners",
    "jackpot.lines.*.envy": "envy",
    "jackpot_ranking.size": "jackpot",
    "jackpot_ranking.order": "jackpot",
    "dealing.*.device": "main_game",
    "dealing.*.steps": "main_game",
    "readings.ante_bonus_after_fold": "main_game",
    "readings.pair_plus_after_fold": "side_bets",
    "readings.jackpot_bet_with_a_win": "jackpot",
    "readings.percentage_award": "display",
    "readings.part_of_a_cent": "display",
    "readings.own_contribution": "display",
    "readings.second_straight_flush": "several_winners",
    "readings.full_hand": "several_winners",
    "readings.envy_for_own_hands": "envy",
    "readings.envy_after_fold": "envy",
    "readings.bonus_cap_covers": "side_bets",
    "readings.folded_jackpot": "jackpot",
}
"""The keys that decide money."""

NO_MONEY: Final = frozenset(
    {
        "id",
        "identity",
        "layout",
        "seats",
        "bets.*.title",
        "pays.*.hole_cards.*.title",
        "jackpot.lines.*.title",
        "dealing.*.title",
        # A hand that is not shown, a mistake, an interruption, and who leaves.
        "decline",
        "amounts",
        "leaving",
        "interruption",
        "irregularities",
        "readings.show_after_declining",
        "readings.outcome_established",
        "readings.options_of_folded_boxes",
        "readings.options_once_reconstructed",
        "readings.order_once_reconstructed",
        "readings.second_look_after_decisions",
        "readings.report_after_the_deal",
        "readings.bet_over_maximum",
        "readings.bet_under_minimum",
        "readings.decision_bet_over_size",
        "readings.under_minimum_span",
        "readings.withdrawal_from_a_shared_area",
        "readings.bonus_without_an_ante",
        "readings.leaving_after_the_flop",
        "readings.bar_scope",
        "readings.jackpot_bet_between_multiples",
    }
)
"""The keys, and whole parts, that decide none while everybody keeps to the procedure."""


class MoneyKey(Struct, frozen=True, kw_only=True):
    """A key of one sheet that decides money."""

    path: str
    pattern: str
    """The path as :data:`MONEY` has it."""
    value: Any
    bet: str | None
    """The bet that the path names, if it names one."""
    neutral: bool
    """Whether it has the value of a sheet that says nothing of it."""

    @property
    def whose(self) -> Whose:
        """The bets whose money it decides."""
        return MONEY[self.pattern]


def money_keys(sheet: Sheet) -> Iterator[MoneyKey]:
    """Every key of a sheet that decides money, in the order of the model."""
    yield from _of_struct(sheet, (), ())
    for name, reading in sheet.readings.items():
        path = f"readings.{name}"
        if path in MONEY:
            neutral = reading.choice == options(name)[0]
            yield MoneyKey(path=path, pattern=path, value=reading.choice, bet=None, neutral=neutral)


def _of_struct(entry: Struct, path: tuple[str, ...], pattern: tuple[str, ...]) -> Iterator[MoneyKey]:
    for field in msgspec.structs.fields(entry):
        value = getattr(entry, field.name)
        here, known = (*path, field.name), (*pattern, field.name)
        if ".".join(known) in MONEY:
            yield _key(here, known, value, neutral=value == _default(field))
        else:
            yield from _inside(value, here, known)


def _default(field: msgspec.structs.FieldInfo) -> object:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _inside(value: object, path: tuple[str, ...], pattern: tuple[str, ...]) -> Iterator[MoneyKey]:
    if isinstance(value, Struct):
        yield from _of_struct(value, path, pattern)
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, tuple) else ()
    for name, entry in inner:
        here, known = (*path, str(name)), (*pattern, "*")
        if ".".join(known) in MONEY:
            yield _key((*path, str(entry)), known, value=True, neutral=False)
        else:
            yield from _inside(entry, here, known)


_NAMES_A_BET: Final = {"bets": 1, "pays": 1, "showdown": 2, "fold": 2}
"""The place of the bet's name in a path with this beginning."""


def _key(path: tuple[str, ...], pattern: tuple[str, ...], value: object, *, neutral: bool) -> MoneyKey:
    place = _NAMES_A_BET.get(path[0])
    return MoneyKey(
        path=".".join(path),
        pattern=".".join(pattern),
        value=value,
        bet=path[place] if place else None,
        neutral=neutral,
    )
