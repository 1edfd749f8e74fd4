"""``pitboss verify``: play the round files of every sheet on this build, and account for all clauses."""

import hashlib
import sys
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from pitboss import __version__
from pitboss.build import build_hash
from pitboss.cli.named_sheets import folder_named, take_sheet_beside
from pitboss.cli.progress import progress
from pitboss.cli.text import fail, table
from pitboss.reason import at, because
from pitboss.records.expectations import check_data
from pitboss.records.proof import ProofFile, proof_files_in, proofs_by_clause, unproven
from pitboss.records.round_file import FileFault, parse_toml, read_text
from pitboss.sheets import Game
from pitboss.sheets.library import SheetFolder, library
from pitboss.sheets.register import PROVEN_KINDS
from pitboss.time_zones import at_the_clock


class SheetResult(Struct, frozen=True, kw_only=True):
    """The result of one sheet."""

    game: Game
    files: tuple[ProofFile, ...]
    faults: dict[str, list[str]]
    proofs: dict[str, list[str]]
    missing: list[str]

    @property
    def due(self) -> list[str]:
        """The clauses whose proof is missing and must be there; a draft may still lack it."""
        return [] if self.game.sheet.identity.draft else self.missing


def run(options: Namespace) -> int:
    """Verify all sheets, or the files given; exit 1 when something is not as expected."""
    sheets = [_sheet(name) for name in options.files]
    files = [name for name, sheet in zip(options.files, sheets, strict=True) if sheet is None]
    status = max((_verify_file(file) for file in files), default=0)
    if files and len(files) == len(sheets):
        return status
    results = [_verify(folder) for folder in sheets or library().folders() if folder]
    print(
        table(
            _HEADERS, [_summary(result) for result in results], right="rounds passed clauses settle enforce"
        )
    )
    clauses = sum(len(result.game.register) for result in results)
    missing = sum(len(result.missing) for result in results)
    print(f"\n{clauses - missing} of {clauses} clauses accounted for; build {build_hash()[:16]}")
    for result in results:
        for name, faults in result.faults.items():
            print(f"FAILED {result.game.sheet.id} {name}: {'; '.join(faults)}", file=sys.stderr)
        for clause in result.due:
            print(f"UNPROVEN {result.game.sheet.id} {clause}", file=sys.stderr)
    if options.report:
        try:
            Path(options.report).write_text(_report(results), encoding="utf-8")
        except OSError as fault:
            return fail(because("command.report_unwritten", file=options.report, given=fault.strerror))
        print(f"Report written to {options.report}")
    return 1 if any(result.due or result.faults for result in results) else status


_HEADERS: Final = ("sheet", "rounds", "passed", "clauses", "settle", "enforce", "proved", "by tests alone")


def _sheet(name: str) -> SheetFolder | None:
    """The sheet that a folder or a name stands for; None for a file."""
    path = Path(name)
    if path.is_file() or (path.suffix == ".toml" and not path.is_dir()):
        return None
    return folder_named(name)


def _verify_file(file: str) -> int:
    take_sheet_beside(file)
    try:
        faults = check_data(parse_toml(read_text(file)))
    except FileFault as unreadable:
        return fail(at(file, unreadable.reason))
    for fault in faults:
        print(f"{file}: {fault}", file=sys.stderr)
    if not faults:
        print(f"{file}: as expected")
    return 1 if faults else 0


def _verify(folder: SheetFolder) -> SheetResult:
    game = folder.game
    files = proof_files_in(folder.rounds)
    faults: dict[str, list[str]] = {}
    with progress(folder.id, len(files)) as advance:
        for number, file in enumerate(files, 1):
            if found := file.faults(game):
                faults[file.name] = found
            advance(number)
    proofs = proofs_by_clause([file for file in files if file.name not in faults])
    return SheetResult(game=game, files=files, faults=faults, proofs=proofs, missing=unproven(game, proofs))


def _summary(result: SheetResult) -> tuple[str, ...]:
    kinds = [entry.kind for entry in result.game.register.values()]
    needed = sum(1 for kind in kinds if kind in PROVEN_KINDS)
    return (
        f"{result.game.sheet.id}{' (draft)' if result.game.sheet.identity.draft else ''}",
        str(len(result.files)),
        str(len(result.files) - len(result.faults)),
        str(len(kinds)),
        str(kinds.count("settles")),
        str(kinds.count("enforces")),
        f"{needed - len(result.missing)} of {needed}",
        ", ".join(_by_tests(result)) or "none",
    )


def _by_tests(result: SheetResult) -> list[str]:
    """Clauses proved by tests alone, since no round of one table can; the test suite runs those."""
    register = result.game.register
    return [clause for clause, entry in register.items() if entry.tests and not result.proofs.get(clause)]


def _evidence(result: SheetResult) -> str:
    """SHA-256 over the names and contents of the round files."""
    digest = hashlib.sha256()
    for file in result.files:
        digest.update(file.path.name.encode() + b"\0" + file.path.read_bytes() + b"\0")
    return digest.hexdigest()


def _report(results: list[SheetResult]) -> str:
    zones = {result.game.sheet.identity.time_zone for result in results}
    now = at_the_clock(datetime.now(UTC), zones.pop() if len(zones) == 1 else "UTC", "%Y-%m-%d %H:%M:%S")
    lines = [
        "# Pitboss verification report",
        "",
        f"- Date: {now}",
        f"- Pitboss {__version__}, build SHA-256 `{build_hash()}`",
        "",
    ]
    for result in results:
        lines += _sheet_report(result)
    return "\n".join(lines) + "\n"


def _sheet_report(result: SheetResult) -> list[str]:
    game = result.game
    identity = game.sheet.identity
    passed = len(result.files) - len(result.faults)
    lines = [
        f"## {identity.called}, {identity.house}, version {identity.version}",
        "",
        f"- In force from {at_the_clock(identity.in_force_from, identity.time_zone)}",
        f"- Sheet SHA-256 `{game.hashes.sheet}`",
        f"- Readings SHA-256 `{game.hashes.readings}`",
        f"- Round files: {passed} of {len(result.files)} pass",
        f"- SHA-256 over the round files `{_evidence(result)}`",
        f"- Proved by tests alone, which this command does not run: {', '.join(_by_tests(result)) or 'none'}",
        f"- Clauses that settle or enforce and are not proved: {', '.join(result.missing) or 'none'}",
        "",
    ]
    lines += [f"- FAILED {name}: {'; '.join(faults)}" for name, faults in result.faults.items()]
    lines += ["", "Readings taken of what the sheet leaves open:", ""]
    for name, reading in game.sheet.readings.items():
        words = f"{name.replace('_', ' ')}: {reading.choice.replace('_', ' ')}"
        lines.append(f"- {words} ({', '.join(reading.clauses)}). {reading.gist}.")
    lines += ["", "| clause | honoured | in our words | proof |", "| --- | --- | --- | --- |"]
    for clause, entry in game.register.items():
        proof = [*result.proofs.get(clause, []), *entry.tests]
        lines.append(f"| {clause} | {entry.kind} | {entry.gist} | {', '.join(proof)} |")
    return [*lines, ""]
