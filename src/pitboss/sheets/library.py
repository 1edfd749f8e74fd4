"""Where sheets are found: in the package, and in the folders that ``--sheets`` and ``PITBOSS_SHEETS`` name.

A process has one library. Its sheets are known by the names of their folders, and read when they are asked
for. A server keeps what it has read; scripts and notebooks compare it with the folders at every question
(:func:`read_again`).
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

from pitboss.money import brief
from pitboss.reason import Fault, because
from pitboss.sheets.checks import SHEET_FILE, SheetFault
from pitboss.sheets.formats import Data, SheetText, lifted
from pitboss.sheets.game import Game
from pitboss.sheets.loader import SHEETS, data_of, read_texts, texts_in
from pitboss.toml_text import TomlFault, read_toml

VARIABLE: Final = "PITBOSS_SHEETS"
"""The environment variable that names folders of sheets, separated as in ``PATH``."""
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


class LibraryFault(Fault):
    """A sheet or a folder of sheets that cannot be used; the reason names the folder."""


class UnusableSheet(LibraryFault):
    """A sheet folder with a fault in its files."""

    def __init__(self, folder: Path, fault: SheetFault) -> None:
        super().__init__(fault.located_in(folder))
        self.folder = folder
        self.fault = fault


class SheetFolder:
    """A sheet in its folder, read when it is asked for; the folder has the sheet's id for its name."""

    def __init__(self, path: Path, *, shipped: bool = False) -> None:
        self.path: Final = path
        self.place: Final = path.absolute()
        """The path from whichever working directory."""
        self.shipped: Final = shipped
        """Whether it came with the package."""
        self.id: Final = path.name
        self.rounds: Final = path / "rounds"
        """The folder of the round files that prove the sheet."""

    @cached_property
    def text(self) -> SheetText:
        """Its texts; raises :class:`LibraryFault`."""
        check_id(self.id, self.path)
        try:
            return SheetText(*texts_in(self.place))
        except SheetFault as fault:
            raise UnusableSheet(self.path, fault) from None

    @cached_property
    def source(self) -> Data:
        """The data of the sheet and of its register, in this build's form. Do not modify: it is kept."""
        try:
            return lifted(*data_of(self.text))
        except SheetFault as fault:
            raise UnusableSheet(self.path, fault) from None

    @cached_property
    def game(self) -> Game:
        """The sheet, checked; raises :class:`LibraryFault`, also where the folder has another name."""
        try:
            game = read_texts(self.text.sheet_toml, self.text.clauses_toml, self.text.form)
        except SheetFault as fault:
            raise UnusableSheet(self.path, fault) from None
        if game.sheet.id != self.id:
            raise LibraryFault(
                because("library.folder_name", folder=str(self.path), sheet=brief(game.sheet.id))
            )
        return game

    @cached_property
    def short(self) -> str:
        """Its short name, as written; empty for a sheet that cannot be read. Nothing else is checked."""
        try:
            return _short_in(self.text.sheet_toml)
        except (LibraryFault, TomlFault):
            return ""

    @cached_property
    def rounds_hash(self) -> str:
        """SHA-256 of the names and contents of its round files."""
        found = hashlib.sha256()
        for path in sorted(self.place.glob("rounds/*.toml")):
            found.update(f"{path.name}\0{path.stat().st_size}\0".encode())
            found.update(path.read_bytes())
        return found.hexdigest()

    def is_current(self) -> bool:
        """Whether its files still hold what was read of them; what was not read is not compared."""
        now = SheetFolder(self.place)
        try:
            return all(getattr(now, part) == vars(self)[part] for part in _READ if part in vars(self))
        except (LibraryFault, OSError):
            return False

    def is_usable(self) -> bool:
        """Whether it can be read without a fault."""
        try:
            return bool(self.game)
        except LibraryFault:
            return False

    def is_named(self, name: str) -> bool:
        """Whether a name is its id or its short name, in whichever case it is written."""
        return name.lower() in (self.id.lower(), self.short.lower())


_READ: Final = ("text", "rounds_hash")
"""The data of a sheet folder that is read from files; the rest follows from it."""


class Library:
    """The shipped sheets, and those of other folders: each a sheet folder, or a folder of sheet folders."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        """Raises :class:`LibraryFault` for a folder without a sheet, and for two texts of one id."""
        self._sheets: dict[str, SheetFolder] = {}
        self._folders: Final = tuple(folder.absolute() for folder in folders)
        self._added: Final[list[SheetFolder]] = []
        for path in SHEETS.glob(f"*/{SHEET_FILE}"):
            self._put(SheetFolder(path.parent, shipped=True))
        for folder in folders:
            for path in sheet_folders(folder):
                self._put(SheetFolder(path))

    def add(self, folder: Path) -> SheetFolder:
        """Take in a sheet folder that was named itself: it stands in place of any other of its id."""
        one = next((one for one in self._sheets.values() if _same(one.path, folder)), None)
        if one is None:
            one = SheetFolder(_whole(folder))
            self._add(one)
        return one

    def read_again(self) -> "Library":
        """The library of the same folders as they are now.

        A sheet whose files hold the same as before is the same game.
        """
        now = Library(self._folders)
        for one in self._added:
            if _is_sheet(one.place):
                now._add(SheetFolder(one.place))
        for sheet, one in now._sheets.items():
            before = self._sheets.get(sheet)
            if before and before.place == one.place and before.is_current():
                now._sheets[sheet] = before
        return now

    def _add(self, one: SheetFolder) -> None:
        self._sheets[one.id] = one
        self._added.append(one)

    def ids(self) -> tuple[str, ...]:
        """The ids of its sheets, sorted."""
        return tuple(sorted(self._sheets))

    def folders(self) -> tuple[SheetFolder, ...]:
        """Its sheets, sorted by id."""
        return tuple(self._sheets[sheet] for sheet in self.ids())

    def get(self, sheet: str) -> SheetFolder | None:
        """A sheet by its id alone."""
        return self._sheets.get(sheet)

    def find(self, name: str) -> SheetFolder | None:
        """A sheet by its id or short name; raises :class:`LibraryFault` for a name that two sheets have."""
        if one := self._sheets.get(name):
            return one
        found = [one for one in self.folders() if name and one.is_named(name)]
        if len(found) > 1:
            places = tuple(because("library.place", sheet=one.id, folder=str(one.path)) for one in found)
            raise LibraryFault(because("library.two_names", name=name, places=places))
        return found[0] if found else None

    def with_hash(self, sheet: str, sheet_hash: str) -> Game | None:
        """A sheet by its id, if its text here has that hash."""
        try:
            one = self._sheets.get(sheet)
            return one.game if one and one.game.hashes.sheet == sheet_hash else None
        except LibraryFault:
            return None

    def _put(self, one: SheetFolder) -> None:
        other = self._sheets.setdefault(one.id, one)
        if other.path != one.path and not _same(other.path, one.path) and other.text != one.text:
            raise LibraryFault(
                because("library.two_ids", sheet=one.id, first=str(other.path), second=str(one.path))
            )


def check_id(sheet_id: str, where: Path) -> None:
    """Raise :class:`LibraryFault` for a text that cannot be the id of a sheet and the name of its folder."""
    if not _ID.fullmatch(sheet_id):
        raise LibraryFault(because("library.id", where=str(where), given=brief(sheet_id)))


@lru_cache(64)
def _short_in(sheet_toml: str) -> str:
    identity = read_toml(sheet_toml).get("identity")
    short = identity.get("short") if isinstance(identity, dict) else None
    return short if isinstance(short, str) else ""


def sheet_folders(folder: Path) -> tuple[Path, ...]:
    """The sheet folders of a folder, or the folder itself; raises :class:`LibraryFault` if there are none."""
    if not is_folder(folder):
        raise LibraryFault(because("library.no_folder", folder=str(folder), variable=VARIABLE))
    if _is_sheet(folder):
        return (_whole(folder),)
    found = tuple(path.parent for path in sorted(folder.glob(f"*/{SHEET_FILE}")))
    if not found:
        raise LibraryFault(because("library.no_sheet", folder=str(folder)))
    return found


def is_folder(path: Path) -> bool:
    """Whether there is such a folder; a name that cannot be one is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _is_sheet(folder: Path) -> bool:
    return is_folder(folder) and (folder / SHEET_FILE).is_file()


def _whole(folder: Path) -> Path:
    """The folder with its own name: ``.`` has none."""
    return folder if folder.name not in ("", "..") else folder.resolve()


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def folders_of(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """The folders that the environment names."""
    return tuple(Path(name) for name in environment.get(VARIABLE, "").split(os.pathsep) if name)


class _Process:
    library: Library | None = None


def library() -> Library:
    """The library of this process; raises :class:`LibraryFault` for what the environment names wrongly."""
    if _Process.library is None:
        _Process.library = Library(folders_of(os.environ))
    return _Process.library


def read_again() -> Library:
    """The library of this process with its folders as they are now: what scripts and notebooks ask.

    A server never calls it: the texts in force on a floor are those that two people have approved.
    """
    _Process.library = library().read_again()
    return _Process.library


def use(folders: Iterable[Path]) -> None:
    """Take in the folders that a command names, beside those of the environment.

    Of a folder that is one sheet itself, the sheet stands in place of any other of its id.
    """
    named = tuple(folders)
    alone = [folder for folder in named if _is_sheet(folder)]
    taken = Library([*folders_of(os.environ), *(folder for folder in named if folder not in alone)])
    for folder in alone:
        taken.add(folder)
    _Process.library = taken


@contextmanager
def using(*folders: Path) -> Iterator[Library]:
    """Another library for a while."""
    before = _Process.library
    use(folders)
    try:
        yield library()
    finally:
        _Process.library = before


def sheet_ids() -> tuple[str, ...]:
    """The ids of the sheets in the library, sorted."""
    return library().ids()


def load(name: str) -> Game:
    """A sheet of the library by its id or its short name (``3CP``); raises :class:`KeyError` for others."""
    if one := library().find(name):
        return one.game
    raise KeyError(name)


def text_of(sheet_id: str) -> SheetText:
    """The text of a sheet in the library; raises :class:`KeyError` for others."""
    return folder_of(sheet_id).text


def rounds_folder(sheet_id: str) -> Path:
    """The folder of the round files that prove a sheet in the library."""
    return folder_of(sheet_id).rounds


def folder_of(sheet_id: str) -> SheetFolder:
    """A sheet of the library by its id; raises :class:`KeyError` for others."""
    if one := library().get(sheet_id):
        return one
    raise KeyError(sheet_id)
