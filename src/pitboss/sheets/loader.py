"""Load sheets: from the package, or from any folder that holds ``sheet.toml`` and ``clauses.toml``."""

import hashlib
import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss.sheets.checks import SheetFault, check_citations, check_register, check_sheet
from pitboss.sheets.dealing_checks import check_dealing
from pitboss.sheets.formats import FORMAT, Data, lifted
from pitboss.sheets.game import Game, SheetHashes
from pitboss.sheets.jackpot_checks import check_jackpot
from pitboss.sheets.model import Sheet
from pitboss.sheets.policies import check_policies
from pitboss.sheets.readings import take, taken_otherwise
from pitboss.sheets.register import ClauseRegister
from pitboss.toml_text import TomlFault, read_toml

SHEETS: Final = Path(__file__).parent
SHEET_FILE: Final = "sheet.toml"
CLAUSES_FILE: Final = "clauses.toml"


@cache
def sheet_ids() -> tuple[str, ...]:
    """The ids of the shipped sheets, sorted."""
    return tuple(sorted(path.parent.name for path in SHEETS.glob("*/sheet.toml")))


def load(name: str) -> Game:
    """A sheet that ships, by its id or its short name (``3CP``); raises :class:`KeyError` for others."""
    if name in sheet_ids():
        return _load(name)
    for sheet_id in sheet_ids():
        if is_named(_load(sheet_id), name):
            return _load(sheet_id)
    raise KeyError(name)


@cache
def _load(sheet_id: str) -> Game:
    return make_game(*source_of(sheet_id))


def is_named(game: Game, name: str) -> bool:
    """Whether a name is the id or the short name of a sheet, in whichever case it is written."""
    return name.lower() in (game.sheet.id, game.sheet.identity.short.lower())


@cache
def source_of(sheet_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The data of a shipped sheet and of its register, as written. Do not modify: it is cached."""
    return _sources(*texts_in(shipped_folder(sheet_id)))


def read_folder(folder: Path) -> Game:
    """Read and check a sheet and its register; raises :class:`SheetFault` with the path to a fault."""
    return read_texts(*texts_in(folder))


def texts_in(folder: Path) -> tuple[str, str]:
    """The texts of a sheet and of its register."""
    return _text(folder / SHEET_FILE), _text(folder / CLAUSES_FILE)


def shipped_folder(sheet_id: str) -> Path:
    """The folder of a shipped sheet."""
    return SHEETS / sheet_id


@lru_cache(16)
def read_texts(sheet_toml: str, clauses_toml: str, form: int = FORMAT) -> Game:
    """Check a sheet and its register of a format version; raises :class:`SheetFault` with the path."""
    written = _sources(sheet_toml, clauses_toml)
    return make_game(*lifted(written, form), written)


def make_game(source: dict[str, Any], clauses: dict[str, Any], written: Data | None = None) -> Game:
    """Check the data of a sheet and of its register, and make a game of them.

    ``written`` is the data to hash, if it was upcast from an older format version.
    """
    sheet = _convert(source, Sheet, SHEET_FILE)
    register = _convert(clauses, ClauseRegister, CLAUSES_FILE)
    check_register(sheet, register)
    check_citations(sheet, register)
    check_sheet(sheet)
    check_jackpot(sheet)
    check_dealing(sheet)
    check_policies(sheet)
    try:
        readings = take(sheet.readings)
    except msgspec.ValidationError as fault:
        raise SheetFault("readings", str(fault)) from None
    written = written or (source, clauses)
    taken = {name: reading["choice"] for name, reading in written[0]["readings"].items()}
    return Game(sheet, readings, register, SheetHashes(_hash(written), _hash(taken)))


def with_readings(game: Game, choices: dict[str, str]) -> Game:
    """A game of the same sheet with other readings; raises :class:`SheetFault`."""
    sheet = game.sheet
    for name in choices:
        if name not in sheet.readings:
            raise SheetFault(f"readings.{name}", f"{sheet.id} does not leave that point open")
    taken = {
        name: taken_otherwise(name, reading, choices.get(name, reading.choice))
        for name, reading in sheet.readings.items()
    }
    try:
        readings = take(taken)
    except msgspec.ValidationError as fault:
        raise SheetFault("readings", str(fault)) from None
    hashed = _hash({name: reading.choice for name, reading in taken.items()})
    changed = msgspec.structs.replace(sheet, readings=taken)
    return Game(changed, readings, game.register, SheetHashes(game.hashes.sheet, hashed))


def rounds_folder(sheet_id: str) -> Path:
    """The folder of the round files that prove a sheet."""
    return shipped_folder(sheet_id) / "rounds"


def _sources(sheet_toml: str, clauses_toml: str) -> Data:
    return _toml(sheet_toml, SHEET_FILE), _toml(clauses_toml, CLAUSES_FILE)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as fault:
        raise SheetFault(path.name, f"it cannot be read ({fault.strerror})") from None
    except ValueError as fault:
        raise SheetFault(path.name, f"it is no text in UTF-8: {fault}") from None


def _toml(text: str, name: str) -> dict[str, Any]:
    try:
        return read_toml(text)
    except TomlFault as fault:
        raise SheetFault(name, str(fault)) from None


def _convert(source: dict[str, Any], kind: Any, name: str) -> Any:
    try:
        return msgspec.convert(source, kind)
    except msgspec.ValidationError as fault:
        raise SheetFault(name, str(fault)) from None


def _hash(value: object) -> str:
    """SHA-256 of the data in canonical JSON, independent of layout and comments."""
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()
