"""``pitboss settle``: settle the rounds of a file, line by line with clauses and reasons."""

import json
import sys
from argparse import Namespace
from typing import Any

from pitboss.cli.named_sheets import take_sheet_beside
from pitboss.cli.text import exact, gain, money, paragraph, table
from pitboss.records import FileFailed, FileFault, PlayedRound, RoundFile, play, read_round_file
from pitboss.records.rounds_json import fault_json, notes, rounds_json
from pitboss.records.steps import format_step
from pitboss.round.words import title_of
from pitboss.sheets import Game, load
from pitboss.sheets.explanation import begun

_FAILED, _UNREADABLE = 1, 2


def run(options: Namespace) -> int:
    """Settle each file; the exit status is the highest of all."""
    return max(_settle(file, options.json, len(options.files) > 1) for file in options.files)


def _settle(file: str, as_json: bool, several: bool) -> int:
    fault: FileFault | FileFailed
    told = None
    take_sheet_beside(file)
    try:
        told = read_round_file(file)
        for note in told.notes:
            print(f"note: {file}: {note}", file=sys.stderr)
        rounds = play(told, with_readings=True)
    except FileFault as found:
        fault, status = found, _UNREADABLE
    except FileFailed as found:
        fault, status = found, _FAILED
    else:
        if as_json:
            _print_json(rounds_json(rounds), file, several)
        else:
            _print_rounds(rounds, file if several else "")
        return 0
    if as_json:
        _print_json(fault_json(fault), file, several)
    else:
        print(_sentence(fault, file, told), file=sys.stderr)
    return status


def _print_json(data: dict[str, Any], file: str, several: bool) -> None:
    print(json.dumps({"file": file, **data} if several else data))


def _sentence(fault: FileFault | FileFailed, file: str, told: RoundFile | None) -> str:
    where = file
    if fault.round is not None:
        where += f", round {fault.round}"
    if fault.step is not None:
        where += f", step {fault.step}"
    if told and fault.round and fault.step:
        where += f' "{format_step(told.rounds[fault.round - 1][fault.step - 1].command)}"'
    clauses = f" ({', '.join(fault.clauses)})" if isinstance(fault, FileFailed) and fault.clauses else ""
    return f"{where}: {fault.message}{clauses}"


def _print_rounds(rounds: tuple[PlayedRound, ...], file: str) -> None:
    if file:
        print(f"{file}\n")
    for number, played in enumerate(rounds, 1):
        identity = load(played.sheet).sheet.identity
        which = f"round {number} of {len(rounds)}: " if len(rounds) > 1 else ""
        print(f"{identity.in_full}, {which}{played.settlement.outcome}\n")
        print_settlement(played, load(played.sheet))


def print_settlement(played: PlayedRound, game: Game | None) -> None:
    """Print the lines of one round with its sheet's titles, the players' totals and the jackpot's moves."""
    settlement = played.settlement
    rows = [
        (
            str(line.box),
            line.player,
            title_of(game, line.bet),
            money(line.stake),
            line.result,
            gain(line.net),
            " ".join(line.clauses),
            line.why,
        )
        for line in settlement.lines
    ]
    headers = ("box", "player", "bet", "stake", "result", "net", "clauses", "why")
    print(table(headers, rows, right="box stake net") or "No bets.")
    players = "   ".join(f"{name} {gain(net)}" for name, net in settlement.players().items())
    if players:
        print(f"\n{players}")
    if settlement.jackpot:
        moves = settlement.jackpot
        added = f" and {exact(moves.added)} from bets" if moves.added else ""
        print(f"Jackpot {exact(moves.before)}{added}, afterwards {exact(moves.after)}")
        for payout in settlement.jackpot.payouts:
            print(f"  paid {money(payout.amount)} to {payout.player}, box {payout.box}: {payout.hand}")
    for note in notes(played):
        print(paragraph(f"{note}."))
    for reading in played.readings or ():
        others = "; or ".join(map(begun, reading.others))
        print(paragraph(f"{reading.question} {reading.taken} ({', '.join(reading.clauses)})."))
        print(paragraph(f"It could also be read so: {others}.", "  "))
    for refused in played.refused:
        cited = ", ".join(refused.refusal.clauses)
        print(
            paragraph(
                f"Step {refused.step} is refused, as the file expects: {refused.refusal.message} ({cited})"
            )
        )
    print()
