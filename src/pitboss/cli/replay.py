"""``pitboss replay``: a round of the record step by step, as a round file, or as a signed page."""

import re
import sys
from argparse import Namespace
from pathlib import Path

import msgspec

from pitboss.cli.journals import consistent_record, open_read_only, seal_key
from pitboss.cli.progress import progress
from pitboss.cli.settle import print_settlement
from pitboss.cli.text import CommandFailed, exact, fail, gain, money, paragraph, table
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.floor.tables.past_rounds import PastRound
from pitboss.ledger.accounts import account_said
from pitboss.reason import Unreadable, at, because
from pitboss.replay.replay import Moment, Replay, find, replay
from pitboss.replay.replay_json import clock_time, played, replay_data
from pitboss.replay.round_file import RoundFileResult, as_round_file
from pitboss.round.events import SettlementAdjusted
from pitboss.round.words import title_of
from pitboss.sheets.export import write_sheet
from pitboss.store import Journal
from pitboss.store.snapshots import Snapshots
from pitboss.words import say
from pitboss.words.catalogue import ENGLISH, parse_language

_ROUND = re.compile(r"[!-~]{1,200}/[1-9]\d{0,8}", re.ASCII)


def run(options: Namespace) -> int:
    """Show a round, or check the page of one."""
    if options.check:
        if any((options.url, options.dispute, options.output, options.sheet_text, options.language)):
            return fail(because("command.check_alone"))
        from pitboss.cli.dispute import check

        return check(options)
    if not options.url or not options.round:
        return fail(because("command.which_round"))
    if not _ROUND.fullmatch(options.round):
        return fail(because("command.no_round", given=repr(options.round)))
    if len(options.key) != (1 if options.dispute else 0):
        return fail(because("command.dispute_key"))
    if options.language is not None:
        if not options.dispute:
            return fail(because("command.dispute_language"))
        try:
            parse_language(options.language)
        except Unreadable as fault:
            return fail(at("--language", fault.reason))
    seal = seal_key(options.seal)
    with open_read_only(options.url, options.archive) as journal, consistent_record():
        return _replay(journal, Snapshots(journal, seal), options)


def _replay(journal: Journal, snapshots: Snapshots, options: Namespace) -> int:
    found = _find(journal, options.round)
    shown = replay(journal, Rulebook(journal, snapshots), found)
    told = as_round_file(journal, shown)
    if options.output:
        _write(Path(options.output), told.text())
    text = write_sheet(shown.text, Path(options.sheet_text)) if options.sheet_text else None
    covered = True
    if options.dispute:
        from pitboss.cli.dispute import make

        page, covered = make(journal, shown, told, Path(options.key[0]), options.language or ENGLISH)
        _write(Path(options.dispute), page)
    if options.json:
        sys.stdout.write(msgspec.json.encode(replay_data(shown, told)).decode() + "\n")
    else:
        _print(shown)
        _print_files(options, told, covered)
        if text:
            print(f"\nSheet written: {text}; pitboss settle --sheets {text} settles by it")
    return 0


def _print_files(options: Namespace, told: RoundFileResult, covered: bool) -> None:
    if options.output:
        print(f"\nRound file written: {options.output}")
        for note in told.notes:
            print(paragraph(say(note), "  "))
    if options.dispute:
        print(f"\nSigned page written: {options.dispute}")
    if not covered:
        print(
            "No checkpoint covers the round yet: sign one with pitboss checkpoint, and make the page again."
        )


def _find(journal: Journal, name: str) -> PastRound:
    stream = f"table/{name.rpartition('/')[0]}"
    head = journal.head(stream)
    with progress(f"Looking for {name}", head.version if head else 0) as advance:
        found = find(journal, name, advance)
    if found is None:
        code = "command.round_missing" if head else "command.table_missing"
        where = "archived" if journal.archived() else "here"
        raise CommandFailed(because(code, table=name.rpartition("/")[0], round=name, where=where))
    return found


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise CommandFailed(because("command.exists", file=str(path))) from None
    except OSError as fault:
        raise CommandFailed(because("command.unwritten", file=str(path), given=fault.strerror)) from None


def _print(shown: Replay) -> None:
    past, identity = shown.past, shown.game.sheet.identity
    outcome = shown.settlement.outcome if shown.settlement else "under way"
    print(f"Round {past.id}: {identity.in_full}, {outcome}")
    linked = f", link {shown.link}" if shown.link else ""
    began = clock_time(past.entries[0].recorded.recorded, shown.game)
    day = f"gaming day {past.began.day}, {past.began.shift} shift{linked}"
    print(f"Began on {began:%Y-%m-%d at %H:%M:%S}; {day}\n")
    headers = ["position", "time", "who", "display", "what"]
    rows = [_row(moment, shown) for moment in shown.moments]
    if shown.displays is None:
        headers.remove("display")
        rows = [[*row[:3], row[4]] for row in rows]
    print(table(headers, rows, right="position display") + "\n")
    if found := played(past, shown.notes):
        print_settlement(found, shown.game)
    _print_money(shown)
    _print_record(shown)


def _row(moment: Moment, shown: Replay) -> list[str]:
    recorded = moment.first.recorded
    name = moment.who or shown.link or ""
    value = "" if moment.displayed is None else exact(moment.displayed)
    change = f" [{'+' if moment.change > 0 else ''}{exact(moment.change)}]" if moment.change else ""
    what = "; ".join((moment.what, *moment.follows)) + change
    time = clock_time(recorded.recorded, shown.game).strftime("%H:%M:%S")
    return [str(recorded.position), time, f"{name} ({moment.role})", value, what]


def _print_money(shown: Replay) -> None:
    for ruling in shown.rulings:
        for event in ruling.events:
            if isinstance(event, SettlementAdjusted):
                what = (
                    f"{gain(event.amount)} for {event.player}, box {event.box}, "
                    f"{title_of(shown.game, event.bet)}: {event.reason}"
                )
                print(paragraph(f"Ruling by {ruling.by.name}: {what} ({', '.join(event.clauses)})"))
    for slip in shown.slips:
        back = ", reversed" if slip.number in shown.reversed_slips else ""
        signed = " and ".join(person.name for person in slip.signatures)
        told = f"{money(slip.amount)} to {slip.player}, box {slip.box}, for {slip.hand}"
        share = f"{slip.percent} % of {exact(slip.value)}"
        print(paragraph(f"Slip {slip.number}{back}: {told}, {share}; signed by {signed}"))
    transfers = [
        (
            entry.id,
            say(account_said(entry.source)),
            say(account_said(entry.target)),
            exact(entry.amount),
            " ".join(entry.cited.clauses),
        )
        for entry in shown.transfers
    ]
    if transfers:
        print()
        print(table(("transfer", "from", "to", "amount", "clauses"), transfers, right="amount") + "\n")


def _print_record(shown: Replay) -> None:
    rows = [
        (str(r.position), f"{r.stream} {r.version}", r.kind, r.hash.hex())
        for moment in shown.moments
        for r in (entry.recorded for entry in moment.entries)
    ]
    print(table(("position", "in stream", "event", "SHA-256"), rows, right="position") + "\n")
    hashes = shown.past.round.hashes
    for name in ("build", "sheet", "readings"):
        print(f"{name:9}{getattr(hashes, name)}")
