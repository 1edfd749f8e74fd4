"""The four verdicts on a stake, each as a settlement line with clauses and a reason.

Rulings that pay or collect one bet, whatever the cards are.

The result of a settlement: one line per bet, and the jackpot's moves.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.reason import Reason, because
from pitboss.settlement.facts import Box
from pitboss.settlement.stakes import Stake
from pitboss.sheets.game import Game
from pitboss.sheets.model import BetResult
from pitboss.words import sentence


class Line(Struct, frozen=True, kw_only=True, array_like=True):
    """The settlement of one bet or one bonus.

    The record has some twenty in a round, so it holds their fields by their places, without names.
    """

    box: int
    player: str
    bet: str
    stake: int
    result: BetResult
    net: int
    """The player's net gain on the bet, in cents."""
    clauses: tuple[Clause, ...]
    reason: Reason

    @property
    def why(self) -> str:
        """The reason as a sentence in English."""
        return sentence(self.reason)


class Payout(Struct, frozen=True, kw_only=True):
    """A payment on a jackpot bet."""

    box: int
    player: str
    hand: str
    amount: int
    percent: int = 0
    """The share of the display it was, or 0 for an amount that does not lower it."""


class JackpotMoves(Struct, frozen=True):
    """The display when betting opened and when the round was over, and the payouts."""

    before: Fraction
    after: Fraction
    payouts: tuple[Payout, ...]
    added: Fraction
    """The contribution of the round's accepted bets; returned bets add nothing."""


class Settlement(Struct, frozen=True):
    """A settled or void round."""

    outcome: Literal["settled", "void"]
    lines: tuple[Line, ...]
    jackpot: JackpotMoves | None
    under_minimum: tuple[str, ...] = ()
    """Players of whom a bet under the minimum was paid or collected in this round."""

    def shares_won(self) -> tuple[Payout, ...]:
        """The payouts that are a share of the display."""
        return tuple(paid for paid in self.jackpot.payouts if paid.percent) if self.jackpot else ()

    def players(self) -> dict[str, int]:
        """The sum of net for each player, in the order of the boxes."""
        sums: dict[str, int] = {}
        for line in self.lines:
            sums[line.player] = sums.get(line.player, 0) + line.net
        return sums


def ruled_line(game: Game, box: Box, stake: Stake) -> Line | None:
    """The line of a bet that a ruling pays or collects; None where no ruling decides it."""
    ruled = box.ruling(stake.bet, stake.player)
    if ruled is None or ruled.way == "correct":
        return None
    title = game.sheet.bets[stake.bet].title
    if ruled.way == "collect":
        return loses(box, stake, ruled.clauses, because("line.ruled_collected", bet=title))
    kept = stake.bet == "jackpot" and game.readings.jackpot_bet_with_a_win == "kept"
    net = ruled.amount - stake.stood if kept else ruled.amount
    code = "line.ruled_paid_kept" if kept else "line.ruled_paid"
    return wins(box, stake, net, ruled.clauses, because(code, bet=title, amount=ruled.amount))


def ruled_payout(box: Box, stake: Stake) -> Iterator[Payout]:
    """The payment on a jackpot bet that a ruling pays: by the House, so that the display does not move."""
    ruled = box.ruling(stake.bet, stake.player)
    if ruled and ruled.way == "pay":
        hand = f"ruling by {ruled.clauses[0]}"
        yield Payout(box=box.number, player=stake.player, hand=hand, amount=ruled.amount)


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
