"""Played rounds as JSON values, in the shape of the contract of ``pitboss settle --json``."""

from collections.abc import Iterable
from typing import Any

from pitboss.build import build_hash
from pitboss.money import format_cents, format_exact
from pitboss.reason import Reason, because
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
from pitboss.words import say


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
            "build": build_hash(),
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
    told = [say(note) for event in events if (note := _note(event))]
    return [*told, *map(str, noted)]


def _note(event: Event) -> Reason | None:
    match event:
        case IrregularityReported(report, by):
            return because(
                "note.reported",
                clause=report.clause,
                boxes=report.boxes,
                players=(report.player,) if report.player else (),
                role=by,
                reasons=(report.reason,) if report.reason else (),
            )
        case BetRuled(box, ruled):
            return because(
                "note.ruled",
                player=ruled.player,
                bet=ruled.bet,
                box=box,
                way=ruled.way,
                amount=ruled.amount,
                clauses=ruled.clauses,
            )
        case PlayInterrupted(established, clauses):
            code = "note.interrupted" if established else "note.interrupted_open"
            return because(code, clauses=clauses)
        case OptionChosen(box=box, way=way, clauses=clauses):
            return because("note.chosen", box=box, way=way, clauses=clauses)
        case HandViewed(box, by, clauses):
            return because("note.viewed", box=box, role=by, clauses=clauses)
        case JackpotHandNotified(box, clauses):
            return because("note.notified", box=box, clauses=clauses)
        case NoHandAnnounced(clauses):
            return because("note.no_hand", clauses=clauses)
        case RestrictionLifted(clauses=clauses, by=by, reason=reason):
            return because("note.lifted", clauses=clauses, role=by, reasons=(reason,) if reason else ())
        case PlayerLeft(player, _, clauses, True):
            return because("note.left", player=player, clauses=clauses)
        case _:
            return None


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
