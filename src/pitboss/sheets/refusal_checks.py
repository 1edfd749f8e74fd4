"""The checks of refusals: a sheet names the clauses of whatever its game can refuse."""

from collections.abc import Iterator
from typing import Final

from pitboss.reason import because
from pitboss.refusal_list import OF_SHEETS
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.model import OTHER, Sheet
from pitboss.sheets.script import FOLD, read_script

_WITH_THEIR_OWN: Final = frozenset(
    {
        "argument_not_taken",
        "awards_differ",
        "bet_not_equal",
        "box_out",
        "dealer_qualifies",
        "decision_bet_size",
        "nothing_to_lift",
        "report_contradicted",
        "round_void",
        "settle_missing",
        "show_declined",
    }
)
"""Refusals that cite what they are about: the clause that is reported, the rule of a bet, a void."""

_SOMETIMES: Final = frozenset(
    {
        "bet_on_anothers_box",
        "bet_without_ante",
        "box_blocked",
        "cannot_check",
        "cannot_fold",
        "card_count_community",
        "card_count_dealer",
        "choices_not_alike",
        "jackpot_bet_not_prescribed",
        "jackpot_on_anothers_box",
        "jackpot_suspended",
        "jackpot_without_ante",
        "no_jackpot",
        "order_of_cards",
        "player_barred",
        "player_restricted",
        "second_look_not_judged",
        "table_closed",
    }
)
"""Refusals that some games cannot meet."""
_ALWAYS: Final = OF_SHEETS - _WITH_THEIR_OWN - _SOMETIMES
"""Refusals that every game can meet."""


def check_refusals(sheet: Sheet) -> Iterator[SheetFault]:
    """Check that each refusal that the game can meet rests on clauses of the sheet."""
    for code in sheet.refusals:
        if code not in OF_SHEETS and code != OTHER:
            yield SheetFault(f"refusals.{code}", because("refusals.unknown"))
    if OTHER in sheet.refusals:
        return
    missing = sorted((_ALWAYS | _met(sheet)) - sheet.refusals.keys())
    if missing:
        message = because("refusals.missing", codes=tuple(missing))
        yield SheetFault("refusals", message)


def _met(sheet: Sheet) -> frozenset[str]:
    """The refusals that this game can meet, and others cannot."""
    effects = {policy.effect for policy in sheet.irregularities.values()}
    shared = sheet.seats.players_on_a_box == "several"
    needing = [name for name, rule in sheet.bets.items() if rule.needs_ante and name != "jackpot"]
    restricts = "restrict_table" in effects
    met = {
        "bet_on_anothers_box": not shared,
        "bet_without_ante": bool(needing),
        "box_blocked": restricts,
        "cannot_fold": FOLD not in _alternatives(sheet, every=True),
        "cannot_check": FOLD in _alternatives(sheet),
        "card_count_community": sheet.hands.community > 0,
        "card_count_dealer": sheet.hands.dealer > 0,
        "choices_not_alike": sheet.interruption.unestablished == "options",
        "jackpot_bet_not_prescribed": sheet.jackpot is not None,
        "jackpot_on_anothers_box": sheet.jackpot is not None and shared,
        "jackpot_suspended": sheet.jackpot is not None and restricts,
        "jackpot_without_ante": sheet.jackpot is not None,
        "no_jackpot": sheet.jackpot is not None,
        "order_of_cards": "order_of_cards" in effects,
        "player_barred": "bar_player" in effects,
        "player_restricted": "one_position_only" in effects,
        "second_look_not_judged": "judge_second_look" in effects,
        "table_closed": restricts,
    }
    return frozenset(code for code in _SOMETIMES if met[code])


def _alternatives(sheet: Sheet, *, every: bool = False) -> set[str]:
    """How a hand may answer a decision otherwise than by a bet; with ``every``, at each decision."""
    found: list[set[str]] = []
    for dealing in sheet.dealing:
        try:
            decisions = read_script(dealing).decisions
        except ValueError:
            continue
        found += [{step.otherwise} for step in decisions]
    if not found:
        return set()
    return set.intersection(*found) if every else set.union(*found)
