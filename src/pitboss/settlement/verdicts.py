"""The four things that can happen to a stake, each as a line with its clauses and its sentence."""

from pitboss.citation import Clause
from pitboss.settlement.facts import Box
from pitboss.settlement.lines import Line
from pitboss.settlement.stakes import Stake
from pitboss.sheets.model import Result

Cited = tuple[Clause, ...]


def wins(box: Box, stake: Stake, net: int, clauses: Cited, why: str) -> Line:
    """The stake wins; ``net`` is what the player has more than before."""
    return _line(box, stake, stake.stood, "win", net, clauses, why)


def loses(box: Box, stake: Stake, clauses: Cited, why: str) -> Line:
    """The stake is collected."""
    return _line(box, stake, stake.stood, "lose", -stake.stood, clauses, why)


def pushes(box: Box, stake: Stake, clauses: Cited, why: str) -> Line:
    """The stake is neither paid nor collected."""
    return _line(box, stake, stake.stood, "push", 0, clauses, why)


def returned(box: Box, stake: Stake, clauses: Cited, why: str) -> Line:
    """All that was placed goes back."""
    return Line(
        box=box.number,
        player=stake.player,
        bet=stake.bet,
        stake=stake.placed,
        result="returned",
        net=0,
        clauses=clauses,
        why=_sentence(why),
    )


def bonus(box: Box, player: str, name: str, amount: int, clauses: Cited, why: str) -> Line:
    """A payment without a bet of its own."""
    return Line(
        box=box.number,
        player=player,
        bet=name,
        stake=0,
        result="win",
        net=amount,
        clauses=clauses,
        why=_sentence(why),
    )


def _line(box: Box, stake: Stake, amount: int, result: Result, net: int, clauses: Cited, why: str) -> Line:
    if stake.stood < stake.placed:
        why += "; what was placed beyond what may stand is returned"
    elif stake.clauses:
        why += "; it stands as placed, though not of the size asked for"
    cited = (*clauses, *stake.clauses) if stake.clauses else clauses
    return Line(
        box=box.number,
        player=stake.player,
        bet=stake.bet,
        stake=amount,
        result=result,
        net=net,
        clauses=cited,
        why=_sentence(why),
    )


def _sentence(why: str) -> str:
    return f"{why[0].upper()}{why[1:]}."
