"""A replay as plain data, for ``--json`` and the dispute page."""

from datetime import datetime
from typing import Any

import msgspec

from pitboss.floor.tables.past_rounds import DecodedEvent, PastRound, round_events
from pitboss.jackpots.parts import Slip
from pitboss.ledger import Transfer
from pitboss.money import format_cents, format_exact
from pitboss.records.rounds_json import rounds_json
from pitboss.records.runner import PlayedRound
from pitboss.replay.replay import Moment, Replay
from pitboss.replay.round_file import RoundFileResult
from pitboss.round.notes import DealNote
from pitboss.sheets.game import Game
from pitboss.time_zones import journal_time, zone_or_utc
from pitboss.words import say
from pitboss.words.catalogue import ENGLISH


def replay_data(
    replay: Replay, told: RoundFileResult, *, with_events: bool = True, language: str = ENGLISH
) -> dict[str, Any]:
    """A replay as plain data, with its round file in a language.

    Without ``events``, each moment names the positions of its events only, and whether it is of the round;
    one of the link has its words as reasons too, because the events of other tables are not at hand.
    """
    past, identity = replay.past, replay.game.sheet.identity
    hashes = past.round.hashes
    return {
        "round": past.id,
        "table": past.table,
        "number": past.began.number,
        "day": past.began.day.isoformat(),
        "shift": past.began.shift,
        "operator": replay.operator,
        "link": replay.link,
        "sheet": {
            "id": replay.game.sheet.id,
            "title": identity.title,
            "house": identity.house,
            "version": identity.version,
        },
        "hashes": {"build": hashes.build, "sheet": hashes.sheet, "readings": hashes.readings},
        "moments": [_moment(moment, replay.game, with_events) for moment in replay.moments],
        "settlement": settlement_data(past),
        "notes": [str(note) for note in replay.notes],
        "rulings": [act.command for act in replay.rulings],
        "transfers": [_transfer(transfer) for transfer in replay.transfers],
        "slips": [_slip(slip, replay.reversed_slips) for slip in replay.slips],
        "round_file": {
            "text": told.text(language),
            "notes": [say(note, language) for note in told.notes],
            "same_lines": told.same_lines,
        },
    }


def played(past: PastRound, notes: tuple[DealNote, ...] = ()) -> PlayedRound | None:
    """The recorded round in the form of a played one; None while it is in play."""
    state = past.round
    if state.settlement is None:
        return None
    events = tuple(round_events(entry.event for entry in past.entries))
    return PlayedRound(
        sheet=state.table.sheet,
        settlement=state.settlement,
        refused=(),
        events=events,
        hashes=state.hashes,
        notes=notes,
    )


def settlement_data(past: PastRound) -> dict[str, Any] | None:
    """The settlement in the shape of ``pitboss settle --json``; None while the round is in play.

    Signed pages hold it, so it tells what the events record and nothing that a later build finds in them.
    """
    found = played(past)
    settled: dict[str, Any] | None = rounds_json((found,))["rounds"][0] if found else None
    return settled


def clock_time(recorded: int, game: Game) -> datetime:
    """When an event was recorded, by the clock of the sheet's house."""
    return journal_time(recorded, zone_or_utc(game.sheet.identity.time_zone))


def _moment(moment: Moment, game: Game, with_events: bool) -> dict[str, Any]:
    recorded = moment.first.recorded
    shown = None if moment.displayed is None else format_exact(moment.displayed)
    told: dict[str, Any] = {
        "position": recorded.position,
        "time": clock_time(recorded.recorded, game).isoformat(),
        "who": moment.who,
        "role": moment.role,
        "what": moment.what,
        "follows": list(moment.follows),
        "display": shown,
        "change": _signed(moment) if moment.change else None,
        "events": [_event(entry) if with_events else entry.recorded.position for entry in moment.entries],
    }
    if with_events:
        return told
    reasons = {} if moment.act else {"said": moment.said, "then": moment.then}
    return {**told, "own": moment.own, **reasons}


def _signed(moment: Moment) -> str:
    return ("-" if moment.change < 0 else "") + format_exact(abs(moment.change))


def _event(entry: DecodedEvent) -> dict[str, Any]:
    recorded = entry.recorded
    return {
        "position": recorded.position,
        "stream": recorded.stream,
        "version": recorded.version,
        "kind": recorded.kind,
        "schema": recorded.schema,
        "recorded": recorded.recorded,
        "data": msgspec.Raw(recorded.data),
        "hash": recorded.hash.hex(),
    }


def _transfer(transfer: Transfer) -> dict[str, Any]:
    return {
        "id": transfer.id,
        "source": transfer.source,
        "target": transfer.target,
        "amount": format_exact(transfer.amount),
        "sheet": transfer.cited.sheet,
        "clauses": list(transfer.cited.clauses),
        "day": transfer.day.isoformat(),
        "shift": transfer.shift,
        "why": transfer.why,
        "reverses": transfer.reverses,
    }


def _slip(slip: Slip, reversed_slips: tuple[int, ...]) -> dict[str, Any]:
    return {
        "number": slip.number,
        "claim": slip.claim,
        "box": slip.box,
        "player": slip.player,
        "hand": slip.hand,
        "percent": slip.percent,
        "value": format_exact(slip.value),
        "amount": format_cents(slip.amount),
        "means": slip.means,
        "prepared_by": [slip.prepared_by.name, slip.prepared_by.role],
        "signatures": [[person.name, person.role] for person in slip.signatures],
        "clauses": list(slip.cited.clauses),
        "reversed": slip.number in reversed_slips,
    }
