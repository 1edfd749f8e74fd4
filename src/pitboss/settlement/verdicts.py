"""The four verdicts on a stake, each as a settlement line with clauses and a sentence."""

from pitboss.citation import Clause
from pitboss.money import grouped
from pitboss.settlement.facts import Box
from pitboss.settlement.lines import Line
from pitboss.settlement.stakes import Stake
from pitboss.sheets.model import BetResult


def wins(box: Box, stake: Stake, net: int, clauses: tuple[Clause, ...], why: str) -> Line:
    """The stake wins; ``net`` is the player's gain."""
    return _line(box, stake, "win", net, clauses, why)


def loses(box: Box, stake: Stake, clauses: tuple[Clause, ...], why: str) -> Line:
    """The stake is collected."""
    return _line(box, stake, "lose", -stake.stood, clauses, why)


def pushes(box: Box, stake: Stake, clauses: tuple[Clause, ...], why: str) -> Line:
    """The stake is neither paid nor collected."""
    return _line(box, stake, "push", 0, clauses, why)


def returned(box: Box, stake: Stake, clauses: tuple[Clause, ...], why: str) -> Line:
    """The whole amount placed is returned."""
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


def bonus(box: Box, player: str, name: str, amount: int, clauses: tuple[Clause, ...], why: str) -> Line:
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


def _line(box: Box, stake: Stake, result: BetResult, net: int, clauses: tuple[Clause, ...], why: str) -> Line:
    why += _size_in_words(stake)
    cited = (*clauses, *stake.clauses) if stake.clauses else clauses
    return Line(
        box=box.number,
        player=stake.player,
        bet=stake.bet,
        stake=stake.stood,
        result=result,
        net=net,
        clauses=cited,
        why=_sentence(why),
    )


def _size_in_words(stake: Stake) -> str:
    """What is wrong with the size of a stake, and what follows."""
    if not stake.wrong_size:
        return ""
    back = stake.placed - stake.stood
    if not back:
        return f"; it is {' and '.join(stake.wrong_size)} and stands as placed"
    over = [words for words in stake.wrong_size if words.startswith("over")]
    under = [f"it is {words} and " for words in stake.wrong_size if words not in over]
    return f"; {''.join(under)}the {grouped(back)} {' and '.join(over)} is returned"


def _sentence(why: str) -> str:
    return f"{why[0].upper()}{why[1:]}."
