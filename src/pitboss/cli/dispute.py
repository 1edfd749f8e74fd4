"""The signed page of a round: written by ``replay --dispute``, checked by ``replay --check``."""

import json
from argparse import Namespace
from pathlib import Path

import msgspec

from pitboss.cli.settle import print_settlement
from pitboss.cli.text import CommandFailed, fail, paragraph
from pitboss.reason import because
from pitboss.replay.dispute.check import CheckedPage, check_page
from pitboss.replay.dispute.document import Document, DocumentFault, Trusted, parse_page
from pitboss.replay.dispute.page import make_page
from pitboss.replay.replay import Replay
from pitboss.replay.replay_json import played, settlement_data
from pitboss.replay.round_file import RoundFileResult
from pitboss.sheets import load, sheet_ids
from pitboss.store import Journal
from pitboss.store.checkpoint_copies import read_file
from pitboss.store.errors import BadKey, BadWitness
from pitboss.store.keys import load_key, public_key
from pitboss.tlog.note import BadNote, parse_note_key
from pitboss.words import say

_LARGEST = 64 << 20
"""The size limit of a page in bytes, far above that of any real page."""
_FAILS, _NOT_PROVED = 1, 3
"""Exit statuses: something does not hold; nothing fails, but nobody whom the reader named vouches for it."""
_OPEN_POINTS = (
    because("open.table"),
    because("open.rulings"),
    because("open.tables"),
    because("open.clock"),
)


def make(
    journal: Journal, shown: Replay, told: RoundFileResult, key: Path, language: str
) -> tuple[str, bool]:
    """A signed page about a round, and whether a checkpoint covers the round."""
    try:
        page = make_page(journal, shown, told, load_key(key), language=language)
        return page, parse_page(page).record.proof.note is not None
    except OSError as fault:
        raise CommandFailed(because("command.key_unread", file=str(key), given=fault.strerror)) from None
    except BadKey as fault:
        raise CommandFailed(fault.reason) from None


def check(options: Namespace) -> int:
    """Print what a page proves; exit 0 only if something that the reader named vouches for all of it."""
    try:
        trusted = Trusted(
            keys=tuple(public_key(named) for named in options.key),
            witnesses=tuple(parse_note_key(named) for named in options.witness),
            kept=read_file(Path(options.against)) if options.against else None,
        )
        document = _read(Path(options.check))
    except (DocumentFault, BadWitness, BadKey, BadNote) as fault:
        return fail(fault.reason)
    checked = check_page(document, trusted)
    if options.json:
        _print_json(document, checked)
    else:
        _print(document, checked)
    if not checked.sound:
        return _FAILS
    return 0 if checked.proved else _NOT_PROVED


def _read(path: Path) -> Document:
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except OSError as fault:
        raise DocumentFault(because("document.no_file", file=str(path), given=str(fault.strerror))) from None
    if len(content) > _LARGEST:
        raise DocumentFault(because("document.large", file=str(path)))
    try:
        return parse_page(content.decode())
    except UnicodeDecodeError:
        raise DocumentFault(because("document.utf8", file=str(path))) from None


def _print_json(document: Document, checked: CheckedPage) -> None:
    told = {
        "round": document.record.replay.get("round"),
        "sound": checked.proved,
        "findings": [
            {"holds": each.holds, "text": each.text, "reason": msgspec.to_builtins(each.reason)}
            for each in checked.findings
        ],
        "missing": [finding.text for finding in checked.missing],
        "not_proved": [say(point) for point in _OPEN_POINTS],
        "settlement": settlement_data(checked.past) if checked.past else None,
    }
    print(json.dumps(told))


def _print(document: Document, checked: CheckedPage) -> None:
    print(f"Round {document.record.replay.get('round')}, page made {document.record.made}\n")
    if checked.past and (found := played(checked.past)):
        print("What its events record:\n")
        print_settlement(found, load(found.sheet) if found.sheet in sheet_ids() else None)
    marks = {True: "holds", False: "FAILS", None: "open"}
    for finding in checked.findings:
        print(paragraph(f"{marks[finding.holds]:6} {finding.text}", hanging=" " * 7))
    print("\nWhat no page can prove:")
    for point in _OPEN_POINTS:
        print(paragraph(say(point), "  "))
    print(f"\n{_verdict(checked)}")


def _verdict(checked: CheckedPage) -> str:
    if not checked.sound:
        return "THE PAGE IS NOT WHAT THE HOUSE RECORDED AND SIGNED."
    if checked.proved:
        return "The page is what the house recorded and signed."
    missing = "\n".join(paragraph(f"- {finding.text}", "  ", "  ") for finding in checked.missing)
    return f"NOT PROVED: nothing fails, but anybody could have made this page.\n{missing}"
