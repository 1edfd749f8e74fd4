"""Decisions of a round: what a player is asked, may answer, and may not."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.toolkit.amounts import dollars

PASS: Final = "pass"
"""The answer of a further player on a common box who adds no part of their own."""


class Refused(Exception):
    """An act that the sheet does not allow, with its code and the clauses that say so.

    >>> import pitboss as pb
    >>> r = pb.sheet("3CP").table(limits={"ante": (10, 500)}).round()
    >>> try:
    ...     r.bet("ann", "ante", 5)
    ... except pb.Refused as refused:
    ...     print(refused.code, refused.clauses)
    bet_below_minimum ('5.2', '3.4')
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.message} ({', '.join(refusal.clauses)})")
        self.code: str = refusal.code
        self.clauses: tuple[Clause, ...] = refusal.clauses

    def __reduce__(self) -> tuple[Any, ...]:
        return _refused, (str(self), self.code, self.clauses)


def _refused(message: str, code: str, clauses: tuple[Clause, ...]) -> Refused:
    """A refusal out of a pickle, as another process has raised it."""
    refused = Refused.__new__(Refused, message)
    refused.args, refused.code, refused.clauses = (message,), code, clauses
    return refused


class Choice(Struct, frozen=True, kw_only=True):
    """One way to answer a decision.

    >>> import pitboss as pb
    >>> str(pb.Choice(word="play", amount=25))
    'play 25'
    """

    word: str
    """The name of a bet, ``fold``, ``check``, or ``withdraw`` with a bet that is taken back.

    A further player on a common box may ``pass``; where an irregularity gives an option, the words are
    ``continue`` and ``withdraw``.
    """
    amount: Decimal | None = None
    """What the bet costs, in dollars; None for an answer that costs nothing."""

    def __str__(self) -> str:
        return self.word if self.amount is None else f"{self.word} {self.amount}"


class Decision(Struct, frozen=True, kw_only=True):
    """A decision that a box is asked for, with all that its player may know.

    >>> import pitboss as pb
    >>> r = pb.sheet("MSS").table(seed=4).round()
    >>> r.bet("ann", "ante", 10)
    >>> r.deal(ann="As Ks Qd 7c 2h", dealer="9c 8c 3d 2d Kh")
    >>> asked = r.asks[0]
    >>> asked.player, asked.dealer, [str(choice) for choice in asked.choices]
    ('ann', ('?', '?', '?', '?', 'Kh'), ['bet 20', 'fold'])
    """

    box: int
    player: str
    cards: tuple[str, ...]
    """The cards of the box."""
    dealer: tuple[str, ...]
    """The Dealer's hand; a face-down card is ``?``."""
    community: tuple[str, ...]
    """The community cards; a face-down card is ``?``."""
    ante: Decimal
    """The player's Ante on the box, of which the bets of decisions are multiples."""
    decided: tuple[str, ...]
    """What this box has answered before in the round."""
    choices: tuple[Choice, ...]
    """What may be answered, the bets first."""
    clauses: tuple[str, ...] = ()
    """The clauses by which it is asked, where an irregularity gives an option."""

    def choice(self, word: str) -> Choice:
        """The choice of a word such as ``fold`` or, where a bet has several sizes, ``play x 3``.

        Raises :class:`ValueError` for what the decision does not offer, and for a size that is not said.
        """
        name, times = _cut(word)
        found = [one for one in self.choices if one.word == name]
        if times is not None:
            found = [one for one in found if one.amount == self.ante * times]
        if len(found) == 1:
            return found[0]
        if found:
            sizes = " or ".join(f"{word} x {one.amount / self.ante:f}" for one in found if one.amount)
            raise ValueError(f"{word!r} leaves open how much: say {sizes}, or give an amount")
        offered = ", ".join(str(one) for one in self.choices) or "nothing"
        raise ValueError(f"box {self.box} cannot answer {word!r} now; it may answer {offered}")


def _cut(word: str) -> tuple[str, int | None]:
    name, _, times = word.partition(" x ")
    return (name, int(times)) if times.isascii() and times.isdecimal() else (word, None)


def word_of(command: cmd.Command) -> str:
    """The word of a choice that gives a command."""
    match command:
        case cmd.PlaceBet():
            return command.bet
        case cmd.WithdrawBet():
            return f"withdraw {command.bet}"
        case cmd.Check():
            return "check"
        case _:
            return "fold"


def choices_of(ways: Iterable[cmd.Command]) -> Iterator[Choice]:
    """The choices that give some commands."""
    for command in ways:
        amount = dollars(command.amount) if isinstance(command, cmd.PlaceBet) else None
        yield Choice(word=word_of(command), amount=amount)


def command_of(choice: Choice, box: int, player: str, amount: int) -> cmd.Command:
    """The command that a choice of a box gives; ``amount`` is that of its bet in cents."""
    match choice.word.split():
        case ["fold"]:
            return cmd.FoldHand(box)
        case ["check"]:
            return cmd.Check(box)
        case ["continue"]:
            return cmd.Choose(box, "continue")
        case ["withdraw"]:
            return cmd.Choose(box, "withdraw")
        case ["withdraw", bet]:
            return cmd.WithdrawBet(box, bet)
        case _:
            return cmd.PlaceBet(box=box, player=player, bet=choice.word, amount=amount)
