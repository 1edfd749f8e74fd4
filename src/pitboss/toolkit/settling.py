"""Settle round files: from a path, from text, or from their data."""

from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from pitboss.reason import at, because
from pitboss.records.round_file import (
    FileFault,
    RoundFile,
    parse_round_file,
    parse_toml,
    read_text,
    unknown_sheet,
)
from pitboss.records.rounds_json import notes
from pitboss.records.runner import StepRefusal, play
from pitboss.settlement import Settlement
from pitboss.sheets import Game
from pitboss.sheets.library import read_again
from pitboss.sheets.model import BetResult
from pitboss.toolkit.amounts import dollars

Source = Path | str | dict[str, Any]
"""A round file: its path, its text (it has line breaks), or its data."""


class SettledLine(Struct, frozen=True, kw_only=True):
    """What one bet or bonus got, and the clauses that decide it.

    >>> import pitboss as pb
    >>> r = pb.sheet("3CP").table().round()
    >>> r.bet("ann", "pair_plus", 5)
    >>> r.deal(ann="7c 7d 2s")
    >>> (line,) = r.settlement.lines
    >>> line.bet, line.result, line.net, line.clauses
    ('pair_plus', 'win', Decimal('5'), ('4.2', '3.16'))
    >>> line.why
    'A pair of sevens: the Pair Plus pays 1 to 1.'
    """

    box: int
    player: str
    bet: str
    stake: Decimal
    """In dollars."""
    result: BetResult
    """``win``, ``lose``, ``push`` or ``returned``."""
    net: Decimal
    """The player's gain on the bet, in dollars."""
    clauses: tuple[str, ...]
    """The clauses of the sheet that decide it; there is always one."""
    why: str
    """The reason in one sentence."""

    def __str__(self) -> str:
        cited = ", ".join(self.clauses)
        return f"{self.player} {self.bet} {self.stake}: {self.result} {self.net:+} ({cited}) {self.why}"


class JackpotPayout(Struct, frozen=True, kw_only=True):
    """A payment on a jackpot bet; an Envy Bonus is a line of its own and not among them."""

    box: int
    player: str
    hand: str
    amount: Decimal
    """In dollars."""


class RefusedStep(Struct, frozen=True, kw_only=True):
    """A step that a round file expects to be refused (``! bet 1 ann ante 1000``), and why it was."""

    step: int
    clauses: tuple[str, ...]
    message: str


class SettledRound(Struct, frozen=True, kw_only=True):
    """A settled or void round; ``print`` shows its lines.

    >>> import pitboss as pb
    >>> r = pb.sheet("3CP").table().round()
    >>> r.bet("ann", "ante", 5)
    >>> r.deal()
    >>> r.answer("fold")
    >>> r.settlement.outcome, r.settlement.players
    ('settled', {'ann': Decimal('-5')})
    """

    outcome: Literal["settled", "void"]
    lines: tuple[SettledLine, ...]
    players: dict[str, Decimal]
    """The sum of net for each player, in dollars."""
    jackpot: Decimal | None
    """The display after the round, in dollars; None where the table has none."""
    jackpot_before: Decimal | None = None
    """The display when betting opened, in dollars."""
    payouts: tuple[JackpotPayout, ...] = ()
    """Every payment on a jackpot bet."""
    refused: tuple[RefusedStep, ...] = ()
    """The steps of the file that had to be refused."""
    notes: tuple[str, ...] = ()
    """What was reported and ruled, and what the steps prove against the sheet's procedure."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))


class SettledFile(Struct, frozen=True, kw_only=True):
    """A round file, settled; ``print`` shows the lines of its rounds.

    >>> import pitboss as pb
    >>> r = pb.sheet("3CP").table().round()
    >>> r.bet("ann", "ante", 5)
    >>> r.deal()
    >>> r.answer("fold")
    >>> found = pb.settle(r.file())
    >>> found.rounds == (r.settlement,)
    True
    >>> try:
    ...     pb.settle(r.file().replace("fold 1", "fold 2"))
    ... except pb.FileFailed as failed:
    ...     print(failed.round, failed.step, failed.message)
    1 5 there is no bet on box 2
    """

    sheet: str
    """The id of the sheet."""
    rounds: tuple[SettledRound, ...]
    notes: tuple[str, ...] = ()
    """A sentence on every section of the file that is ignored and looks like a misspelt one."""

    @property
    def lines(self) -> tuple[SettledLine, ...]:
        """The lines of all rounds."""
        return tuple(line for one in self.rounds for line in one.lines)

    @property
    def players(self) -> dict[str, Decimal]:
        """The sum of net for each player over all rounds, in dollars."""
        sums: dict[str, Decimal] = {}
        for line in self.lines:
            sums[line.player] = sums.get(line.player, Decimal(0)) + line.net
        return sums

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.rounds))


def settled_file(source: Source, game: Game | None = None) -> SettledFile:
    """Settle the rounds of a file, by another text of its sheet if one is given.

    Raises :class:`~pitboss.FileFault` for a file that cannot be read and :class:`~pitboss.FileFailed` at a
    step that the sheet does not allow.
    """
    file = read(source, game)
    return SettledFile(
        sheet=file.table.sheet,
        notes=file.notes,
        rounds=tuple(
            settled_round(played.settlement, notes(played), played.refused) for played in play(file, game)
        ),
    )


def read(source: Source, game: Game | None = None) -> RoundFile:
    """The content of a round file, from wherever it comes."""
    data = source if isinstance(source, dict) else parse_toml(_text(source))
    named, known = data.get("sheet"), (game.sheet.id,) if game else read_again().ids()
    if isinstance(named, str) and named not in known:
        raise unknown_sheet(named, known, None if game else because("file.sheet_argument"))
    return parse_round_file(data, game)


def settled_round(
    settlement: Settlement, notes: Iterable[str] = (), refused: Iterable[StepRefusal] = ()
) -> SettledRound:
    """A settlement of the engine with amounts in dollars."""
    lines = tuple(
        SettledLine(
            box=line.box,
            player=line.player,
            bet=line.bet,
            stake=dollars(line.stake),
            result=line.result,
            net=dollars(line.net),
            clauses=line.clauses,
            why=line.why,
        )
        for line in settlement.lines
    )
    moves = settlement.jackpot
    return SettledRound(
        outcome=settlement.outcome,
        lines=lines,
        players={name: dollars(net) for name, net in settlement.players().items()},
        jackpot=dollars(moves.after) if moves else None,
        jackpot_before=dollars(moves.before) if moves else None,
        payouts=tuple(
            JackpotPayout(box=paid.box, player=paid.player, hand=paid.hand, amount=dollars(paid.amount))
            for paid in (moves.payouts if moves else ())
        ),
        refused=tuple(
            RefusedStep(step=one.step, clauses=one.refusal.clauses, message=one.refusal.message)
            for one in refused
        ),
        notes=tuple(notes),
    )


def _text(source: Path | str) -> str:
    if not isinstance(source, str | Path):
        raise TypeError(f"a round file is a path, a text or a dictionary, not {source!r}")
    if isinstance(source, str) and "\n" in source:
        return source
    if not str(source).strip():
        raise FileFault(because("file.empty"))
    try:
        return read_text(source)
    except FileFault as fault:
        raise FileFault(at(str(source)[:200], fault.reason)) from None
