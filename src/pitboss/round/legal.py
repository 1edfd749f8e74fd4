"""Candidates for legal acts: whatever might be done now, to be tried on ``decide``.

What is legal is what ``decide`` accepts, so the two cannot disagree. Bets before the deal are ranges, because
the player chooses the amount.
"""

from collections.abc import Iterator
from math import gcd, lcm

from msgspec import Struct, structs

from pitboss.cards import UNKNOWN
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round.decide import decide
from pitboss.round.decisions import antes_that_count
from pitboss.round.plan import NextAct, dealers_command
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


def accepted_act(game: Game, state: Round, due: NextAct) -> NextAct | None:
    """The Dealer's next act as far as it is accepted; none where something must be reported first."""
    if due.act == "ask":
        boxes = tuple(number for number in due.boxes if _may_decide(game, state, number))
        return structs.replace(due, boxes=boxes) if boxes else None
    cards = (*state.next_cards, *(UNKNOWN,) * due.cards)[: due.cards]
    answer = decide(game, state, dealers_command(due, cards))
    # Cards that nobody has named are shown, not reported.
    return None if type(answer) is Refusal and answer.code != "cards_unknown" else due


def _may_decide(game: Game, state: Round, number: int) -> bool:
    due = decision_open(game, state, state.box(number))
    otherwise = cmd.FoldHand if due and due.otherwise == "fold" else cmd.Check
    return not isinstance(decide(game, state, otherwise(number)), Refusal)


def candidates(game: Game, state: Round) -> Iterator[cmd.Command]:
    """Every act of the game that needs no amount, card or details of an irregularity.

    Of the reports, those that a card too many waits for.
    """
    ways = {decision.otherwise for decision in script_of(game, state).decisions}
    yield cmd.CloseBets()
    yield cmd.Reveal()
    yield cmd.AnnounceNoHand()
    yield cmd.SettleRound()
    yield cmd.InterruptPlay()
    if state.excess_card:
        yield from (cmd.Report(clause=clause) for clause in sorted(game.excess_card_clauses))
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
