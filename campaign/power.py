"""Power cuts: the server is killed, and of what was not yet flushed to the disk any sector may be gone.

A small library in front of the C library notes every write to the databases until its file is flushed. After
each kill some of the sectors that no flush has covered are put back as they were, and files that have grown
may be short again. PostgreSQL has the same done to it by kills of the postmaster: what a kill leaves in the
kernel's memory is there, so this attack is on SQLite, whose files are the servers' own to write.
"""

import asyncio
import os
import random
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct, structs

from campaign.floors import Disturb, Stage, disturbed, on_sqlite
from campaign.result import AttackResult, Bench
from pitboss.store.errors import JournalError
from pitboss.store.open import open_journal
from pitboss.store.verify import verify
from pitboss.witness.state import BadState, WitnessState
from tests.programs import ran, running
from tests.store.samples import recorded_commands
from tests.witness.signed_log import ORIGIN

_NAME: Final = "power"
_SECTOR: Final = 512
_HEAD: Final = struct.Struct("=QQQ")
_ROOT: Final = Path(__file__).parents[1]
_KEPT: Final = "every acknowledged command is there, and the log is whole"
_REMEMBERED: Final = "the witness knows every checkpoint that it has cosigned"
_FORGOTTEN: Final = "the witness has forgotten something, so that the attack is known to see it"
_CONTROL: Final = "commands are lost, so that the attack is known to see it"
_WRITER: Final = """
import sys
from pitboss.store.open import open_journal
from tests.store.quick import quick_journal
from tests.store.samples import sent, to
journal = {"open_journal": open_journal, "quick_journal": quick_journal}[sys.argv[2]](sys.argv[1])
number = 0
while True:
    journal.append([to("table/1", None, 3)], sent(f"c{number}"))
    print(number, flush=True)
    number += 1
"""
_COSIGNER: Final = """
import sys
from pathlib import Path
from pitboss.witness import state
from tests.witness.signed_log import SignedLog, make_cosigner
state._SYNCHRONOUS = sys.argv[2]
log = SignedLog(250)
cosigner = make_cosigner(Path(sys.argv[1]), log)
for size in range(250):
    assert cosigner.add_checkpoint(log.submission(size, size + 1)).status == 200
    print(size + 1, flush=True)
"""
_SOURCE: Final = Path(__file__).with_name("unsynced.c")


def attack(bench: Bench) -> Iterator[AttackResult]:
    """A writer and a witness, each with one that does not flush as a control, and a server under bots."""
    library = compiled(bench.new_folder(_NAME))
    if library is None:
        yield _result("power cuts", 0, _KEPT, (), "not tried: there is no C compiler")
        return
    rng = random.Random(16)
    cuts = 3 if bench.quick else 40
    flushed = [_writer_cut(bench.new_folder(_NAME), library, rng, "open_journal") for _ in range(cuts)]
    faults = tuple(fault for cut in flushed for fault in cut.faults)
    yield _result("power cuts of a writer", cuts, _KEPT, faults, _told(flushed))
    bench.done(0.2)
    hasty = [_writer_cut(bench.new_folder(_NAME), library, rng, "quick_journal") for _ in range(3)]
    blind = () if any(cut.faults for cut in hasty) else ("nothing was lost: the attack cannot tell",)
    yield _result("a control: a writer that never flushes", 3, _CONTROL, blind, _told(hasty))
    yield from _witnesses(bench, library, rng)
    if bench.quick:
        return
    bench.done(0.3)
    floor = on_sqlite(bench, _NAME, "power cuts of a server")
    back: list[int] = []
    disturb = _cut(floor.folder, back)
    preload = {"LD_PRELOAD": str(library)}
    found = disturbed(floor, disturb, seconds=bench.minutes * 45, servers=1, environments=[preload])
    yield structs.replace(found, note=f"{found.note}; {sum(back):,} sectors rolled back")


def _witnesses(bench: Bench, library: Path, rng: random.Random) -> Iterator[AttackResult]:
    """A witness, and one that does not flush as a control."""
    cuts = 2 if bench.quick else 40
    found = [_witness_cut(bench.new_folder(_NAME), library, rng, "EXTRA") for _ in range(cuts)]
    faults = tuple(fault for cut in found for fault in cut.faults)
    yield _result("power cuts of a witness", cuts, _REMEMBERED, faults, _told(found))
    hasty = [_witness_cut(bench.new_folder(_NAME), library, rng, "OFF") for _ in range(2)]
    blind = () if any(cut.faults for cut in hasty) else ("nothing was lost: the attack cannot tell",)
    yield _result("a control: a witness that never flushes", 2, _FORGOTTEN, blind, _told(hasty))


class WriterCut(Struct, frozen=True, kw_only=True):
    """What was left of a writer after a power cut."""

    acknowledged: int
    sectors: int
    faults: tuple[str, ...]


def _writer_cut(folder: Path, library: Path, rng: random.Random, how: str) -> WriterCut:
    """Let a process append for a moment, cut its power, and see what is left."""
    path = folder / "journal.db"
    lines, sectors = _until_cut(folder, library, rng, [_WRITER, str(path), how])
    return WriterCut(acknowledged=lines, sectors=sectors, faults=tuple(_faults(path, lines)))


def _until_cut(folder: Path, library: Path, rng: random.Random, program: list[str]) -> tuple[int, int]:
    """Run a program for a moment: how many lines it printed, and how many sectors then went back."""
    command = [sys.executable, "-c", *program]
    preloaded = {**os.environ, "LD_PRELOAD": str(library)}
    with running(command, stdout=subprocess.PIPE, env=preloaded, cwd=_ROOT) as writer:
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(rng.random() * 0.3)
        writer.kill()
        lines = (first + writer.stdout.read()).split(b"\n")[:-1]
    return len(lines), sum(roll_back(note, rng) for note in sorted(folder.glob("*.unsynced")))


def _witness_cut(folder: Path, library: Path, rng: random.Random, how: str) -> WriterCut:
    """Let a witness cosign for a moment, cut its power, and see what it remembers."""
    sizes, sectors = _until_cut(folder, library, rng, [_COSIGNER, str(folder), how])
    return WriterCut(acknowledged=sizes, sectors=sectors, faults=tuple(_forgotten(folder, sizes)))


def _forgotten(folder: Path, cosigned: int) -> Iterator[str]:
    """What a witness does not know any more; it counts its cosignatures by the size of the log."""
    try:
        with WitnessState(folder / "witness.db").reading() as records:
            held = records.held(ORIGIN)
    except BadState as error:
        yield str(error)
        return
    if held is None or held.size < cosigned:
        yield f"{cosigned} was cosigned, and the witness knows {held.size if held else 'nothing'}"


def _faults(path: Path, acknowledged: int) -> Iterator[str]:
    try:
        with open_journal(path) as journal:
            report = verify(journal)
        recorded = recorded_commands(str(path))
    except JournalError as error:
        yield str(error)
        return
    if report.fault:
        yield report.fault.message
    if lost := [number for number in range(acknowledged) if f"c{number}" not in recorded]:
        yield f"{len(lost)} of {acknowledged} acknowledged commands are not there"


def _told(cuts: list[WriterCut]) -> str:
    sectors = sum(cut.sectors for cut in cuts)
    return f"{sum(cut.acknowledged for cut in cuts):,} commands acknowledged, {sectors:,} sectors rolled back"


def _result(name: str, tried: int, must: str, failures: tuple[str, ...], note: str) -> AttackResult:
    return AttackResult(
        attack=_NAME, database="SQLite", name=name, tried=tried, must=must, failures=failures, note=note
    )


def compiled(folder: Path) -> Path | None:
    """The library that notes what is not flushed, made in a folder; none without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    library = folder / "unsynced.so"
    ran(compiler, "-shared", "-fPIC", "-O1", "-o", library, _SOURCE, "-ldl", "-lpthread")
    return library


def _cut(folder: Path, back: list[int]) -> Disturb:
    async def cut(stage: Stage) -> None:
        (server,) = stage.servers.all
        for _ in stage.until_over():
            await stage.pause(1.5)
            server.kill()
            back.append(sum(roll_back(note, stage.rng) for note in sorted(folder.glob("*.unsynced"))))
            server.start()
            await asyncio.to_thread(server.wait_until_ready)
            await stage.plays_on()

    return cut


def roll_back(note: Path, rng: random.Random) -> int:
    """Undo some of the writes that a note tells of, sector by sector; how many sectors went back."""
    path = note.with_suffix("")
    writes = list(_writes(note.read_bytes()))
    note.unlink()
    if not writes or not path.exists():
        return 0
    first: dict[int, bytes] = {}
    for offset, _, before in writes:
        for at in range(0, len(before), _SECTOR):
            first.setdefault(offset + at, before[at : at + _SECTOR])
    gone = [at for at in first if rng.random() < 0.5]
    size = writes[0][1]
    with path.open("r+b") as file:
        for at in gone:
            file.seek(at)
            file.write(first[at])
        if size < path.stat().st_size and rng.random() < 0.5:
            file.truncate(rng.randrange(size, path.stat().st_size + 1))
    return len(gone)


def _writes(text: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Offset, length of the file before, and what stood there; a note that breaks off ends before."""
    at = 0
    while at + _HEAD.size <= len(text):
        offset, length, size = _HEAD.unpack_from(text, at)
        at += _HEAD.size
        if at + length > len(text):
            return
        yield offset, size, text[at : at + length]
        at += length
