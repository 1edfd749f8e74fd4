"""``pitboss rerun``: the past rounds that another sheet or reading would pay differently."""

import json
import re
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.cli.journals import consistent_record, open_read_only
from pitboss.cli.named_sheets import sheet_named
from pitboss.cli.progress import progress
from pitboss.cli.text import CommandFailed, gain, paragraph, table
from pitboss.floor.rulebook import Rulebook
from pitboss.floor.tables.past_rounds import PastRound
from pitboss.money import format_cents
from pitboss.plural import counted
from pitboss.replay.entries import walk
from pitboss.replay.rerun import OtherGame, Rerun, SheetChoice, rerun
from pitboss.sheets import Game, SheetFault, read_folder
from pitboss.sheets.loader import with_readings
from pitboss.sheets.readings import Readings, options
from pitboss.store import Journal

_MOST_ROWS = 200
_DAYS = re.compile(r"(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?", re.ASCII)
Totals = dict[str, tuple[int, int]]


def run(options: Namespace) -> int:
    """Settle past rounds again; exit 0 if nothing differs, 1 if something does, 2 for a bad request."""
    choices = _choices(options.reading or [])
    days = _days(options.day)
    sheet = _sheet(options.sheet, choices) if options.sheet else None
    if sheet is None and not choices:
        raise CommandFailed("name what to settle by: --sheet, --reading or both")
    with open_read_only(options.url, options.archive) as journal, consistent_record():
        found = _rerun(journal, sheet, choices, options.table, days)
    if options.json:
        print(json.dumps(_rerun_json(found)))
    else:
        _print(found)
    return 1 if any(one.changes or one.failed for one in found) else 0


def _choices(given: list[str]) -> dict[str, str]:
    found = {}
    for text in given:
        name, sign, choice = text.partition("=")
        if not sign or name not in Readings.__struct_fields__:
            known = ", ".join(Readings.__struct_fields__)
            raise CommandFailed(f"{text!r} is no reading: write name=choice; the names are {known}")
        if choice not in options(name):
            raise CommandFailed(f"{choice!r} is no choice of {name}: {' or '.join(options(name))}")
        found[name] = choice
    return found


def _days(text: str | None) -> tuple[date, date]:
    if text is None:
        return date.min, date.max
    parts = _DAYS.fullmatch(text)
    try:
        if parts is None:
            raise ValueError
        first, last = date.fromisoformat(parts[1]), date.fromisoformat(parts[2] or parts[1])
    except ValueError:
        raise CommandFailed(
            f"{text!r} is no gaming day or days: write 2025-03-10 or 2025-03-10..2025-03-16"
        ) from None
    if last < first:
        raise CommandFailed(f"{text!r} ends before it begins")
    return first, last


def _sheet(name: str, choices: dict[str, str]) -> Game:
    try:
        game = read_folder(Path(name)) if Path(name).is_dir() else sheet_named(name)
        return with_readings(game, choices)
    except SheetFault as fault:
        raise CommandFailed(f"{name}: {fault}") from None


def _rerun(
    journal: Journal, sheet: Game | None, choices: dict[str, str], table: str | None, days: tuple[date, date]
) -> list[Rerun]:
    if table is not None and journal.head(f"table/{table}") is None:
        raise CommandFailed(f"table {table} is not in this journal")
    choose = _chooser(Rulebook(journal), sheet, choices)

    def wanted(past: PastRound) -> bool:
        return table in (None, past.table) and days[0] <= past.began.day <= days[1]

    with progress("Settling again", journal.last_position()) as advance:
        return list(rerun(walk(journal, journal.archived(), advance, heads=True), choose, wanted))


def _chooser(rulebook: Rulebook, sheet: Game | None, choices: dict[str, str]) -> SheetChoice:
    @cache
    def changed(recorded: str) -> Game:
        return with_readings(rulebook.by_hash[recorded], choices)

    def choose(past: PastRound) -> tuple[Game, Game]:
        recorded = past.round.hashes.sheet
        try:
            return rulebook.by_hash[recorded], sheet or changed(recorded)
        except SheetFault as fault:
            raise OtherGame(str(fault)) from None

    return choose


def _print(found: list[Rerun]) -> None:
    settled = [one for one in found if one.now]
    differ = [one for one in settled if one.changes]
    print(f"{counted(len(settled), 'round')} settled again, {len(differ)} would have paid differently.\n")
    rows = [
        (
            one.round,
            str(change.box),
            change.player,
            change.bet.replace("_", " "),
            gain(change.then),
            gain(change.now),
            gain(change.now - change.then),
            f"{' '.join(change.then_clauses) or 'no line'} → {' '.join(change.now_clauses) or 'no line'}",
        )
        for one in differ
        for change in one.changes
    ]
    headers = ("round", "box", "player", "bet", "then", "now", "difference", "clauses")
    if rows:
        print(table(headers, rows[:_MOST_ROWS], right="box then now difference"))
        if len(rows) > _MOST_ROWS:
            print(f"… and {len(rows) - _MOST_ROWS} more; --json prints all of them.")
        print()
        for name, totals in (("bet", _by_bet(settled)), ("player", _by_player(settled))):
            _print_totals(name, totals)
    _print_others("could not be settled again", (one.failed for one in found if one.failed))
    _print_others("left out", (one.left_out for one in found if one.left_out))


def _print_totals(name: str, totals: Totals) -> None:
    rows = [
        (key.replace("_", " "), gain(then), gain(now), gain(now - then))
        for key, (then, now) in totals.items()
        if then != now
    ]
    print((table((name, "then", "now", "difference"), rows, right="then now difference") or "") + "\n")


def _print_others(what: str, reasons: Iterable[str]) -> None:
    for reason, count in Counter(reasons).most_common():
        print(paragraph(f"{counted(count, 'round')} {what}: {reason}."))


def _by_bet(found: list[Rerun]) -> Totals:
    return _totals((line.bet, line.net, now) for one in found for line, now in _lines(one))


def _by_player(found: list[Rerun]) -> Totals:
    return _totals((line.player, line.net, now) for one in found for line, now in _lines(one))


def _lines(one: Rerun) -> list[tuple[Any, bool]]:
    """Every settlement line, with whether it is of the new settlement."""
    then = one.then.lines if one.then else ()
    now = one.now.lines if one.now else ()
    return [*((line, False) for line in then), *((line, True) for line in now)]


def _totals(parts: Iterable[tuple[str, int, bool]]) -> Totals:
    found: Totals = {}
    for key, net, is_new in parts:
        then, now = found.get(key, (0, 0))
        found[key] = (then, now + net) if is_new else (then + net, now)
    return dict(sorted(found.items()))


def _rerun_json(found: list[Rerun]) -> dict[str, Any]:
    settled = [one for one in found if one.now]
    return {
        "settled_again": len(settled),
        "differ": [
            {
                "round": one.round,
                "day": one.day.isoformat(),
                "sheet": one.sheet,
                "lines": [
                    {
                        "box": change.box,
                        "player": change.player,
                        "bet": change.bet,
                        "then": format_cents(change.then),
                        "now": format_cents(change.now),
                        "then_clauses": list(change.then_clauses),
                        "now_clauses": list(change.now_clauses),
                    }
                    for change in one.changes
                ],
            }
            for one in settled
            if one.changes
        ],
        "totals": {
            "bet": _totals_json(_by_bet(settled)),
            "player": _totals_json(_by_player(settled)),
        },
        "failed": {one.round: one.failed for one in found if one.failed},
        "left_out": {one.round: one.left_out for one in found if one.left_out},
    }


def _totals_json(totals: Totals) -> dict[str, dict[str, str]]:
    return {
        key: {"then": format_cents(then), "now": format_cents(now)}
        for key, (then, now) in totals.items()
        if then != now
    }
