"""``pitboss sheets check``: every fault of a sheet's folder at once, and its rounds; no floor."""

import json
from pathlib import Path
from typing import Any, Final

from msgspec import structs

from pitboss.cli.sheet_files import examine_folder, zone_note
from pitboss.cli.text import fail, paragraph
from pitboss.plural import counted
from pitboss.reason import because
from pitboss.records.proof import proof_files_in
from pitboss.sheets import Game, SheetFault
from pitboss.sheets.checks import SHEET_FILE
from pitboss.sheets.drafts import NONE_YET, UNWRITTEN
from pitboss.sheets.examination import Examination
from pitboss.sheets.library import using

_MANY: Final = 4
"""Notes of one kind that are told in one sentence."""


def run_all(folder: Path, *, as_json: bool) -> int:
    """Check a folder, or each sheet of a folder of sheets; JSON is one line for each."""
    inner = sorted(path.parent for path in folder.glob(f"*/{SHEET_FILE}"))
    folders = inner if inner and not (folder / SHEET_FILE).exists() else [folder]
    return max(run(each, as_json=as_json) for each in folders)


def run(folder: Path, *, as_json: bool) -> int:
    """Check a folder; exit status 1 for a sheet that cannot be played or does not prove what it says."""
    if not folder.is_dir():
        return fail(because("command.no_sheet_folder", folder=str(folder)))
    found, game = examine_folder(folder)
    found = structs.replace(found, notes=(*found.notes, *zone_note(folder, found)))
    faults = [*found.faults, *_name_fault(folder, game)]
    rounds = _rounds(folder, game) if game and not faults else {}
    failed = {name: said for name, said in rounds.items() if said}
    if as_json:
        print(json.dumps(_json(folder, found, game, faults, rounds)))
    else:
        _print(folder, found, game, faults, rounds)
    return 1 if faults or failed else 0


def _name_fault(folder: Path, game: Game | None) -> list[SheetFault]:
    name = folder.resolve().name
    if game is None or name == game.sheet.id:
        return []
    return [SheetFault("id", because("library.folder_called", sheet=game.sheet.id, folder=name))]


def _rounds(folder: Path, game: Game) -> dict[str, list[str]]:
    """What is not as expected in each round file of the folder, by the test of ``pitboss verify``."""
    with using(folder):
        return {file.path.name: file.faults(game) for file in proof_files_in(folder / "rounds")}


def _print(
    folder: Path,
    found: Examination,
    game: Game | None,
    faults: list[SheetFault],
    rounds: dict[str, list[str]],
) -> None:
    for fault in faults:
        print(fault.located(folder))
    unnamed = [note for note in found.notes if note.reason == NONE_YET]
    for note in found.notes:
        if len(unnamed) < _MANY or note not in unnamed:
            print(f"note: {note.located(folder)}")
    if len(unnamed) >= _MANY:
        print(paragraph(f"note: {folder / SHEET_FILE}: {_without_clauses(unnamed)}", hanging="  "))
    failed = {name: said for name, said in rounds.items() if said}
    for name, said in failed.items():
        print(f"{folder / 'rounds' / name}: {'; '.join(said)}")
    if game is None or faults:
        print(f"{counted(len(faults), 'fault')} in {folder}: it cannot be played.")
        return
    sheet = game.sheet
    parts = [
        counted(len(sheet.bets), "bet"),
        counted(len(sheet.pays), "pay table"),
        counted(len(sheet.dealing), "dealing procedure"),
        f"{len(sheet.irregularities)} irregularit{'y' if len(sheet.irregularities) == 1 else 'ies'}",
        counted(sum(entry.gist != UNWRITTEN for entry in game.register.values()), "clause"),
        f"{len(rounds) - len(failed)} of {counted(len(rounds), 'round file')} as expected",
    ]
    what = "a draft that can be played, but on no floor" if sheet.identity.draft else "a sound sheet"
    if failed:
        what = "it can be played, but not all of its rounds are as expected"
    lacks = f", {counted(len(found.notes), 'note')}" if found.notes or sheet.identity.draft else ""
    print(f"{sheet.identity.in_full}: {what}: {', '.join(parts)}{lacks}.")


def _without_clauses(notes: list[SheetFault]) -> str:
    """One sentence on all places that name no clause yet, by the sections that they are in."""
    sections = dict.fromkeys(note.path.partition(".")[0] for note in notes)
    return (
        f"no clause is named yet at {len(notes)} places, in {', '.join(sections)}; "
        "--json lists each with its line"
    )


def _json(
    folder: Path,
    found: Examination,
    game: Game | None,
    faults: list[SheetFault],
    rounds: dict[str, list[str]],
) -> dict[str, Any]:
    return {
        "folder": str(folder),
        "sheet": game.sheet.id if game else None,
        "draft": game.sheet.identity.draft if game else None,
        "sound": not faults and not any(rounds.values()),
        "faults": [_entry(fault) for fault in faults],
        "notes": [_entry(note) for note in found.notes],
        "rounds": rounds,
    }


def _entry(fault: SheetFault) -> dict[str, Any]:
    return {
        "file": fault.file,
        "line": fault.line,
        "path": fault.path,
        "key": fault.key,
        "message": fault.message,
    }
