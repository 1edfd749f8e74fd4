"""The plain functions of the library: each takes a sheet, or whatever names one."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.toolkit.amounts import Amount
from pitboss.toolkit.decisions import Decision
from pitboss.toolkit.named_cards import Cards
from pitboss.toolkit.rule_sheet import RuleSheet, sheet
from pitboss.toolkit.settling import SettledFile, Source, settled_file
from pitboss.toolkit.strategies import GivenStrategy

if TYPE_CHECKING:
    from pitboss.analysis.model import Advice
    from pitboss.toolkit.mathematics import Odds

AnySheet = RuleSheet | str | Path
"""A sheet, its short name or id, or the folder it lies in."""
_find = sheet


def settle(source: Source, *, sheet: AnySheet | None = None) -> SettledFile:
    """Settle the rounds of a file.

    ``source`` is a path, the text of a file (it has line breaks), or its data as a dictionary. ``sheet`` is
    another text of the sheet that the file names. Raises :class:`~pitboss.FileFault` for a file that cannot
    be read and :class:`~pitboss.FileFailed` at a step that the sheet does not allow.

    >>> import pitboss as pb
    >>> found = pb.settle({"sheet": pb.sheet("3CP").id, "round": [{"steps": [
    ...     "bet 1 ann ante 25.00", "close", "deal 1 Qs 7d 4c", "deal dealer Jh 8d 2s",
    ...     "bet 1 ann play 25.00", "reveal", "settle"]}]})
    >>> for line in found.lines:
    ...     print(line.bet, line.result, line.net, *line.clauses)
    ante win 25 3.13 4.1 1.16
    play returned 0 3.13 1.16
    >>> try:
    ...     pb.settle({"sheet": "bluff"})
    ... except pb.FileFault as fault:
    ...     print(fault.message[:22])
    'bluff' is not a sheet
    """
    return settled_file(source, None if sheet is None else _find(sheet).game)


def odds(
    sheet: AnySheet,
    *,
    bets: Mapping[str, Amount] | None = None,
    jackpot_bet: Amount | None = None,
    meter: Amount | None = None,
    others: int = 0,
    strategy: GivenStrategy = None,
) -> "Odds":
    """The exact odds of every bet, in fractions; as :meth:`pitboss.RuleSheet.odds`.

    >>> odds("3CP").bets["pair_plus"].figures.hit_frequency
    Fraction(283, 1105)
    >>> odds("3CP", strategy=lambda decision: "play").bets["ante"].figures.house_edge
    Fraction(1947749, 25448150)
    >>> import pitboss as pb
    >>> try:
    ...     odds("3CP", bets={"tie": 5})
    ... except pb.AnalysisFault as fault:
    ...     print(fault)
    bets.tie: it is not a bet of this game; its bets are ante, pair_plus, jackpot
    """
    return _find(sheet).odds(
        bets=bets, jackpot_bet=jackpot_bet, meter=meter, others=others, strategy=strategy
    )


def advise(
    sheet: AnySheet,
    hand: Cards | Decision,
    *,
    up: str | None = None,
    board: Cards = "",
    dead: Cards = "",
    decided: tuple[str, ...] = (),
    bets: Mapping[str, Amount] | None = None,
    meter: Amount | None = None,
    others: int = 0,
) -> "Advice":
    """What every action is worth with a hand, in Antes, and the best; as :meth:`pitboss.RuleSheet.advise`.

    >>> advise("MSS", "Ks Kd 9c 5h 2s", up="Ad").best
    'bet'
    """
    return _find(sheet).advise(
        hand, up=up, board=board, dead=dead, decided=decided, bets=bets, meter=meter, others=others
    )
