"""Settle round files: from a path, from text, or from their data."""

from decimal import Decimal
from pathlib import Path
from typing import Any

from msgspec import Struct

from pitboss.records.round_file import RoundFile, parse_round_file, parse_toml, read_text
from pitboss.records.runner import PlayedRound, play
from pitboss.settlement import Settlement
from pitboss.sheets import Game
from pitboss.toolkit.amounts import dollars


class SettledLine(Struct, frozen=True, kw_only=True):
    """What one bet or bonus got, and the clauses that decide it."""

    box: int
    player: str
    bet: str
    stake: Decimal
    result: str
    """``win``, ``lose``, ``push`` or ``returned``."""
    net: Decimal
    """The player's gain on the bet, in dollars."""
    clauses: tuple[str, ...]
    why: str


class SettledRound(Struct, frozen=True, kw_only=True):
    """A settled or void round."""

    outcome: str
    """``settled`` or ``void``."""
    lines: tuple[SettledLine, ...]
    players: dict[str, Decimal]
    """The sum of net for each player."""
    jackpot: Decimal | None
    """The display after the round; None where it has none."""


class SettledFile(Struct, frozen=True, kw_only=True):
    """A round file, settled."""

    sheet: str
    rounds: tuple[SettledRound, ...]

    @property
    def lines(self) -> tuple[SettledLine, ...]:
        """The lines of all rounds."""
        return tuple(line for one in self.rounds for line in one.lines)

    @property
    def players(self) -> dict[str, Decimal]:
        """The sum of net for each player over all rounds."""
        sums: dict[str, Decimal] = {}
        for line in self.lines:
            sums[line.player] = sums.get(line.player, Decimal(0)) + line.net
        return sums


def settle(source: Path | str | dict[str, Any], game: Game | None = None) -> SettledFile:
    """Settle the rounds of a file.

    ``source`` is a path, the text of a file (it has line breaks), or its data as a dictionary. ``game`` is
    another text of the sheet that the file names. Raises :class:`~pitboss.FileFault` for a file that cannot
    be read and :class:`~pitboss.FileFailed` at a step that the sheet does not allow.
    """
    file = read(source, game)
    return SettledFile(
        sheet=file.table.sheet,
        rounds=tuple(_of(played) for played in play(file, game)),
    )


def read(source: Path | str | dict[str, Any], game: Game | None = None) -> RoundFile:
    """The content of a round file, from wherever it comes."""
    data = source if isinstance(source, dict) else parse_toml(_text(source))
    return parse_round_file(data, game)


def settled_round(settlement: Settlement) -> SettledRound:
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
        jackpot=dollars(int(moves.after)) if moves else None,
    )


def _of(played: PlayedRound) -> SettledRound:
    return settled_round(played.settlement)


def _text(source: Path | str) -> str:
    return source if isinstance(source, str) and "\n" in source else read_text(source)
