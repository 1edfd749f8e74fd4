"""A recorded round as a round file that settles to the same lines, as far as a round file can."""

import textwrap
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct, structs

from pitboss.floor.aggregates import floor_registry
from pitboss.floor.tables.events import RoundBegan
from pitboss.floor.tables.past_rounds import PastRound, events_of, find_round
from pitboss.money import grouped_exact
from pitboss.reason import UNTOLD, Reason, because
from pitboss.records import FileFailed, PlayedRound, RoundFile, play
from pitboss.records.round_file import FileStep, write_round_file
from pitboss.replay.acts import acts
from pitboss.replay.replay import Replay
from pitboss.replay.round_file_steps import RoundFileSteps, names_for_a_file, renamed, steps_of
from pitboss.round.events import JackpotRegistered, RoundSettled
from pitboss.settlement import Display, Line
from pitboss.sheets.game import Game
from pitboss.sheets.library import library
from pitboss.store import Journal
from pitboss.words import say
from pitboss.words.catalogue import ENGLISH

_SMALLEST = Fraction(1, 10**28)
"""The last decimal of a value in a round file, in cents."""


InstalledText = Literal["same", "other", "none"]
"""What is installed of the sheet's id: the text that the round was played by, another, or none."""


class RoundFileResult(Struct, frozen=True):
    """A round file, what it cannot express, and whether it settles to the recorded lines."""

    file: RoundFile
    title: Reason
    notes: tuple[Reason, ...]
    same_lines: bool | None
    """By the recorded sheet; None for a round that is not settled."""

    def text(self, language: str = ENGLISH) -> str:
        """The file, with what it cannot express in comments above."""
        paragraphs = (_plain(say(each, language)) for each in (self.title, *self.notes))
        comments = [line for text in paragraphs for line in textwrap.wrap(text, 108)]
        return "\n".join(f"# {line}" for line in comments) + "\n\n" + write_round_file(self.file)


def as_round_file(journal: Journal, replay: Replay) -> RoundFileResult:
    """Write the round as a round file."""
    return round_file_after(replay, _earlier(journal, replay), installed_text(replay.game))


def installed_text(game: Game) -> InstalledText:
    """Whether the text that a round was played by is installed here."""
    if library().with_hash(game.sheet.id, game.hashes.sheet):
        return "same"
    return "other" if library().get(game.sheet.id) else "none"


def round_file_after(
    replay: Replay, before: Sequence[PastRound], installed: InstalledText
) -> RoundFileResult:
    """The round as a round file, after the earlier rounds that it depends on."""
    past, game = replay.past, replay.game
    earlier = [steps_of(game, acts(past)) for past in before]
    own = steps_of(game, replay.acts)
    names = names_for_a_file(step for steps in (*earlier, own) for step in steps.commands)
    table = structs.replace(past.round.table, live=False)
    rounds = tuple(_as_steps(steps, names) for steps in (*earlier, own))
    file = RoundFile(table, _readable(past.round.display), rounds)
    file, about_display = _with_value_paid_from(replay, file)
    same, differs = _compare(replay, file, names)
    notes = (
        *(because("round_file.renamed", name=name, other=other) for name, other in names.items()),
        *_about_memory(len(earlier)),
        *own.notes,
        *_about_denied(past),
        *about_display,
        *_about_sheet(replay, installed),
        *differs,
    )
    return RoundFileResult(file, _title(replay), notes, same)


def _as_steps(steps: RoundFileSteps, names: dict[str, str]) -> tuple[FileStep, ...]:
    return tuple(FileStep(command) for command in renamed(steps.commands, names))


def _earlier(journal: Journal, replay: Replay) -> list[PastRound]:
    """Earlier rounds settled under the minimum for players whose bet here depends on it."""
    past, wanted = replay.past, remembered_players(replay)
    number, numbers = 0, dict[str, int]()
    if not wanted:
        return []
    for recorded in events_of(journal, past.table):
        if recorded.version >= past.entries[0].recorded.version:
            break
        if recorded.kind not in (RoundBegan.__name__, RoundSettled.__name__):
            continue
        event = floor_registry().decode(recorded)
        if isinstance(event, RoundBegan):
            number = event.number
        else:
            numbers.update(dict.fromkeys(wanted.intersection(event.settlement.under_minimum), number))
    found = (find_round(journal, past.table, number) for number in sorted(set(numbers.values())))
    return [round_ for round_ in found if round_]


def remembered_players(replay: Replay) -> frozenset[str]:
    """Players whose bets depend on what the table remembers of earlier rounds under the minimum."""
    if replay.game.sheet.amounts.under_minimum_times is None:
        return frozenset()
    state = replay.past.round
    wagers = (wager for box in state.boxes for wager in box.wagers)
    return frozenset(
        wager.player for wager in wagers if wager.unnoticed and wager.player in state.memory.under_minimum
    )


def _readable(display: Display | None) -> Display | None:
    """The display with as many decimals as a round file has."""
    if display is None:
        return None
    return Display(_rounded(display.value), display.reset, _rounded(display.contribution))


def _rounded(value: Fraction) -> Fraction:
    """The next value that a round file can hold, never less: a whole cent might be lost."""
    return -(-value // _SMALLEST) * _SMALLEST


def _with_value_paid_from(replay: Replay, file: RoundFile) -> tuple[RoundFile, list[Reason]]:
    """The file with the display that shares were paid from, which includes other tables' bets."""
    display, settlement = file.display, replay.settlement
    opened = replay.past.round.display
    if display is None or opened is None:
        return file, []
    notes = []
    if (display.value, display.contribution) != (opened.value, opened.contribution):
        notes.append(because("round_file.decimals", rate=str(opened.contribution)))
    if settlement is None or not settlement.shares_won():
        return file, notes
    slips = [slip for slip in replay.slips if slip.number not in replay.reversed_slips]
    base = _base(_played(replay, file))
    if not slips or base is None:
        return file, notes
    value = display.value + slips[0].value - base
    if value == display.value or value < 0:
        return file, notes
    shown, paid = grouped_exact(opened.value), grouped_exact(slips[0].value)
    notes.append(because("round_file.display", shown=shown, slip=slips[0].number, paid=paid))
    return structs.replace(file, display=structs.replace(display, value=_rounded(value))), notes


def _played(replay: Replay, file: RoundFile) -> PlayedRound | None:
    try:
        return play(file, replay.game)[-1]
    except FileFailed:
        return None


def _base(played: PlayedRound | None) -> Fraction | None:
    """The display that shares are taken of."""
    if played is None or played.settlement.jackpot is None:
        return None
    registered = [event.value for event in played.events if isinstance(event, JackpotRegistered)]
    moves = played.settlement.jackpot
    return registered[-1] if registered else moves.before + moves.added


def _compare(replay: Replay, file: RoundFile, names: dict[str, str]) -> tuple[bool | None, list[Reason]]:
    if replay.settlement is None:
        return None, [because("round_file.unsettled")]
    try:
        lines = play(file, replay.game)[-1].settlement.lines
    except FileFailed as failed:
        return False, [because("round_file.refused", step=failed.step, why=failed.reason)]
    recorded = [_named(line, names) for line in replay.settlement.lines]
    if [_named(line, names) for line in lines] == recorded:
        return True, []
    return False, [because("round_file.other_lines")]


def _named(line: Line, names: dict[str, str]) -> Line:
    """The line with the file's names, without sentences that name a player."""
    reason = UNTOLD if names else line.reason
    return structs.replace(line, player=names.get(line.player, line.player), reason=reason)


def _about_denied(past: PastRound) -> list[Reason]:
    denied = past.round.linked.denied if past.round.linked else ()
    return [
        because("round_file.denied", player=win.player, box=win.box, percent=win.percent) for win in denied
    ]


def _about_memory(earlier: int) -> list[Reason]:
    return [because("round_file.earlier", rounds=earlier)] if earlier else []


def _about_sheet(replay: Replay, installed: InstalledText) -> list[Reason]:
    sheet, hashes = replay.game.sheet.id, replay.game.hashes
    if installed == "same":
        return []
    return [because("round_file.sheet", sheet=sheet, hash=hashes.sheet, installed=installed)]


def _title(replay: Replay) -> Reason:
    past, identity = replay.past, replay.game.sheet.identity
    first, last = (past.entries[place].recorded.position for place in (0, -1))
    return because(
        "round_file.title",
        round=past.id,
        day=str(past.began.day),
        shift=past.began.shift,
        sheet=identity.called,
        first=first,
        last=last,
    )


def _plain(text: str) -> str:
    """The text without control characters, for a comment."""
    return "".join(character if character.isprintable() else " " for character in text)
