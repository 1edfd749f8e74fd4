"""``pitboss check-shuffle``: what an opening file proves about a shoe's cards, and to whom."""

import json
import sys
from argparse import Namespace
from typing import Any

from pitboss.cli.text import paragraph
from pitboss.reason import Unreadable, because
from pitboss.records import FileFailed, FileFault, play, read_round_file
from pitboss.records.rounds_json import fault_json
from pitboss.records.shuffle_proof import DrawnCard, ShuffleProof, Statement, cards_drawn, prove_shuffle
from pitboss.shoe.in_log import Logged
from pitboss.shoe.opening_file import OpeningFault, OpeningFile, read_openings
from pitboss.store.errors import BadKey
from pitboss.store.keys import public_key
from pitboss.tlog.note import BadNote, parse_note_key
from pitboss.words import say

_FAILS, _UNREADABLE, _NOT_VOUCHED = 1, 2, 3


def run(options: Namespace) -> int:
    """Exit 0 if the file proves what it claims, 1 if not, 2 if it cannot be read.

    Exit 3: nothing fails, but nothing that the reader named vouches for the commitment.
    """
    try:
        file = read_openings(options.file)
    except OpeningFault as fault:
        return _fault(options, options.file, FileFault(fault.reason))
    try:
        published = None if options.commitment is None else _root(options.commitment)
    except Unreadable as fault:
        return _fault(options, "--commitment", FileFault(fault.reason))
    try:
        drawn = _drawn(options)
    except (FileFault, FileFailed) as fault:
        return _fault(options, options.round or "--number", fault)
    try:
        keys = [public_key(named) for named in options.key]
        witnesses = [parse_note_key(named) for named in options.witness]
    except (BadKey, BadNote) as fault:
        return _fault(options, "--key, --witness", FileFault(fault.reason))
    proof = prove_shuffle(file, drawn, published, keys=keys, witnesses=witnesses)
    if options.json:
        print(json.dumps(_proof_json(file, proof)))
    else:
        _print_proof(file, proof)
    if not proof.holds:
        return _FAILS
    return 0 if proof.vouched else _NOT_VOUCHED


def _root(text: str) -> bytes:
    """Parse a commitment copied from a screen."""
    try:
        root = bytes.fromhex(text)
    except ValueError:
        root = b""
    if len(root) != 32:
        raise Unreadable(because("shuffle.commitment"))
    return root


def _drawn(options: Namespace) -> tuple[DrawnCard, ...] | None:
    if options.round is None:
        if options.number is not None:
            raise FileFault(because("shuffle.no_file"))
        return None
    rounds = play(read_round_file(options.round))
    number = options.number if options.number is not None or len(rounds) > 1 else 1
    if number is None:
        raise FileFault(because("shuffle.which_round", rounds=len(rounds)))
    if not 1 <= number <= len(rounds):
        raise FileFault(because("shuffle.no_round", number=number, rounds=len(rounds)))
    return cards_drawn(rounds[number - 1].events)


def _fault(options: Namespace, where: str, fault: FileFault | FileFailed) -> int:
    if options.json:
        print(json.dumps(fault_json(fault)))
    else:
        print(f"{where}: {fault.message}", file=sys.stderr)
    return _UNREADABLE if isinstance(fault, FileFault) else _FAILS


def _proof_json(file: OpeningFile, proof: ShuffleProof) -> dict[str, Any]:
    compared = proof.compared
    return {
        "shoe": file.commitment.shoe,
        "commitment": file.commitment.root.hex(),
        "proved": proof.proved,
        "fixed": {
            str(one.position): one.card for one in file.openings if one.position in proof.checked.fixed
        },
        "failed": list(proof.checked.failed),
        "doubled": {card: list(positions) for card, positions in proof.checked.doubled},
        "whole_deck": proof.checked.whole,
        "published": proof.published,
        "log": _log_json(proof),
        "round": None
        if compared is None
        else {name: list(getattr(compared, name)) for name in ("same", "other", "unnamed", "closed")},
        "statements": [
            {"proved": statement.proved, "to": say(statement.to), "says": say(statement.says)}
            for statement in proof.statements
        ],
    }


def _log_json(proof: ShuffleProof) -> dict[str, Any] | None:
    logged = proof.logged
    if logged is None:
        return None
    if not isinstance(logged, Logged):
        return {"proved": False, "why": logged.message}
    return {
        "proved": True,
        "origin": logged.origin,
        "append": logged.append,
        "size": logged.size,
        "recorded": logged.recorded.isoformat(),
        "key": logged.key.text(),
        "cosigned": {name: time.isoformat() for name, time in logged.cosigned},
    }


def _print_proof(file: OpeningFile, proof: ShuffleProof) -> None:
    print(f"Shoe {file.commitment.shoe}\nCommitment {file.commitment.root.hex(' ', 4)}\n")
    cards = " ".join(
        f"{one.position}:{one.card}" for one in sorted(file.openings, key=lambda one: one.position)
    )
    print(paragraph(f"Opened: {cards or 'nothing'}", hanging="  "))
    for heading in dict.fromkeys(map(_heading, sorted(proof.statements, key=lambda one: not one.proved))):
        print(f"\n{heading}")
        for statement in proof.statements:
            if _heading(statement) == heading:
                print(paragraph(f"- {say(statement.says)}", "  ", "  "))
    print(f"\n{_verdict(proof)}")


def _verdict(proof: ShuffleProof) -> str:
    if not proof.holds:
        return "THIS FILE DOES NOT PROVE ITS CARDS."
    if proof.vouched:
        return "What this file claims is proved."
    return paragraph(
        "NOT PROVED: nothing fails, but anybody could have made this file. Name the commitment that the "
        "table showed before the first bet with --commitment, or the key that the house has given out with "
        "--key."
    )


def _heading(statement: Statement) -> str:
    return f"Proved to {say(statement.to)}:" if statement.proved else "Not proved:"
