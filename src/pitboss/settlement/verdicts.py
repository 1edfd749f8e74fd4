"""The four verdicts on a stake, each as a settlement line with clauses and a reason."""

from pitboss.citation import Clause
from pitboss.reason import Reason, because
from pitboss.settlement.facts import Box
from pitboss.settlement.lines import Line
from pitboss.settlement.stakes import Stake
from pitboss.sheets.model import BetResult


def wins(box: Box, stake: Stake, net: int, clauses: tuple[Clause, ...], reason: Reason) -> Line:
    """The stake wins; ``net`` is the player's gain."""
    return _line(box, stake, "win", net, clauses, reason)


def loses(box: Box, stake: Stake, clauses: tuple[Clause, ...], reason: Reason) -> Line:
    """The stake is collected."""
    return _line(box, stake, "lose", -stake.stood, clauses, reason)


def pushes(box: Box, stake: Stake, clauses: tuple[Clause, ...], reason: Reason) -> Line:
    """The stake is neither paid nor collected."""
    return _line(box, stake, "push", 0, clauses, reason)


def returned(box: Box, stake: Stake, clauses: tuple[Clause, ...], reason: Reason) -> Line:
    """The whole amount placed is returned."""
    return Line(
        box=box.number,
        player=stake.player,
        bet=stake.bet,
        stake=stake.placed,
        result="returned",
        net=0,
        clauses=clauses,
        reason=reason,
    )


def bonus(box: Box, player: str, name: str, amount: int, clauses: tuple[Clause, ...], reason: Reason) -> Line:
    """A payment without a bet of its own."""
    return Line(
        box=box.number,
        player=player,
        bet=name,
        stake=0,
        result="win",
        net=amount,
        clauses=clauses,
        reason=reason,
    )


def _line(
    box: Box, stake: Stake, result: BetResult, net: int, clauses: tuple[Clause, ...], reason: Reason
) -> Line:
    cited = (*clauses, *stake.clauses) if stake.clauses else clauses
    return Line(
        box=box.number,
        player=stake.player,
        bet=stake.bet,
        stake=stake.stood,
        result=result,
        net=net,
        clauses=cited,
        reason=_with_size(stake, reason) if stake.wrong_size else reason,
    )


def _with_size(stake: Stake, why: Reason) -> Reason:
    """A reason with what is wrong with the size of the stake, and what follows."""
    back = stake.placed - stake.stood
    if not back:
        return because("size.stands", why=why, faults=stake.wrong_size)
    over = tuple(fault for fault in stake.wrong_size if fault.code.startswith("size.over"))
    under = tuple(fault for fault in stake.wrong_size if fault not in over)
    return because("size.returned", why=why, under=under, back=back, over=over)
