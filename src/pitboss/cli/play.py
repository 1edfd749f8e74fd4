"""``pitboss play``: a practice table in the terminal.

One player on one to three boxes, with the engine that runs the real tables. ``!`` at a prompt raises an
irregularity.
"""

from argparse import Namespace
from pathlib import Path

from pitboss.cli.play_rounds import choose_sheet, play_rounds
from pitboss.cli.play_screen import LeaveRequested
from pitboss.cli.practice import PracticeTable
from pitboss.cli.text import fail
from pitboss.reason import because
from pitboss.records.round_file import RoundFile, write_round_file


def run(options: Namespace) -> int:
    """Play rounds until the player leaves."""
    if options.save and Path(options.save).exists():
        return fail(because("command.save_is_there", file=options.save))
    if options.save and not Path(options.save).absolute().parent.is_dir():
        return fail(because("command.save_no_folder", file=options.save))
    table: PracticeTable | None = None
    try:
        game = choose_sheet(options.sheet)
        if options.dealing and (wrong := game.device_fault(options.dealing)):
            return fail(wrong)
        table = PracticeTable(game, options.dealing or game.device)
        play_rounds(table)
    except (LeaveRequested, EOFError):
        print("\nThank you for playing.")
    return _save(table, options.save) if table and table.finished() and options.save else 0


def _save(table: PracticeTable, path: str) -> int:
    """Write the finished rounds to one round file."""
    file = RoundFile(table.table, table.opened_with, table.finished())
    try:
        Path(path).write_text(write_round_file(file), encoding="utf-8")
    except OSError as fault:
        return fail(because("command.rounds_unwritten", file=path, given=fault.strerror))
    print(f"The finished rounds are written to {path}.")
    return 0
