"""``pitboss play --journal URL``: the practice table in a journal, signed when the player leaves."""

from argparse import Namespace
from pathlib import Path

from pitboss.cli.play_rounds import choose_sheet, play_rounds
from pitboss.cli.play_screen import LeaveRequested, ask, show_table
from pitboss.cli.practice_journal import TABLE, Occupied, RecordedTable
from pitboss.cli.text import fail, paragraph
from pitboss.floor import Floor
from pitboss.floor.tables.sealing import BadSeal, Sealer, load_or_make_seal
from pitboss.plural import counted
from pitboss.sheets import Game
from pitboss.sheets.checks import SheetFault
from pitboss.store import Journal
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.errors import JournalError
from pitboss.store.keys import load_or_make_key
from pitboss.store.open import file_of, open_journal
from pitboss.words import say


def run(options: Namespace) -> int:
    """Play rounds until the player leaves; exit 2 when the journal cannot be used."""
    if options.save:
        return fail("--save and --journal exclude each other: a journal keeps every round anyway")
    try:
        with open_journal(options.journal) as journal:
            return _visit(journal, options)
    except (JournalError, BadSeal, Occupied) as fault:
        return fail(str(fault))
    except SheetFault as fault:
        return fail(f"a sheet that the journal holds cannot be read: {fault}")


def _visit(journal: Journal, options: Namespace) -> int:
    if any(head.stream != f"table/{TABLE}" for head in journal.heads("table")):
        return fail(f"{journal.url} is the journal of a floor: a practice table has one of its own")
    floor = Floor(journal, sealer=_sealer(_beside(options.journal, "seal")))
    try:
        game = _game(floor, options.sheet)
        if game.sheet.identity.draft:
            return fail(f"{game.sheet.id} is a draft, which no journal records: play it without --journal")
        if options.dealing and (wrong := game.device_fault(options.dealing)):
            return fail(say(wrong))
        table = RecordedTable(floor, game, options.dealing or game.device)
        play_rounds(table, (lambda: _resume(table)) if table.in_play else None)
    except (LeaveRequested, EOFError):
        print("\nThank you for playing.")
    except KeyboardInterrupt:
        _sign(journal, options.journal)
        raise
    _sign(journal, options.journal)
    return 0


def _sealer(path: Path) -> Sealer:
    try:
        return load_or_make_seal(path)
    except ValueError as fault:
        raise BadSeal(f"{path} is no key for decks: {fault}") from fault
    except OSError as fault:
        raise BadSeal(f"No key for decks can be had at {path}: {fault.strerror}.") from fault


def _game(floor: Floor, name: str | None) -> Game:
    """The sheet of this name or, without one, that of a round under way."""
    recorded = floor.table(TABLE)
    if name is None and recorded and recorded.in_play:
        return floor.game_of(recorded)
    return choose_sheet(name)


def _resume(table: RecordedTable) -> None:
    """Show a round under way; the player may end it unless it has jackpot wins."""
    print(paragraph(f"Round {table.number} was under way when the table stopped. It goes on where it stood."))
    show_table(table)
    if not table.has_wins and ask("Enter to go on with the round, e to end it: ").lower() in ("e", "end"):
        table.end()


def _sign(journal: Journal, url: str) -> None:
    """Sign a checkpoint over the journal, and print how to verify it."""
    if not journal.last_position():
        return
    key = _beside(url, "key")
    size = make_checkpoint(journal, load_or_make_key(key)).size
    print(f"Recorded in {journal.url}, and signed with {key}: a checkpoint over {counted(size, 'append')}.")
    print(f"Verify it with: pitboss audit {journal.url}")


def _beside(url: str, what: str) -> Path:
    """A file beside the journal, or in this folder for a journal on a database server."""
    path = file_of(url)
    return path.with_name(f"{path.name}.{what}") if path else Path(f"pitboss.{what}")
