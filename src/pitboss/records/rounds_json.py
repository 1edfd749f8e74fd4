"""Played rounds as JSON values, in the shape of the contract of ``pitboss settle --json``."""

from collections.abc import Iterable
from typing import Any

from pitboss.money import format_cents, format_exact, grouped
from pitboss.people import role_in_words
from pitboss.records.round_file import FileFault
from pitboss.records.runner import FileFailed, PlayedRound
from pitboss.round.applied_readings import AppliedReading
from pitboss.round.events import (
    BetRuled,
    Event,
    HandViewed,
    IrregularityReported,
    JackpotHandNotified,
    NoHandAnnounced,
    OptionChosen,
    PlayerLeft,
    PlayInterrupted,
    RestrictionLifted,
)
from pitboss.round.notes import DealNote
from pitboss.settlement import JackpotMoves, Line


def rounds_json(rounds: tuple[PlayedRound, ...]) -> dict[str, Any]:
    """Every round with its lines, players, jackpot and refused steps."""
    return {"rounds": [_round(played) for played in rounds]}


def fault_json(fault: FileFault | FileFailed) -> dict[str, Any]:
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
    told: dict[str, Any] = {
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
    if played.draft:
        told["draft"] = True
    if played.readings is not None:
        told["readings"] = [_reading(reading) for reading in played.readings]
    return told


def notes(played: PlayedRound) -> list[str]:
    """Sentences about what was reported, ruled and chosen in a round, and what a supervisor wants to know."""
    return note_sentences(played.events, played.notes)


def note_sentences(events: Iterable[Event], noted: Iterable[DealNote]) -> list[str]:
    """Sentences about the events of a round, and what its steps prove against the procedure."""
    told = [note for event in events if (note := _note(event))]
    return [*told, *map(str, noted)]


def _note(event: Event) -> str:
    match event:
        case IrregularityReported(report, by):
            boxes = f" for box {', '.join(map(str, report.boxes))}" if report.boxes else ""
            boxes += f", {report.player}," if report.player else ""
            reason = f": {report.reason}" if report.reason else ""
            return f"{report.clause} is reported{boxes} and decided by the {by.replace('_', ' ')}{reason}"
        case BetRuled(box, ruled):
            amount = "" if ruled.way == "collect" else f" {grouped(ruled.amount)}"
            way = {"pay": "is paid", "collect": "is collected", "correct": "stands at"}[ruled.way]
            return f"{ruled.player}'s {ruled.bet} of box {box} {way}{amount} ({', '.join(ruled.clauses)})"
        case PlayInterrupted(established, clauses):
            state = "an outcome is established" if established else "no outcome is established"
            return f"Play is interrupted while {state} ({', '.join(clauses)})"
        case OptionChosen(box=box, way=way, clauses=clauses):
            chosen = "continue" if way == "continue" else "take every bet back"
            return f"Box {box} chooses to {chosen} ({', '.join(clauses)})"
        case HandViewed(box, by, clauses):
            return f"The hand of box {box} is viewed by the {role_in_words(by)} ({', '.join(clauses)})"
        case JackpotHandNotified(box, clauses):
            return f"The cards of box {box} stay face up for a jackpot payout ({', '.join(clauses)})"
        case NoHandAnnounced(clauses):
            return f'The Dealer announces "No hand" ({", ".join(clauses)})'
        case RestrictionLifted(clauses=clauses, by=by, reason=reason):
            why = f": {reason}" if reason else ""
            return f"{', '.join(clauses)} is lifted by the {role_in_words(by)}{why}"
        case PlayerLeft(player, _, clauses, True):
            told = "their open decisions count as checks, and the shift manager is told"
            return f"{player} left after betting: {told} ({', '.join(clauses)})"
        case _:
            return ""


def _reading(reading: AppliedReading) -> dict[str, Any]:
    return {
        "question": reading.question,
        "taken": reading.taken,
        "others": list(reading.others),
        "clauses": list(reading.clauses),
    }


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
