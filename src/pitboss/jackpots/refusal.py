"""Why a link refuses something. A refusal is a value, with a code, a sentence and clauses."""

from collections.abc import Mapping
from typing import Final

from pitboss.jackpots.people import Fault
from pitboss.ledger import Cited
from pitboss.round.refusal import Refusal
from pitboss.sheets.game import Game
from pitboss.sheets.model import Clause

Games = Mapping[str, Game]
"""The sheets in force, by their ids."""

LINK_REFUSALS: Final = (
    "argument_missing",
    "below_zero",
    "claim_known",
    "claim_not_first",
    "claim_not_verified",
    "claim_paid",
    "claim_waits",
    "claims_open",
    "config_not_possible",
    "deck_count_wrong",
    "display_differs",
    "jackpot_suspended",
    "link_closed",
    "link_known",
    "no_jackpot_bet",
    "no_such_claim",
    "no_such_link",
    "no_such_round",
    "no_such_sheet",
    "no_such_table",
    "not_a_share",
    "not_suspended",
    "operators_differ",
    "order_differs",
    "order_incomplete",
    "prescribed_bet_differs",
    "role_too_low",
    "round_in_play",
    "round_known",
    "same_person",
    "table_known",
    "too_much",
)
"""Every refusal of a link."""


def refuse(game: Game, code: str, message: str, *clauses: Clause) -> Refusal:
    """Refuse with clauses; where no clause speaks, the one that leaves it to the shift manager."""
    assert code in LINK_REFUSALS, code
    return Refusal(code, message, clauses or game.ruling_clauses)


def refuse_fault(game: Game, fault: Fault, *clauses: Clause) -> Refusal:
    """Refuse because of who asks."""
    return refuse(game, *fault, *clauses)


def cite(game: Game, *clauses: Clause) -> Cited:
    """Clauses of a sheet; where none are named, the one that leaves a matter to the shift manager."""
    return Cited(game.sheet.id, clauses or game.ruling_clauses)


def grows(game: Game) -> tuple[Clause, ...]:
    """The clauses by which accepted bets raise the jackpot and a won one starts again."""
    return game.sheet.bets["jackpot"].clauses


def failure_clauses(game: Game) -> tuple[Clause, ...]:
    """What a sheet says of a failing jackpot system; silence leaves it to the shift manager."""
    found = tuple(c for c, p in game.sheet.irregularities.items() if p.effect == "freeze_jackpot")
    return found or game.ruling_clauses
