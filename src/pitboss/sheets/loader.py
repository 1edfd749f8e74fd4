"""Load sheets: from the package, or from any folder that holds ``sheet.toml`` and ``clauses.toml``."""

import hashlib
import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import structs

from pitboss.reason import because
from pitboss.sheets.checks import CLAUSES_FILE, SHEET_FILE, SheetFault
from pitboss.sheets.examination import Examination, examined
from pitboss.sheets.formats import FORMAT, Data, SheetText, lifted
from pitboss.sheets.game import Game, SheetHashes
from pitboss.sheets.places import line_of, lines_of
from pitboss.sheets.readings import take, taken_otherwise
from pitboss.toml_text import TomlFault, read_toml

SHEETS: Final = Path(__file__).parent


def is_named(game: Game, name: str) -> bool:
    """Whether a name is the id or the short name of a sheet, in whichever case it is written."""
    return name.lower() in (game.sheet.id, game.sheet.identity.short.lower())


def read_folder(folder: Path) -> Game:
    """Read and check a sheet and its register; raises :class:`SheetFault` with the path to a fault."""
    return read_texts(*texts_in(folder))


def texts_in(folder: Path) -> tuple[str, str]:
    """The texts of a sheet and of its register."""
    return _text(folder / SHEET_FILE), _text(folder / CLAUSES_FILE)


@lru_cache(16)
def read_texts(sheet_toml: str, clauses_toml: str, form: int = FORMAT) -> Game:
    """Check a sheet and its register of a format version; raises :class:`SheetFault` with the path."""
    found, game = examine(sheet_toml, clauses_toml, form)
    if game is None:
        raise found.faults[0]
    return game


def examine(sheet_toml: str, clauses_toml: str, form: int = FORMAT) -> tuple[Examination, Game | None]:
    """Examine a sheet and its register: every fault with its line, and the game if there is none."""
    texts = {SHEET_FILE: sheet_toml, CLAUSES_FILE: clauses_toml}
    try:
        written, form = data_of(SheetText(sheet_toml, clauses_toml, form))
        found = examined(*lifted(written, form))
    except SheetFault as fault:
        faults = tuple(wrong for name, text in texts.items() if (wrong := _toml_fault(text, name)))
        return Examination(None, {}, faults or (fault,), ()), None
    if found.faults or found.notes:
        lines = {name: lines_of(text) for name, text in texts.items()}
        found = structs.replace(
            found, faults=_located(found.faults, lines), notes=_located(found.notes, lines)
        )
    return found, None if found.faults else _game(found, written)


def _toml_fault(text: str, name: str) -> SheetFault | None:
    try:
        _toml(text, name)
    except SheetFault as fault:
        return fault
    return None


def _located(faults: Iterable[SheetFault], lines: dict[str, dict[str, int]]) -> tuple[SheetFault, ...]:
    return tuple(fault.at(line_of(lines[fault.file], _key_path(fault))) for fault in faults)


def _key_path(fault: SheetFault) -> str:
    """The path within the fault's file: in a register, clauses stand at the top and not under ``clauses``."""
    return fault.path.removeprefix("clauses.") if fault.file == CLAUSES_FILE else fault.path


def data_of(text: SheetText) -> tuple[Data, int]:
    """The data of a sheet and of its register as written, and their format version.

    A text that says its version itself, ``form = 1``, outlives the build that it was written for. The entry
    is no part of the data that is hashed.
    """
    sheet, clauses = _sources(text.sheet_toml, text.clauses_toml)
    form = sheet.pop("form", text.form)
    if type(form) is not int:
        raise SheetFault("form", because("form.whole"))
    return (sheet, clauses), form


def make_game(source: dict[str, Any], clauses: dict[str, Any], written: Data | None = None) -> Game:
    """Check the data of a sheet and of its register, and make a game of them.

    ``written`` is the data to hash, if it was upcast from an older format version.
    """
    found = examined(source, clauses)
    if found.faults:
        raise found.faults[0]
    return _game(found, written or (source, clauses))


def _game(found: Examination, written: Data) -> Game:
    sheet = found.sheet
    assert sheet is not None, "data without a fault is a sheet"
    taken = {name: reading["choice"] for name, reading in written[0].get("readings", {}).items()}
    return Game(sheet, take(sheet.readings), found.register, SheetHashes(_hash(written), _hash(taken)))


def with_readings(game: Game, choices: dict[str, str]) -> Game:
    """A game of the same sheet with other readings; raises :class:`SheetFault`."""
    sheet = game.sheet
    for name in choices:
        if name not in sheet.readings:
            raise SheetFault(f"readings.{name}", because("reading.closed", sheet=sheet.id))
    taken = {
        name: taken_otherwise(name, reading, choices.get(name, reading.choice))
        for name, reading in sheet.readings.items()
    }
    try:
        readings = take(taken)
    except msgspec.ValidationError as fault:
        raise SheetFault("readings", because("sheet.data", why=str(fault))) from None
    hashed = _hash({name: reading.choice for name, reading in taken.items()})
    changed = msgspec.structs.replace(sheet, readings=taken)
    return Game(changed, readings, game.register, SheetHashes(game.hashes.sheet, hashed))


def _sources(sheet_toml: str, clauses_toml: str) -> Data:
    return _toml(sheet_toml, SHEET_FILE), _toml(clauses_toml, CLAUSES_FILE)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as fault:
        raise SheetFault(path.name, because("sheet.unread", why=fault.strerror)) from None
    except ValueError:
        raise SheetFault(path.name, because("sheet.not_text")) from None


def _toml(text: str, name: str) -> dict[str, Any]:
    try:
        return read_toml(text)
    except TomlFault as fault:
        raise SheetFault(name, fault.reason) from None


def _hash(value: object) -> str:
    """SHA-256 of the data in canonical JSON, independent of layout and comments."""
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()
