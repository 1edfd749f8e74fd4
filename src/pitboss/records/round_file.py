"""Read and write round files. Reading is strict: what is not in the contract is refused."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from pitboss.money import brief, format_cents, format_exact, parse_cents, parse_exact
from pitboss.reason import Reason, Unreadable, at, because
from pitboss.records.steps import StepFault, format_step, parse_step
from pitboss.round.commands import Command, PlaceBet, Report, WithdrawBet
from pitboss.settlement import Display, Limits, Table
from pitboss.sheets import Game, load, sheet_ids
from pitboss.sheets.library import LibraryFault, library
from pitboss.sheets.model import Device, Sheet
from pitboss.toml_text import TomlFault, TooDeep, read_toml
from pitboss.words import say

LARGEST_FILE: Final = 1 << 20
"""The size limit in bytes, above a full day at one table."""
_SECTIONS: Final = ("sheet", "table", "jackpot", "round", "expect", "proof")
_OF_TABLE: Final = ("dealing", "boxes", "jackpot_bet", "limits")
_ALIKE: Final = 0.7
"""How alike two words are of which one may be the other misspelt."""


class FileFault(Unreadable):
    """A file that cannot be read, with the round and the step where they are known."""

    def __init__(self, reason: Reason, round_number: int | None = None, step: int | None = None):
        super().__init__(reason)
        self.round = round_number
        self.step = step


class FileStep(Struct, frozen=True):
    """One step of a round file: a command, and whether it must be refused."""

    command: Command
    must_be_refused: bool = False


class RoundFile(Struct, frozen=True):
    """The content of a round file."""

    table: Table
    display: Display | None
    rounds: tuple[tuple[FileStep, ...], ...]
    misspelt: tuple[Reason, ...] = ()
    """A note on every section that is ignored and looks like a misspelt one."""

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes in English."""
        return tuple(map(say, self.misspelt))


def read_round_file(path: Path | str) -> RoundFile:
    """Read a round file; raises :class:`FileFault` with what is wrong and where."""
    return parse_round_file(parse_toml(read_text(path)))


def read_text(path: Path | str) -> str:
    """The text of a file within the size limit; raises :class:`FileFault`."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as fault:
        raise FileFault(because("file.unread", given=str(fault.strerror))) from None
    except ValueError:
        raise FileFault(because("file.name")) from None
    if len(content) > LARGEST_FILE:
        raise FileFault(because("file.large", most=LARGEST_FILE))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileFault(because("file.text")) from None


def parse_toml(text: str) -> dict[str, Any]:
    """Parse the TOML of a round file; raises :class:`FileFault`."""
    try:
        return read_toml(text)
    except TooDeep:
        raise FileFault(because("file.deep")) from None
    except TomlFault as fault:
        raise FileFault(because("file.toml", why=fault.reason.params["why"])) from None


def parse_round_file(data: dict[str, Any], game: Game | None = None) -> RoundFile:
    """Read a round file from TOML data; top-level tables outside the contract are ignored.

    ``game`` is another text of the sheet to play by, instead of that of the library.
    """
    for key, value in data.items():
        is_table = isinstance(value, dict) or (
            isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)
        )
        if key != "sheet" and not is_table:
            raise FileFault(because("file.key", key=key))
    sheet = data.get("sheet")
    ids = (game.sheet.id,) if game else sheet_ids()
    if not isinstance(sheet, str) or sheet not in ids:
        folder = isinstance(sheet, str) and game is None
        raise unknown_sheet(sheet, ids, because("file.sheet_folder") if folder else None)
    try:
        game = game or load(sheet)
    except LibraryFault as fault:
        raise FileFault(fault.reason) from None
    table, display = parse_table(data, game)
    rounds = _read_rounds(data.get("round"), game)
    return RoundFile(table, display, rounds, tuple(_misspelt(data)))


def unknown_sheet(named: object, ids: Sequence[str], otherwise: Reason | None) -> FileFault:
    """The fault of a file whose sheet is unknown; ``otherwise`` says how another text can be given."""
    try:
        one = library().find(named) if isinstance(named, str) else None
    except LibraryFault:
        one = None
    if one:
        otherwise = because("file.sheet_by_id", name=str(named), sheet=one.id)
    what = because("file.sheet_missing") if named is None else because("file.sheet_name", given=brief(named))
    known = because("file.sheets", what=what, sheets=tuple(ids))
    return FileFault(because("file.sheets_otherwise", known=known, how=otherwise) if otherwise else known)


def _misspelt(data: dict[str, Any]) -> Iterator[Reason]:
    unknown = [name for name in data if name not in _SECTIONS]
    if unknown:
        from difflib import get_close_matches
    for name in unknown:
        meant = f"table.{name}" if name in _OF_TABLE else ""
        for likely in get_close_matches(name.lower(), _SECTIONS, 1, _ALIKE):
            meant = likely
        if meant:
            yield because("file.misspelt", name=name, meant=meant)


def parse_table(data: dict[str, Any], game: Game) -> tuple[Table, Display | None]:
    """Read the table and the display from TOML data; raises :class:`FileFault`."""
    return _read_table(game, _section(data, "table")), _read_display(game.sheet, data)


def write_round_file(file: RoundFile) -> str:
    """The text of a round file; reading it gives the same content again.

    A round file has no words for the employee who placed a bet for a player, nor for the display of a link.
    """
    table = file.table
    lines = [f'sheet = "{table.sheet}"', "", "[table]", f'dealing = "{table.device}"']
    lines.append(f"boxes = {table.boxes}")
    if table.jackpot_bet is not None:
        lines.append(f'jackpot_bet = "{format_cents(table.jackpot_bet)}"')
    if table.limits:
        lines.append("[table.limits]")
        for bet, limits in table.limits.items():
            low, high = format_cents(limits.minimum), format_cents(limits.maximum)
            lines.append(f'{bet} = ["{low}", "{high}"]')
    if file.display:
        lines += ["", "[jackpot]", f'value = "{format_exact(file.display.value)}"']
        lines.append(f'reset = "{format_cents(file.display.reset)}"')
        lines.append(f'contribution = "{_decimal(file.display.contribution)}"')
    for steps in file.rounds:
        lines += ["", "[[round]]", "steps = ["]
        lines += [f"  {_quoted(step)}," for step in steps]
        lines.append("]")
    return "\n".join(lines) + "\n"


def _quoted(step: FileStep) -> str:
    text = ("! " if step.must_be_refused else "") + format_step(step.command)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    printable = (c if " " <= c != "\x7f" else f"\\u{ord(c):04x}" for c in escaped)
    return f'"{"".join(printable)}"'


def _decimal(share: Fraction) -> str:
    """A share from 0 to 1 as a decimal; it was read from one, so it terminates."""
    return format_exact(share * 100).rstrip("0").rstrip(".") if share else "0"


def _section(data: dict[str, Any], name: str) -> dict[str, Any]:
    section = data.get(name, {})
    if not isinstance(section, dict):
        raise FileFault(because("file.one_table", name=name))
    return section


def _only(section: dict[str, Any], path: str, allowed: tuple[str, ...]) -> None:
    for key in section:
        if key not in allowed:
            raise FileFault(because("file.unknown", key=f"{path}.{key}", known=allowed))


def _read_table(game: Game, section: dict[str, Any]) -> Table:
    _only(section, "table", _OF_TABLE)
    sheet = game.sheet
    layout = sheet.layout
    boxes = section.get("boxes", layout.most_boxes)
    if type(boxes) is not int or not layout.fewest_boxes <= boxes <= layout.most_boxes:
        fewest, most = layout.fewest_boxes, layout.most_boxes
        raise FileFault(because("file.boxes", fewest=fewest, most=most, given=brief(boxes)))
    unit = section.get("jackpot_bet")
    if unit is not None and not sheet.jackpot:
        raise FileFault(because("file.no_jackpot", key="table.jackpot_bet", sheet=sheet.id))
    return Table(
        sheet=sheet.id,
        device=_read_device(game, section.get("dealing", game.device)),
        boxes=boxes,
        jackpot_bet=None if unit is None else _money(unit, "table.jackpot_bet", above_zero=True),
        limits=_read_limits(sheet, section.get("limits", {})),
    )


def _read_device(game: Game, value: object) -> Device:
    device: Device
    match value:
        case "shoe" | "shuffler":
            device = value
        case _:
            raise FileFault(because("file.dealing", given=brief(value)))
    if wrong := game.device_fault(device):
        raise FileFault(at("table.dealing", wrong))
    return device


def _read_limits(sheet: Sheet, section: object) -> dict[str, Limits]:
    if not isinstance(section, dict):
        raise FileFault(because("file.limits"))
    limits: dict[str, Limits] = {}
    for bet, pair in section.items():
        path = f"table.limits.{bet}"
        if bet not in sheet.bets:
            raise FileFault(because("file.limits_bet", key=path, sheet=sheet.id, bets=tuple(sheet.bets)))
        if not isinstance(pair, list) or len(pair) != 2:
            raise FileFault(because("file.limits_pair", key=path))
        low, high = (_money(value, path) for value in pair)
        if low > high:
            raise FileFault(because("file.limits_order", key=path))
        limits[bet] = Limits(low, high)
    return limits


def _read_display(sheet: Sheet, data: dict[str, Any]) -> Display | None:
    if "jackpot" not in data:
        return None
    if not sheet.jackpot:
        raise FileFault(because("file.no_jackpot", key="jackpot", sheet=sheet.id))
    section = _section(data, "jackpot")
    _only(section, "jackpot", ("value", "reset", "contribution"))
    for key in ("value", "reset", "contribution"):
        if key not in section:
            raise FileFault(because("file.missing", key=f"jackpot.{key}"))
    share = _exact(section["contribution"], "jackpot.contribution")
    if share > 1:
        raise FileFault(because("file.contribution"))
    value = _exact(section["value"], "jackpot.value") * 100
    return Display(value, _money(section["reset"], "jackpot.reset"), share)


def _money(value: object, path: str, above_zero: bool = False) -> int:
    if not isinstance(value, str):
        raise FileFault(because("file.amount", key=path, given=brief(value)))
    try:
        cents = parse_cents(value)
    except Unreadable as fault:
        raise FileFault(at(path, fault.reason)) from None
    if above_zero and not cents:
        raise FileFault(because("file.above_zero", key=path))
    return cents


def _exact(value: object, path: str) -> Fraction:
    if not isinstance(value, str):
        raise FileFault(because("file.share", key=path, given=brief(value)))
    try:
        return parse_exact(value)
    except Unreadable as fault:
        raise FileFault(at(path, fault.reason)) from None


def _read_rounds(rounds: object, game: Game) -> tuple[tuple[FileStep, ...], ...]:
    if not isinstance(rounds, list) or not rounds:
        raise FileFault(because("file.no_round"))
    return tuple(_read_round(number, section, game) for number, section in enumerate(rounds, 1))


def _read_round(number: int, section: object, game: Game) -> tuple[FileStep, ...]:
    if not isinstance(section, dict) or set(section) != {"steps"}:
        raise FileFault(because("file.round"), number)
    texts = section["steps"]
    if not isinstance(texts, list):
        raise FileFault(because("file.steps"), number)
    steps = []
    for place, text in enumerate(texts, 1):
        if not isinstance(text, str):
            raise FileFault(because("file.step", given=brief(text)), number, place)
        try:
            steps.append(_read_step(text, game))
        except StepFault as fault:
            raise FileFault(fault.reason, number, place) from None
    return tuple(steps)


def _read_step(text: str, game: Game) -> FileStep:
    """One step. A bet of another game is for the round to refuse; a word that no sheet has cannot be read."""
    step = FileStep(*parse_step(text))
    if isinstance(step.command, PlaceBet | WithdrawBet | Report):
        bet = step.command.bet
        if bet is not None and bet not in game.sheet.bets and bet not in _bets_of_all_sheets():
            game_title, bets = game.sheet.identity.title, tuple(game.sheet.bets)
            raise StepFault(because("step.no_bet", bet=bet, game=game_title, bets=bets))
    return step


def _bets_of_all_sheets() -> set[str]:
    """The names of the bets of every sheet in the library that is sound."""
    bets: set[str] = set()
    for sheet in sheet_ids():
        with suppress(LibraryFault):
            bets.update(load(sheet).sheet.bets)
    return bets
