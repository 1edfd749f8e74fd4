"""``pitboss rerun``: the past rounds that another sheet or reading would pay differently."""

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable
from typing import Any

from pitboss.cli.journals import consistent_record, open_read_only
from pitboss.cli.rerun_question import RerunQuestion, read_rerun_question
from pitboss.cli.text import CommandFailed, gain, paragraph, table
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.money import format_cents
from pitboss.plural import counted
from pitboss.reason import Reason, because, reason_of
from pitboss.replay.rerun import Rerun
from pitboss.store import Journal
from pitboss.words import say

_MOST_ROWS = 200
ThenAndNow = dict[str, tuple[int, int]]
"""What a bet or a player got in all, by the record and by the other sheet, in cents."""


def run(options: Namespace) -> int:
    """Settle past rounds again; exit 0 if nothing differs, 1 if something does, 2 for a bad request."""
    question = read_rerun_question(options)
    if options.workers is not None and options.dask is None:
        raise CommandFailed(because("command.workers"))
    with open_read_only(options.url, options.archive) as journal, consistent_record():
        if options.dask is None:
            found = question.rounds(journal, Rulebook(journal))
        else:
            found = _on_a_cluster(question, journal, options)
    if options.json:
        print(json.dumps(_rerun_json(found)))
    else:
        _print(found)
    return 1 if any(one.changes or one.failed for one in found) else 0


def _on_a_cluster(question: RerunQuestion, journal: Journal, options: Namespace) -> list[Rerun]:
    from pitboss.cli.job_executors import job_executor
    from pitboss.cli.rerun_shares import rerun_in_shares
    from pitboss.simulation.model import SimulationFault

    try:
        with job_executor(options) as executor:
            return rerun_in_shares(question, journal, options, executor)
    except SimulationFault as fault:
        raise CommandFailed(reason_of(fault)) from None


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


def _print_totals(name: str, totals: ThenAndNow) -> None:
    rows = [
        (key.replace("_", " "), gain(then), gain(now), gain(now - then))
        for key, (then, now) in totals.items()
        if then != now
    ]
    print((table((name, "then", "now", "difference"), rows, right="then now difference") or "") + "\n")


def _print_others(what: str, reasons: Iterable[Reason]) -> None:
    for told, count in Counter(map(say, reasons)).most_common():
        print(paragraph(f"{counted(count, 'round')} {what}: {told}."))


def _by_bet(found: list[Rerun]) -> ThenAndNow:
    return _totals((line.bet, line.net, now) for one in found for line, now in _lines(one))


def _by_player(found: list[Rerun]) -> ThenAndNow:
    return _totals((line.player, line.net, now) for one in found for line, now in _lines(one))


def _lines(one: Rerun) -> list[tuple[Any, bool]]:
    """Every settlement line, with whether it is of the new settlement."""
    then = one.then.lines if one.then else ()
    now = one.now.lines if one.now else ()
    return [*((line, False) for line in then), *((line, True) for line in now)]


def _totals(parts: Iterable[tuple[str, int, bool]]) -> ThenAndNow:
    found: ThenAndNow = {}
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
        "failed": {one.round: say(one.failed) for one in found if one.failed},
        "left_out": {one.round: say(one.left_out) for one in found if one.left_out},
    }


def _totals_json(totals: ThenAndNow) -> dict[str, dict[str, str]]:
    return {
        key: {"then": format_cents(then), "now": format_cents(now)}
        for key, (then, now) in totals.items()
        if then != now
    }
