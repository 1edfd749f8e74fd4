"""The question of ``pitboss rerun`` and ``pitboss impact``: another sheet or reading, for which rounds."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from pathlib import Path

from msgspec import Struct

from pitboss.cli.days import days_named
from pitboss.cli.named_sheets import sheet_named
from pitboss.cli.progress import progress
from pitboss.cli.text import CommandFailed
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.floor.tables.past_rounds import DecodedEvent, PastRound
from pitboss.reason import at, because, reason_of
from pitboss.replay.entries import floor_entries
from pitboss.replay.rerun import OtherGame, Rerun, SheetChoice, rerun
from pitboss.sheets import Game, SheetFault, read_folder
from pitboss.sheets.loader import with_readings
from pitboss.sheets.readings import Readings, options
from pitboss.store import Journal


class RerunQuestion(Struct, frozen=True, kw_only=True):
    """Another sheet, other readings or both, and the rounds to settle by them."""

    sheet: Game | None
    choices: dict[str, str]
    table: str | None
    days: tuple[date, date]

    def rounds(self, journal: Journal, rulebook: Rulebook) -> list[Rerun]:
        """The rounds in question, settled again."""
        self.check(journal)
        with progress("Settling again", journal.last_position()) as advance:
            return list(
                self.settled(floor_entries(journal, journal.archived(), advance, heads=True), rulebook)
            )

    def check(self, journal: Journal) -> None:
        """Raise :class:`CommandFailed` for a table that the journal does not have."""
        if self.table is not None and journal.head(f"table/{self.table}") is None:
            raise CommandFailed(because("command.no_table", table=self.table))

    def settled(
        self,
        entries: Iterator[DecodedEvent],
        rulebook: Rulebook,
        noted: Callable[[PastRound], None] = lambda past: None,
    ) -> Iterator[Rerun]:
        """The rounds in question among these events, settled again; ``noted`` is called before each."""

        def wanted(past: PastRound) -> bool:
            noted(past)
            return self.table in (None, past.table) and self.days[0] <= past.began.day <= self.days[1]

        return rerun(entries, _chooser(rulebook, self.sheet, self.choices), wanted)

    def other(self, recorded: Game) -> Game:
        """The text to settle by instead of the recorded one."""
        return self.sheet or with_readings(recorded, self.choices)


def read_rerun_question(options: Namespace) -> RerunQuestion:
    """The question in the options; raises :class:`CommandFailed`."""
    choices = _choices(options.reading)
    days = days_named(options.day)
    sheet = _sheet(options.sheet, choices) if options.sheet else None
    if sheet is None and not choices:
        raise CommandFailed(because("command.settle_by"))
    return RerunQuestion(sheet=sheet, choices=choices, table=options.table, days=days)


def _choices(given: list[str]) -> dict[str, str]:
    found = {}
    for text in given:
        name, sign, choice = text.partition("=")
        if not sign or name not in Readings.__struct_fields__:
            known = Readings.__struct_fields__
            raise CommandFailed(because("command.no_reading", given=repr(text), names=known))
        if choice not in options(name):
            raise CommandFailed(
                because("command.no_choice", given=repr(choice), name=name, choices=tuple(options(name)))
            )
        found[name] = choice
    return found


def _sheet(name: str, choices: dict[str, str]) -> Game:
    try:
        game = read_folder(Path(name)) if Path(name).is_dir() else sheet_named(name)
        return with_readings(game, choices)
    except SheetFault as fault:
        raise CommandFailed(at(name, reason_of(fault))) from None


def _chooser(rulebook: Rulebook, sheet: Game | None, choices: dict[str, str]) -> SheetChoice:
    @cache
    def changed(recorded: str) -> Game:
        return with_readings(rulebook.by_hash[recorded], choices)

    def choose(past: PastRound) -> tuple[Game, Game]:
        recorded = past.round.hashes.sheet
        try:
            return rulebook.by_hash[recorded], sheet or changed(recorded)
        except SheetFault as fault:
            raise OtherGame(reason_of(fault)) from None

    return choose
