"""Load sheets: from the package, or from any folder that holds ``sheet.toml`` and ``clauses.toml``."""

import hashlib
import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss.sheets.checks import SheetFault, check_citations, check_register, check_sheet
from pitboss.sheets.game import Game, SheetHashes
from pitboss.sheets.model import Sheet
from pitboss.sheets.readings import take
from pitboss.sheets.register import Register

SHEETS: Final = Path(__file__).parent


@cache
def sheet_ids() -> tuple[str, ...]:
    """The sheets that ship, in the order of their names."""
    return tuple(sorted(path.parent.name for path in SHEETS.glob("*/sheet.toml")))


@cache
def load(sheet_id: str) -> Game:
    """A sheet that ships; raises :class:`KeyError` for an unknown id."""
    if sheet_id not in sheet_ids():
        raise KeyError(sheet_id)
    return make_game(*source_of(sheet_id))


@cache
def source_of(sheet_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The data of a sheet that ships and of its register, as they are written; not to be changed."""
    return _toml(SHEETS / sheet_id / "sheet.toml"), _toml(SHEETS / sheet_id / "clauses.toml")


def read_folder(folder: Path) -> Game:
    """Read and check a sheet and its register; raises :class:`SheetFault` with the path to a fault."""
    return make_game(_toml(folder / "sheet.toml"), _toml(folder / "clauses.toml"))


def make_game(source: dict[str, Any], clauses: dict[str, Any]) -> Game:
    """Check the data of a sheet and of its register, and make them ready to play."""
    sheet = _convert(source, Sheet, "sheet.toml")
    register = _convert(clauses, Register, "clauses.toml")
    check_register(sheet, register)
    check_citations(sheet, register)
    check_sheet(sheet)
    try:
        readings = take(sheet.readings)
    except msgspec.ValidationError as fault:
        raise SheetFault("readings", str(fault)) from None
    taken = {name: reading.choice for name, reading in sheet.readings.items()}
    return Game(sheet, readings, register, SheetHashes(_hash([source, clauses]), _hash(taken)))


def rounds_folder(sheet_id: str) -> Path:
    """Where the round files that prove a sheet lie."""
    return SHEETS / sheet_id / "rounds"


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise SheetFault(path.name, f"it cannot be read ({fault.strerror})") from None
    except ValueError as fault:
        raise SheetFault(path.name, f"it is no TOML: {fault}") from None


def _convert(source: dict[str, Any], kind: Any, name: str) -> Any:
    try:
        return msgspec.convert(source, kind)
    except msgspec.ValidationError as fault:
        raise SheetFault(name, str(fault)) from None


def _hash(value: object) -> str:
    """SHA-256 of the data, whatever its layout and comments."""
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()
