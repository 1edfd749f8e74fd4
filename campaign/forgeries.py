"""Forged records with all hashes recomputed, by attackers with or without the key and a witness.

What the events say is changed in every way that the tests know, and in some that no rule connects to anything
else. The table says who sees it: an audit by content, by the key, by the witness only, or nobody.
"""

import copy
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from msgspec import Struct

from campaign.databases import new_database
from campaign.judging import LEVELS, AtRest, AuditAnswer, audited
from campaign.result import AttackResult, Bench, Detection
from pitboss.store.checkpoint import KIND as CHECKPOINT
from pitboss.store.checkpoint_copies import add_to_file, read_file
from tests.audit.evening import KEY, evening
from tests.audit.tamper import Line, find, found, head_of, lines_of, recounted, write_anew
from tests.audit.test_tampering import CHANGES
from tests.store.quick import quick_journal

_NAME: Final = "forgeries"
_MUST: Final = "the audit with key and witness says so"
_OWN_KEY: Final = Ed25519PrivateKey.from_private_bytes(bytes(reversed(range(32))))
LineForgery = Callable[[list[Line]], int]


class Forger(Struct, frozen=True, kw_only=True):
    """What an attacker has to forge with."""

    name: str
    key: Ed25519PrivateKey | None
    witness: bool = True
    """Whether the audit has a witness that saw the true record."""
    tail: bool = False
    """Whether only what came after the last witnessed checkpoint is changed."""
    why: str = ""
    """Why their forgery cannot be noticed; empty if it can."""


_UNWITNESSED: Final = "no rule connects it to anything else, and no witness has seen it before"
FORGERS: Final = (
    Forger(name="without the key, signing with one of their own", key=_OWN_KEY),
    Forger(name="without the key, leaving the checkpoints out", key=None),
    Forger(name="with the key", key=KEY),
    Forger(name="with the key, since the last witnessed checkpoint", key=KEY, tail=True, why=_UNWITNESSED),
    Forger(name="with the key, and there is no witness", key=KEY, witness=False, why=_UNWITNESSED),
)


def attack(bench: Bench) -> Iterator[AttackResult]:
    """Every forger makes every change, on both databases."""
    true = _true_evening(bench)
    lines = lines_of(true.url)
    sound = {early: _verdicts(bench, true, early) for early in (False, True)}
    changes = [CHANGES[0], *UNCONNECTED[1:3]] if bench.quick else [*CHANGES, *UNCONNECTED]
    databases = ("SQLite",) if bench.quick else ("SQLite", "PostgreSQL")
    parts = [(database, forger) for database in databases for forger in FORGERS]
    for part, (database, forger) in enumerate(parts):
        for number, change in enumerate(changes):
            bench.done((part + number / len(changes)) / len(parts))
            if forger.tail and change not in UNCONNECTED:
                continue
            forged = copy.deepcopy(lines)
            # The lines of a part are those of the whole, so what is changed in it is changed.
            change(forged[next(found(forged, CHECKPOINT)) :] if forger.tail else forged)
            written = _written(bench, true, database, recounted(forged), forger)
            yield _judged(written, database, forger, change, sound[forger.tail])
            shutil.rmtree(written.folder)


def _true_evening(bench: Bench) -> AtRest:
    folder = bench.new_folder("evening")
    path = folder / "floor.db"
    with quick_journal(path) as journal:
        _, checkpoints = evening(journal)
    for checkpoint in checkpoints:
        add_to_file(folder / "floor.witness", checkpoint.note)
    key = folder / "floor.key"
    key.touch(mode=0o600)
    key.write_bytes(KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return AtRest(folder, str(path))


def _verdicts(bench: Bench, true: AtRest, early: bool) -> dict[Detection, AuditAnswer]:
    """What the audit says of the true record, also to a witness who has seen only its beginning."""
    folder = _keys_of(bench, true, early)
    return {level: audited(AtRest(folder, true.url), level) for level in LEVELS}


def _keys_of(bench: Bench, true: AtRest, early: bool) -> Path:
    """A folder with the key and the witness of the true record."""
    folder = bench.new_folder("forged")
    shutil.copy(true.folder / "floor.key", folder)
    notes = read_file(true.folder / "floor.witness")
    for note in notes[:1] if early else notes:
        add_to_file(folder / "floor.witness", note)
    return folder


def _written(bench: Bench, true: AtRest, database: str, lines: list[Line], forger: Forger) -> AtRest:
    folder = _keys_of(bench, true, forger.tail)
    url = str(folder / "floor.db") if database == "SQLite" else new_database(bench.postgres())
    write_anew(lines, url, forger.key)
    return AtRest(folder, url)


def _judged(
    written: AtRest, database: str, forger: Forger, change: LineForgery, sound: dict[Detection, AuditAnswer]
) -> AttackResult:
    """Who sees it, given as much as there is."""
    seen: Detection = "nobody"
    note = ""
    for level in LEVELS if forger.witness else LEVELS[:-1]:
        answer = audited(written, level)
        if answer.worse_than(sound[level]):
            seen, note = level, answer.said
            break
    missed = seen == "nobody" and not forger.why
    return AttackResult(
        attack=_NAME,
        database=database,
        name=f"{forger.name}: {change.__name__.replace('_', ' ')}",
        tried=1,
        must="what a rule connects is seen by content" if forger.why else _MUST,
        failures=("nobody notices",) if missed else (),
        noticed=seen,
        note=note if seen != "nobody" else forger.why,
    )


def a_player_by_another_name(lines: list[Line]) -> int:
    """Rename a player everywhere, as winner and as payee."""
    return _everywhere(lines, (('"ann"', '"zoe"'), (':ann"', ':zoe"'), ('/ann"', '/zoe"')))


def a_reason_in_other_words(lines: list[Line]) -> int:
    """Of a ruling on a past round."""
    return _everywhere(lines, (("the camera shows a push", "the player asked for it"),))


def an_approver_by_another_name(lines: list[Line]) -> int:
    """Who signed for a display that was put right."""
    corrected = find(lines, "DisplayCorrected")
    name = lines[corrected].data["approval"]["second"]["name"]
    return _everywhere(lines, ((f'"{name}"', '"Zed"'), (f'/{name}"', '/Zed"')))


def a_clock_an_hour_late(lines: list[Line]) -> int:
    """Of one command and what follows from it."""
    place = head_of(lines, find(lines, "HandFolded"))
    for line in lines[place : place + 1 + lines[place].data["events"]]:
        line.recorded += 3_600_000_000
    return place


def another_build(lines: list[Line]) -> int:
    """Change the build hash in every command and round."""
    build = lines[find(lines, "RoundOpened")].data["hashes"]["build"]
    return _everywhere(lines, ((build, "0" * 64), (build[:16], "0" * 16)))


def a_losing_hand_for_another(lines: list[Line]) -> int:
    """Of a hand that was folded, in the command that dealt it and in what followed."""
    dealt = next(n for n in found(lines, "CardsDealt", to=2, cards=["3s", "5c", "8h"]))
    for data in (lines[dealt - 1].data["command"]["act"], lines[dealt].data):
        data["cards"] = ["3s", "5c", "7h"]
    return dealt


UNCONNECTED: Final[tuple[LineForgery, ...]] = (
    a_player_by_another_name,
    a_reason_in_other_words,
    an_approver_by_another_name,
    a_clock_an_hour_late,
    another_build,
    a_losing_hand_for_another,
)
"""What no rule connects to anything else."""


def _everywhere(lines: list[Line], texts: tuple[tuple[str, str], ...]) -> int:
    """Put one text for another in all that is said; the first line that changes is told."""
    first = -1
    for place, line in enumerate(lines):
        before = after = msgspec.json.encode(line.data).decode()
        for old, new in texts:
            after = after.replace(old, new)
        if after != before:
            line.data = _decoded(after)
            first = place if first < 0 else first
    assert first >= 0, texts
    return first


def _decoded(text: str) -> Any:
    return msgspec.json.decode(text)
