"""The signed page of a round: written by ``replay --dispute``, checked by ``replay --check``."""

import json
from argparse import Namespace
from pathlib import Path

from pitboss.cli.settle import print_settlement
from pitboss.cli.text import CommandFailed, fail, paragraph
from pitboss.replay.dispute.check import CheckedPage, Trusted, check_page
from pitboss.replay.dispute.document import Document, DocumentFault, parse_page
from pitboss.replay.dispute.make import make_page
from pitboss.replay.replay import Replay
from pitboss.replay.replay_json import played, settlement_data
from pitboss.replay.round_file import RoundFileResult
from pitboss.sheets import load, sheet_ids
from pitboss.store import Journal
from pitboss.store.checkpoint_copies import read_file
from pitboss.store.errors import BadKey, BadWitness
from pitboss.store.keys import load_key, public_key
from pitboss.tlog.note import BadNote, parse_note_key

_LARGEST = 64 << 20
"""The size limit of a page in bytes, far above that of any real page."""
_OPEN_POINTS = (
    "Whose key it is: name the one that the house has given out with --key, or use --against or --witness.",
    "That what was recorded is what happened at the table.",
    "That no ruling on the round was recorded after the next one began, besides those on the page.",
    "What other tables added to the jackpot: of their events the page holds only hashes.",
    "When it happened: times are those of the house's clock.",
)


def make(journal: Journal, shown: Replay, told: RoundFileResult, key: Path) -> tuple[str, bool]:
    """A signed page about a round, and whether a checkpoint covers the round."""
    try:
        page = make_page(journal, shown, told, load_key(key))
        return page, parse_page(page).record.proof.note is not None
    except OSError as fault:
        raise CommandFailed(f"the key {key} cannot be read: {fault.strerror}") from None
    except BadKey as fault:
        raise CommandFailed(str(fault)) from None


def check(options: Namespace) -> int:
    """Print what a page proves; exit 0 if all of it holds, 1 if not, 2 if it is no such page."""
    try:
        trusted = Trusted(
            keys=tuple(public_key(named) for named in options.key),
            witnesses=tuple(parse_note_key(named) for named in options.witness),
            kept=read_file(Path(options.against)) if options.against else None,
        )
        document = _read(Path(options.check))
    except (DocumentFault, BadWitness, BadKey, BadNote) as fault:
        return fail(str(fault))
    checked = check_page(document, trusted)
    if options.json:
        _print_json(document, checked)
    else:
        _print(document, checked)
    return 0 if checked.sound else 1


def _read(path: Path) -> Document:
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except OSError as fault:
        raise DocumentFault(f"{path} cannot be read: {fault.strerror}") from None
    if len(content) > _LARGEST:
        raise DocumentFault(f"{path} is too large for a signed page of a round")
    try:
        return parse_page(content.decode())
    except UnicodeDecodeError:
        raise DocumentFault(f"{path} is no text in UTF-8: that is no signed page of a round") from None


def _print_json(document: Document, checked: CheckedPage) -> None:
    told = {
        "round": document.record.replay.get("round"),
        "sound": checked.sound,
        "findings": [{"holds": finding.holds, "text": finding.text} for finding in checked.findings],
        "not_proved": _OPEN_POINTS,
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
    for text in _OPEN_POINTS:
        print(paragraph(text, "  "))
    holds = "All that could be checked holds." if checked.sound else "The page is not what the house signed."
    print(f"\n{holds}")
