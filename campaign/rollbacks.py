"""Attacks by a person with the disk and every key, while a witness lives on another machine.

They put older copies back, cut, go on otherwise and write history anew, with all hashes and signatures right
again and the witness file beside the journal made to fit. A server that starts asks the witness; an audit has
the checkpoint that the witness holds.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from msgspec import structs

from campaign.databases import FloorCopy, RecordedFloor, kept_on_postgres, kept_on_sqlite
from campaign.insider import cut, emptied
from campaign.judging import audited
from campaign.result import AttackResult, Bench, Detection
from campaign.sample import play_floor
from pitboss.access import commands as ac
from pitboss.access.roles import SYSTEM
from pitboss.commands.record import Order
from pitboss.floor import Floor
from pitboss.floor.log.witness_requests import GivenCosignature, WithheldCosignature, request_cosignature
from pitboss.server.site import open_site
from pitboss.store.checkpoint import (
    Checkpoint,
    checkpoints,
    last_checkpoint,
    make_checkpoint,
    read_checkpoint,
    record_cosignatures,
)
from pitboss.store.checkpoint_copies import add_to_file
from pitboss.store.errors import JournalError
from pitboss.store.keys import load_key
from pitboss.store.open import open_journal
from tests.api.witness_beside import WitnessBeside, log_key, witness_beside
from tests.store.by_sql import by_sql
from tests.store.test_verify import resign

_NAME: Final = "rollbacks"
_MUST: Final = "while a witness lives, the start or the audit says so"
_TAIL: Final = "no witness had cosigned what was cut off; the next checkpoint would have been minutes later"
Forgery = Callable[[FloorCopy, str], None]


def attack(bench: Bench) -> Iterator[AttackResult]:
    """Every forgery on both databases."""
    makes: list[Callable[[Path], RecordedFloor]] = [lambda folder: kept_on_sqlite(folder, play_floor)]
    if not bench.quick:
        makes.append(lambda folder: kept_on_postgres(folder, bench.postgres(), play_floor))
    for part, make in enumerate(makes):
        folder = bench.new_folder("kept")
        kept = make(folder)
        with witness_beside(folder, log_key(folder / "floor.key")) as witness:
            held = _cosigned(kept, witness)
            forgeries = list(FORGERIES.items())
            for number, (name, forgery) in enumerate(forgeries):
                bench.done((part + number / len(forgeries)) / len(makes))
                yield _judged(kept, witness, held, name, forgery)
            yield _two_servers(kept, witness)


def _cosigned(kept: RecordedFloor, witness: WitnessBeside) -> Checkpoint:
    """Have the newest checkpoint of the true record cosigned."""
    with open_journal(kept.url) as journal:
        newest = last_checkpoint(journal)
        assert newest is not None
        given = request_cosignature(journal, witness.named, newest, 0)
        assert isinstance(given, GivenCosignature), given
        record_cosignatures(journal, newest.size, [given.signature])
    return newest


def _judged(
    kept: RecordedFloor, witness: WitnessBeside, held: Checkpoint, name: str, forgery: Forgery
) -> AttackResult:
    with kept.copied() as copy:
        forgery(copy, "pitboss_" if kept.database == "PostgreSQL" else "")
        start = _started(copy, witness)
        file = copy.folder / "held"
        add_to_file(file, held.note)
        answer = audited(copy, "witness", file)
    seen: Detection = "witness" if start or answer.status in (1, 2) else "nobody"
    allowed = forgery in (_nothing, _newest_tail)
    failures = [f"nobody notices: {name}"] if seen == "nobody" and not allowed else []
    if forgery is _nothing and seen != "nobody":
        failures.append(f"the true record is refused: {start or answer.said}")
    if answer.crashed:
        failures.append(f"the audit ends with a traceback: {answer.said}")
    note = f"the start: {start or 'nothing'}; the audit: {answer.said or 'nothing'}"
    return AttackResult(
        attack=_NAME,
        database=kept.database,
        name=name,
        tried=1,
        must=_MUST if not allowed else "nothing else is refused",
        failures=tuple(failures),
        noticed=seen,
        note=_TAIL if forgery is _newest_tail and seen == "nobody" else note,
    )


def _started(copy: FloorCopy, witness: WitnessBeside) -> str:
    """Why a server that asks the witness does not start, if it does not."""
    try:
        open_site(structs.replace(copy.config, witnesses=(witness.named,)), copy.url).stop()
    except JournalError as refused:
        return str(refused)
    return ""


def _two_servers(kept: RecordedFloor, witness: WitnessBeside) -> AttackResult:
    """Both sign with the one key, on two copies that go on differently."""
    said: list[GivenCosignature | WithheldCosignature] = []
    for name in ("one", "two"):
        with kept.copied() as copy:
            _go_on(copy, name)
            with open_journal(copy.url) as journal:
                newest = last_checkpoint(journal)
                assert newest is not None
                said.append(request_cosignature(journal, witness.named, newest, 0))
    first, second = said
    refused = isinstance(second, WithheldCosignature) and second.is_conflict
    held = isinstance(first, GivenCosignature) and refused
    failures = [] if held else [f"the witness cosigned twice: {said}"]
    return AttackResult(
        attack=_NAME,
        database=kept.database,
        name="two servers with the one key go on differently from two copies",
        tried=1,
        must=_MUST,
        failures=tuple(failures),
        noticed="witness" if refused else "nobody",
        note=second.sentence if isinstance(second, WithheldCosignature) else "",
    )


def _nothing(copy: FloorCopy, prefix: str) -> None:
    """The control: the true record is served and audited."""


def _newest_tail(copy: FloorCopy, prefix: str) -> None:
    cut(copy, prefix, "signed")
    _fit_witness_file(copy)


def _older_copy(copy: FloorCopy, prefix: str) -> None:
    cut(copy, prefix, "signed first")
    copy.run(f"DELETE FROM {prefix}snapshots")
    _fit_witness_file(copy)


def _gone_on(copy: FloorCopy, prefix: str) -> None:
    _older_copy(copy, prefix)
    _go_on(copy, "otherwise", 400)


def _anew(copy: FloorCopy, prefix: str) -> None:
    """One command an hour later, which no rule connects to anything; every hash and signature made right."""
    copy.run(f"UPDATE {prefix}events SET recorded = recorded + 3600000000 WHERE append = 9")
    with open_journal(copy.url) as journal:
        url = copy.url if "//" in copy.url else f"sqlite:///{copy.url}"
        resign(journal, by_sql(url), load_key(copy.folder / "floor.key"))
    copy.run(f"DELETE FROM {prefix}snapshots")
    _fit_witness_file(copy)


def _nothing_left(copy: FloorCopy, prefix: str) -> None:
    """Only the keys; they are as new as those of a server that has never run."""
    emptied(copy, prefix)
    (copy.folder / "floor.witness").unlink()


def _go_on(copy: FloorCopy, name: str, appends: int = 3) -> None:
    """Something else happens, and is signed with the key."""
    with open_journal(copy.url) as journal:
        floor = Floor(journal)
        for number in range(appends):
            act = ac.MakeAccount(f"{name}-{number}", "staff")
            floor.execute(Order(command=ac.ManageAccount(account=act.name, act=act, reason="x"), by=SYSTEM))
        make_checkpoint(journal, load_key(copy.folder / "floor.key"))
    _fit_witness_file(copy)


def _fit_witness_file(copy: FloorCopy) -> None:
    """The file beside the journal holds what the journal does, and nothing else."""
    file = copy.folder / "floor.witness"
    file.unlink(missing_ok=True)
    with open_journal(copy.url, read_only=True) as journal:
        for event in checkpoints(journal):
            add_to_file(file, read_checkpoint(event).note)


FORGERIES: Final[dict[str, Forgery]] = {
    "nothing": _nothing,
    "what came after the last cosigned checkpoint cut off": _newest_tail,
    "an older copy of everything put back": _older_copy,
    "an older copy put back, and gone on from it until it is longer": _gone_on,
    "history written anew, with every hash and signature": _anew,
    "everything deleted but the keys": _nothing_left,
}
