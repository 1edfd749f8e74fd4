"""Variants of a shipped sheet: its data with entries put in or taken out, checked like any sheet."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import msgspec

from pitboss.cards import parse_card
from pitboss.settlement import Box, Facts, Line, Table, Wager, settle
from pitboss.sheets.formats import Data
from pitboss.sheets.game import Game, SheetHashes
from pitboss.sheets.loader import make_game
from pitboss.sheets.model import Sheet
from pitboss.sheets.pay_checks import SETTLEMENT_CHECKS
from pitboss.sheets.readings import take
from pitboss.sheets.register import ClauseRegister
from tests.sheets.shipped import source_of

STUD = "mbs-megalink-stud-v9"
CITED = ["4.1.2"]
WHOLE = object()
"""Take an entry out."""


def variant(changes: Mapping[str, Any], sheet_id: str = STUD) -> Game:
    """A shipped sheet with the entries of these paths replaced; ``WHOLE`` takes one out."""
    return make_game(*_changed(changes, sheet_id))


def undealt(changes: Mapping[str, Any]) -> Game:
    """A variant whose dealing procedures are not checked: its bets can be settled, and no round played."""
    source, clauses = _changed(changes, STUD)
    sheet = msgspec.convert(source, Sheet)
    assert not [fault for check in SETTLEMENT_CHECKS for fault in check(sheet)]
    return Game(sheet, take(sheet.readings), msgspec.convert(clauses, ClauseRegister), SheetHashes("", ""))


def _changed(changes: Mapping[str, Any], sheet_id: str) -> Data:
    source, clauses = source_of(sheet_id)
    sheet = deepcopy(source)
    for path, value in changes.items():
        *parents, last = path.split(".")
        holder = sheet
        for name in parents:
            holder = holder.setdefault(name, {})
        if value is WHOLE:
            del holder[last]
        else:
            holder[last] = deepcopy(value)
    return sheet, clauses


def verdicts(**results: str) -> dict[str, Any]:
    """The verdicts of one outcome."""
    return {bet: {"result": result, "clauses": CITED} for bet, result in results.items()}


def lines(
    game: Game, own: str, dealer: str, bets: Mapping[str, int], community: str = "", **box: Any
) -> dict[str, Line]:
    """The lines of one box by bet, each stake in cents."""
    facts = Facts(
        table=Table(sheet=game.sheet.id),
        boxes=(
            Box(
                number=1,
                wagers=tuple(Wager(bet=bet, player="ann", amount=amount) for bet, amount in bets.items()),
                cards=tuple(parse_card(card) for card in own.split()),
                **box,
            ),
        ),
        dealer=tuple(parse_card(card) for card in dealer.split()),
        community=tuple(parse_card(card) for card in community.split()),
        display=None,
    )
    return {line.bet: line for line in settle(game, facts).lines}
