"""Candidates for legal acts: whatever might be done now, to be tried on ``decide``.

What is legal is what ``decide`` accepts, so the two cannot disagree. Bets before the deal are ranges, because
the player chooses the amount.
"""

from collections.abc import Iterator
from math import gcd, lcm

from msgspec import Struct

from pitboss.round import commands as cmd
from pitboss.round.decisions import antes_that_count
from pitboss.round.queries import decision_open, script_of, sizes_open
from pitboss.round.state import Round
from pitboss.settlement import Box
from pitboss.sheets.game import Game


class BetRange(Struct, frozen=True, kw_only=True):
    """The amounts a player may bet on an area: least, most (None: no limit) and step, in cents."""

    box: int
    player: str
    bet: str
    least: int
    most: int | None
    step: int

    def command(self, amount: int) -> cmd.PlaceBet:
        """The command that bets an amount on this area."""
        return cmd.PlaceBet(box=self.box, player=self.player, bet=self.bet, amount=amount)


def area(game: Game, state: Round, box: Box, player: str, bet: str, chip: int = 1) -> BetRange:
    """The amounts allowed on a bet area by limits, prescribed bet and chips, whether it is open or not."""
    rule = game.sheet.bets[bet]
    if rule.placed == "decision":
        antes = antes_that_count(game, state, box, player)
        amounts = {size * ante for size in sizes_open(game, state, box, bet) for ante in antes} - {0}
        low, high = min(amounts, default=chip), max(amounts, default=chip)
        step = gcd(*(amount - low for amount in amounts)) or chip
        return BetRange(box=box.number, player=player, bet=bet, least=low, most=high, step=step)
    if rule.equals:
        due = box.total(rule.equals, player) - box.total(bet, player)
        return BetRange(
            box=box.number, player=player, bet=bet, least=max(due, chip), most=max(due, 0), step=chip
        )
    placed = box.total(bet)
    limits = state.table.limits.get(bet)
    unit = state.table.jackpot_bet if bet == "jackpot" else None
    step = lcm(unit, chip) if unit else chip
    at_once = game.readings.bet_under_minimum == "refused"
    short = (limits.minimum if limits and at_once else 0) - placed
    least = max(step, -(-short // step) * step)
    most = limits.maximum - placed if limits else None
    if unit:
        top = unit * game.jackpot.most_units - placed
        most = top if most is None else min(most, top)
    return BetRange(
        box=box.number,
        player=player,
        bet=bet,
        least=least,
        most=most if most is None else most // step * step,
        step=step,
    )


def candidates(game: Game, state: Round) -> Iterator[cmd.Command]:
    """Every act of the game that needs no amount, card or details of an irregularity."""
    ways = {decision.otherwise for decision in script_of(game, state).decisions}
    yield cmd.CloseBets()
    yield cmd.Reveal()
    yield cmd.AnnounceNoHand()
    yield cmd.SettleRound()
    yield cmd.InterruptPlay()
    for box in state.boxes:
        if not box.wagers:
            continue
        number = box.number
        yield cmd.ExamineHand(number)
        yield cmd.HandleHand(number)
        if "fold" in ways:
            yield cmd.FoldHand(number)
        if "check" in ways:
            yield cmd.Check(number)
        yield from _decision_bets(game, state, box)
        yield cmd.NotifyJackpotHand(number)
        yield cmd.DeclineToShow(number)
        yield cmd.ViewHand(number)
        yield cmd.LeaveTable(number)
        for player in sharers(box):
            yield cmd.LeaveTable(number, player)
        yield cmd.Choose(number, "continue")
        yield cmd.Choose(number, "withdraw")
        yield from _withdrawals(box)


def sharers(box: Box) -> tuple[str, ...]:
    """The players who share a box with its player."""
    return tuple(dict.fromkeys(wager.player for wager in box.wagers if wager.player != box.player))


def _withdrawals(box: Box) -> Iterator[cmd.WithdrawBet]:
    """Every bet of the box, of each player where several share its area."""
    for bet in dict.fromkeys(wager.bet for wager in box.wagers):
        players = dict.fromkeys(wager.player for wager in box.wagers if wager.bet == bet)
        for player in players if len(players) > 1 else (None,):
            yield cmd.WithdrawBet(box.number, bet, player)


def _decision_bets(game: Game, state: Round, box: Box) -> Iterator[cmd.PlaceBet]:
    """The decision bet that is due in each of its sizes, for each player with an Ante on the box."""
    decision = decision_open(game, state, box)
    bet = decision.bet if decision else box.decided[-1] if box.decided else ""
    rule = game.sheet.bets.get(bet)
    if rule is None or rule.placed != "decision":
        return
    sizes = sizes_open(game, state, box, bet)
    for player in dict.fromkeys(wager.player for wager in box.wagers):
        antes = sorted(antes_that_count(game, state, box, player))
        for amount in dict.fromkeys(size * ante for size in sizes for ante in antes if ante):
            yield cmd.PlaceBet(box=box.number, player=player, bet=bet, amount=amount)
