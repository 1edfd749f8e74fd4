"""What ``pitboss settle --json`` prints: the contract's own shape, as plain data."""

from typing import Any

from pitboss.money import format_cents, format_exact
from pitboss.records.round_file import FileFault
from pitboss.records.runner import FileFailed, PlayedRound
from pitboss.round.events import PlayerLeft
from pitboss.settlement import JackpotMoves, Line


def as_data(rounds: tuple[PlayedRound, ...]) -> dict[str, Any]:
    """Every round with its lines, players, jackpot and refused steps."""
    return {"rounds": [_round(played) for played in rounds]}


def fault_as_data(fault: FileFault | FileFailed) -> dict[str, Any]:
    """The error object of a file that cannot be read or played."""
    error: dict[str, Any] = {}
    if fault.round is not None:
        error["round"] = fault.round
    if fault.step is not None:
        error["step"] = fault.step
    if isinstance(fault, FileFailed):
        error["clauses"] = list(fault.clauses)
    error["message"] = fault.message
    return {"error": error}


def _round(played: PlayedRound) -> dict[str, Any]:
    settlement = played.settlement
    return {
        "sheet": played.sheet,
        "outcome": settlement.outcome,
        "lines": [_line(line) for line in settlement.lines],
        "players": {name: format_cents(net) for name, net in settlement.players().items()},
        "jackpot": _jackpot(settlement.jackpot),
        "refused": [
            {
                "step": refused.step,
                "clauses": list(refused.refusal.clauses),
                "message": refused.refusal.message,
            }
            for refused in played.refused
        ],
        "notes": notes(played),
        "hashes": {
            "build": played.hashes.build,
            "sheet": played.hashes.sheet,
            "readings": played.hashes.readings,
        },
    }


def notes(played: PlayedRound) -> list[str]:
    """What people must be told beside the lines."""
    return [
        f"{event.player} left after betting: his open decisions count as checks, and the shift manager "
        f"is told ({', '.join(event.clauses)})"
        for event in played.events
        if isinstance(event, PlayerLeft) and event.tell_shift_manager
    ]


def _line(line: Line) -> dict[str, Any]:
    return {
        "box": line.box,
        "player": line.player,
        "bet": line.bet,
        "stake": format_cents(line.stake),
        "result": line.result,
        "net": format_cents(line.net),
        "clauses": list(line.clauses),
        "why": line.why,
    }


def _jackpot(moves: JackpotMoves | None) -> dict[str, Any] | None:
    if moves is None:
        return None
    return {
        "before": format_exact(moves.before),
        "after": format_exact(moves.after),
        "payouts": [
            {
                "box": payout.box,
                "player": payout.player,
                "hand": payout.hand,
                "amount": format_cents(payout.amount),
            }
            for payout in moves.payouts
        ],
    }
