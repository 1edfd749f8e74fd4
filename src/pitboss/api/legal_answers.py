"""Legal and refused acts: every act is tried as if it had been sent."""

from collections.abc import Callable, Iterable
from typing import Final

from pitboss.api.dry_run import DryRunAnswer
from pitboss.floor.acts import ROUND_ACTS
from pitboss.messages.legal import ActNow, BetRangeNow, LegalNow, RefusedNow
from pitboss.messages.views import DueNow
from pitboss.money import format_cents
from pitboss.projection import project
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round.legal import BetRange
from pitboss.round.plan import NextAct

NEWCOMER: Final = "*"
"""Stands for a newcomer at a free box; no account can have this name."""


class LegalAnswers:
    """Answers, sorted into what may be done and what may not."""

    def __init__(self, tried: Callable[[cmd.Command], DryRunAnswer]) -> None:
        self._tried = tried
        self.acts: list[ActNow] = []
        self.bets: list[BetRangeNow] = []
        self.refused: list[RefusedNow] = []

    def sort(self, act: ActNow, answer: DryRunAnswer) -> None:
        """An act goes to what may be done or, with its reason, to what may not."""
        if isinstance(answer, Refusal):
            self.refused.append(project(RefusedNow, answer, act=act))
        else:
            self.acts.append(act)

    def area(self, wanted: BetRange) -> None:
        """A bet area with the amounts that it takes, or why it takes none."""
        answer = self._tried(wanted.command(wanted.least))
        if isinstance(answer, Refusal):
            self.sort({"act": "bet", "box": wanted.box, "bet": wanted.bet}, answer)
            return
        most = None if wanted.most is None else format_cents(self._most(wanted, wanted.most))
        player = None if wanted.player == NEWCOMER else wanted.player
        least, step = format_cents(wanted.least), format_cents(wanted.step)
        self.bets.append(
            BetRangeNow(box=wanted.box, bet=wanted.bet, player=player, least=least, most=most, step=step)
        )

    def now(
        self, version: int, number: int, due: NextAct | None, unnamed: Iterable[int | str] = ()
    ) -> LegalNow:
        """All answers about a round, with what the Dealer does next."""
        return LegalNow(
            version=version,
            round=number,
            acts=tuple(self.acts),
            bets=tuple(self.bets),
            refused=tuple(self.refused),
            due=project(DueNow, due) if due else None,
            unnamed=tuple(unnamed),
        )

    def _most(self, wanted: BetRange, most: int) -> int:
        """The most that is taken up to an amount: less where a player has not as many chips."""
        taken, over = 0, (most - wanted.least) // wanted.step + 1
        middle = over - 1
        while over - taken > 1:
            if isinstance(self._tried(wanted.command(wanted.least + middle * wanted.step)), Refusal):
                over = middle
            else:
                taken = middle
            middle = (taken + over) // 2
        return wanted.least + taken * wanted.step


def act_now(command: cmd.Command) -> ActNow:
    """An act as it may be sent."""
    match command:
        case cmd.PlaceBet(box=box, player=player, bet=bet, amount=amount):
            return {"act": "bet", "box": box, "bet": bet, "amount": format_cents(amount), "player": player}
        case cmd.Report(clause=clause):
            return {"act": "report", "clause": clause}
        case cmd.Choose(box, way):
            return {"act": "choose", "box": box, "way": way}
        case cmd.WithdrawBet(box, bet, player):
            back: ActNow = {"act": "withdraw", "box": box, "bet": bet}
            return {**back, "player": player} if player else back
        case cmd.LeaveTable(box, str(player)):
            return {"act": "leave", "box": box, "player": player}
        case _:
            act: ActNow = {"act": ROUND_ACTS[type(command)].word}
            number = getattr(command, "box", None)
            return act if number is None else {**act, "box": number}
