"""The coached hand: a practice round of one player, replayed from a deck and the player's acts.

Nothing is stored. The player's client sends every act from the first bet, and the engine replays the round:
the engine of the real tables, without a journal, chips or a link.
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
    """The player's box."""
    due: NextAct | None
    """The Dealer's next act; none while the Bets are open and after the settlement."""
    dealt: tuple[NextAct, ...]
    """The Dealer's acts since the player's last act."""


def coached_deck(game: Game, number: int) -> tuple[Card, ...]:
    """The shuffled deck of a hand, the first card first."""
    return tuple(Random(f"coached {game.sheet.id} {number}").sample(DECK, len(DECK)))


def coached_box(game: Game) -> int:
    """The player's box in a coached hand: the middle one."""
    return (practice_round(game).table.boxes + 1) // 2


def coached_hand(
    game: Game, deck: Sequence[Card], commands: Sequence[CoachedCommand]
) -> CoachedHand | Refusal:
    """The hand after the commands, or the refusal of the first one that the sheet does not allow."""
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
