"""``pitboss sheets new``: a draft of a sheet from one that is there, with comments on every section."""

import json
import re
from pathlib import Path
from typing import Final

from pitboss.atomic_write import write_whole
from pitboss.cli.named_sheets import folder_named
from pitboss.cli.text import fail
from pitboss.reason import because
from pitboss.sheets.checks import CLAUSES_FILE, LONGEST_SHORT, SHEET_FILE
from pitboss.sheets.formats import FORMAT
from pitboss.sheets.library import SheetFolder
from pitboss.sheets.meanings import meanings, plain
from pitboss.sheets.model import Sheet

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{1,78}[a-z0-9]")
_HEADER: Final = re.compile(r"^\[+([a-z_]+)[^\]\n]*\]", re.M)
_IDENTITY: Final = re.compile(r"^\[identity\]\n.*?(?=^\[|\Z)", re.M | re.S)


def run(name: str, base: str | None, place: str | None, *, rounds: bool) -> int:
    """Write the folder of a draft; nothing that is there is overwritten."""
    if not _ID.fullmatch(name):
        return fail(because("command.no_sheet_id", given=repr(name)))
    if not base:
        return fail(because("command.draft_from"))
    source = folder_named(base)
    folder = Path(place or ".") / name
    try:
        folder.mkdir(parents=True)
        write_whole(folder / SHEET_FILE, drafted(source, name).encode(), replace=False)
        write_whole(folder / CLAUSES_FILE, _register(source, name).encode(), replace=False)
        if rounds:
            _copy_rounds(source, folder, name)
    except FileExistsError:
        return fail(because("command.draft_is_there", folder=str(folder)))
    except OSError as fault:
        return fail(because("command.unwritten", file=str(folder), given=fault.strerror))
    print(f"{folder}: a draft made from {source.game.sheet.identity.in_full}.")
    print(f"Change {SHEET_FILE}, then: pitboss sheets check {folder}")
    return 0


def drafted(source: SheetFolder, name: str) -> str:
    """The text of the draft: that of its source with a new title page, and a comment before each section."""
    text = re.sub(r"\A(#[^\n]*\n)+", "", source.text.sheet_toml)
    text = re.sub(r"^form = .*\n", "", text, count=1, flags=re.M)
    text = re.sub(r'^id = ".*"$', f'id = "{name}"', text, count=1, flags=re.M)
    text = _IDENTITY.sub(lambda _: _identity(source, name), text, count=1)
    return _head(source, name) + _commented(text)


def _head(source: SheetFolder, name: str) -> str:
    return (
        f"# {name}: a draft made from {source.id}. Change what differs; every number is data.\n"
        f"# `pitboss sheets check` tells every fault with its line; `pitboss docs sheet-file` explains\n"
        f"# every key.\n"
        f"# Entries name the clauses they rest on. A draft may leave clauses out; a floor takes it only\n"
        f"# once they are all written and `draft` is gone.\n"
        f"form = {FORMAT}\n"
    )


def _identity(source: SheetFolder, name: str) -> str:
    identity = source.game.sheet.identity
    operator, house = ("Example House", "EX") if source.shipped else (identity.operator, identity.house)
    return (
        "[identity]\n"
        "draft = true # take it out when the register is whole\n"
        f"operator = {_quoted(operator)}\n"
        f"house = {_quoted(house)}\n"
        f'currency = "{identity.currency}"\n'
        f'currency_sign = "{identity.currency_sign}"\n'
        f'time_zone = "{identity.time_zone}"\n'
        f'title = "{_title(name)}"\n'
        f'short = "{_short(name)}"\n'
        "version = 1\n"
        "in_force_from = 2025-01-01T00:00:00Z\n"
        "# numbered_clauses = 0 # as many as the register has; a draft needs none\n\n"
    )


def _title(name: str) -> str:
    words = re.sub(r"-v\d+$", "", name).split("-")
    return " ".join(word.capitalize() for word in words)


def _short(name: str) -> str:
    """The initials of the name, and its first letters where there is one word only."""
    words = [word for word in re.sub(r"-v\d+$", "", name).split("-") if word]
    return ("".join(word[0] for word in words) if len(words) > 1 else words[0][:4]).upper()[:LONGEST_SHORT]


def _commented(text: str) -> str:
    """The text with the meaning of each section before its first header."""
    means, told = meanings(Sheet), set[str]()

    def commented(header: re.Match[str]) -> str:
        section = header[1]
        if section in told or section not in means:
            return header[0]
        told.add(section)
        comment = f"# {plain(means[section])}\n"
        return header[0] if text.endswith(comment, 0, header.start()) else comment + header[0]

    return _HEADER.sub(commented, text)


def _register(source: SheetFolder, name: str) -> str:
    """The register of the source; the tests that prove its clauses are no proof of another sheet's."""
    head = (
        f"# The clause register of {name}: every numbered clause in its own words, and how it is honoured:\n"
        "# kind is settles (what a bet gets), enforces (what is refused or required), records (what people\n"
        f"# do) or defines (words). These are the clauses of {source.id}: put your own in their place.\n"
    )
    lines = [
        f'"{clause}" = {{ kind = "{entry["kind"]}", gist = {_quoted(entry["gist"])} }}\n'
        for clause, entry in source.source[1].items()
    ]
    return head + "".join(lines)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _copy_rounds(source: SheetFolder, folder: Path, name: str) -> None:
    (folder / "rounds").mkdir()
    for path in sorted(source.rounds.glob("*.toml")):
        text = path.read_text(encoding="utf-8").replace(f'sheet = "{source.id}"', f'sheet = "{name}"')
        write_whole(folder / "rounds" / path.name, text.encode(), replace=False)
