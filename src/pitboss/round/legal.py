"""Legal acts: what may be done now. ``decide`` accepts every act listed here.

Candidate acts are tried on ``decide`` itself, so the two cannot disagree. Bets before the deal are ranges,
because the player chooses the amount.
"""

from collections.abc import Iterator
from math import gcd, lcm
from typing import Literal

from msgspec import Struct

from pitboss.cards import DECK, Card
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round.decide import decide
from pitboss.round.decisions import antes_that_count
from pitboss.round.queries import decision_open, script_of, sizes_open
from pitboss.round.state import Round
from pitboss.settlement import Box
from pitboss.sheets.game import Game
from pitboss.sheets.model import Irregularity


class BetRange(Struct, frozen=True, kw_only=True):
    """The amounts a player may bet on an area: least, most (None: no limit) and step, in cents."""

    box: int
    player: str
    bet: str
    least: int
    most: int | None
    step: int

    @property
    def full(self) -> bool:
        """Whether the area takes no more."""
        return self.most is not None and self.most < self.least

    def command(self, amount: int) -> cmd.PlaceBet:
        """The command that bets an amount on this area."""
        return cmd.PlaceBet(box=self.box, player=self.player, bet=self.bet, amount=amount)


def legal_acts(game: Game, state: Round) -> tuple[cmd.Command, ...]:
    """Every allowed act that needs no amount, card or details of an irregularity."""
    return tuple(command for command in candidates(game, state) if _accepted(game, state, command))


def legal_bets(game: Game, state: Round, player: str) -> tuple[BetRange, ...]:
    """The areas on which a player may place or increase a bet before the Bets are closed."""
    found = (
        area(game, state, box, player, bet)
        for box in state.boxes
        for bet, rule in game.sheet.bets.items()
        if rule.placed == "before_deal"
    )
    return tuple(x for x in found if not x.full and _accepted(game, state, x.command(x.least)))


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
    short = (limits.minimum if limits else 0) - placed
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


def legal_reports(game: Game, state: Round) -> tuple[tuple[str, Irregularity], ...]:
    """The irregularities that can be reported now, with what each needs to know."""
    found = []
    for clause, policy in game.sheet.irregularities.items():
        if any(_accepted(game, state, report) for report in probe_reports(state, clause, policy)):
            found.append((clause, policy))
    return tuple(found)


def probe_reports(state: Round, clause: str, policy: Irregularity) -> Iterator[cmd.Report]:
    """Reports of a clause with every argument it needs, box by box where it needs a box."""
    boxes: list[tuple[int, ...]] = [()]
    if "box" in policy.needs:
        boxes = [(box.number,) for box in state.boxes if box.wagers]
    counts: list[int | None] = [len(DECK) if policy.effect == "void_unless_52" else None]
    if "wrong_count" in policy.when:
        counts = [None, 1]
    for chosen in boxes:
        for count in counts:
            for yes in (False, True):
                yield cmd.Report(
                    clause=clause,
                    boxes=chosen,
                    reconstructed=yes if "reconstructed" in policy.needs else None,
                    intentional=yes if "intentional" in policy.needs else None,
                    order=_next_two(state) if "order" in policy.needs else (),
                    count=count,
                    action=_first_action(policy),
                    reason="written",
                )


def _first_action(policy: Irregularity) -> Literal["close", "continue"] | None:
    if "action" not in policy.needs:
        return None
    return "close" if policy.effect == "restrict_table" else "continue"


def _next_two(state: Round) -> tuple[Card, ...]:
    out = set(state.cards_out())
    return tuple(card for card in DECK if card not in out)[:2]


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
        yield cmd.Choose(number, "continue")
        yield cmd.Choose(number, "withdraw")
        for bet in dict.fromkeys(wager.bet for wager in box.wagers):
            yield cmd.WithdrawBet(number, bet)


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


def _accepted(game: Game, state: Round, command: cmd.Command) -> bool:
    return not isinstance(decide(game, state, command), Refusal)
