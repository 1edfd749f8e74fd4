"""The coached hand: a practice round of one player, made of a deck and the player's acts so far.

Nothing is stored. Whoever plays sends every act from the first bet on, and the engine plays the round again:
the engine of the real tables, with no journal, no chips and no link behind it.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec import Struct

from pitboss.cards import DECK, Card
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.driver import RoundDriver, dealt_from, practice_round
from pitboss.round.plan import NextAct
from pitboss.sheets.game import Game

COACHED: Final = "you"
"""The player of a coached hand."""


class AwaitDealer(Struct, frozen=True):
    """The player waits for the Dealer, who closes the Bets, deals, turns cards over or settles."""


CoachedCommand = cmd.PlaceBet | cmd.WithdrawBet | cmd.ExamineHand | cmd.FoldHand | cmd.Check | AwaitDealer


class CoachedHand(Struct, frozen=True, kw_only=True):
    """A coached hand after some acts."""

    state: Round
    box: int
    """Where the player sits."""
    due: NextAct | None
    """What the Dealer does next; none while the Bets are open, and after the settlement."""
    dealt: tuple[NextAct, ...]
    """What the Dealer has done since the player's last act."""


def coached_deck(game: Game, number: int) -> tuple[Card, ...]:
    """The shuffled deck of a hand, the first card first."""
    return tuple(Random(f"coached {game.sheet.id} {number}").sample(DECK, len(DECK)))


def coached_box(game: Game) -> int:
    """Where the player of a coached hand sits: in the middle."""
    return (practice_round(game).table.boxes + 1) // 2


def coached_hand(
    game: Game, deck: Sequence[Card], commands: Sequence[CoachedCommand]
) -> CoachedHand | Refusal:
    """The hand after so many commands, or the refusal of the first that the sheet does not allow."""
    coach = _Coach(game, deck)
    for command in commands:
        coach.dealt = []
        refusal = coach.go_on() if isinstance(command, AwaitDealer) else coach.do(command)
        if refusal:
            return refusal
    return CoachedHand(state=coach.state, box=coached_box(game), due=coach.due, dealt=tuple(coach.dealt))


class _Coach(RoundDriver):
    """Plays one hand; the player sits at the middle box."""

    def __init__(self, game: Game, deck: Sequence[Card]) -> None:
        super().__init__(game, practice_round(game), dealt_from(list(reversed(deck))))
        self.dealt: list[NextAct] = []

    def go_on(self) -> Refusal | None:
        """The Dealer's next step: all cards that are dealt in a row, one reveal, or the settlement."""
        if not self.state.closed and (refusal := self._close()):
            return refusal
        due = self.due
        while due and due.cards:
            self.must(self.command(due))
            self.dealt.append(due)
            due = self.due
        if self.dealt:
            return None
        if due:
            self.dealt.append(due)
        return self.do(cmd.Reveal() if due and due.act != "settle" else cmd.SettleRound())

    def _close(self) -> Refusal | None:
        if self.state.has_bets:
            return self.do(cmd.CloseBets())
        clauses = self.game.sheet.bets["ante"].clauses
        return refuse("bet_without_ante", because("bet_without_ante.layout"), clauses)
