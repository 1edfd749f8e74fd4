"""The decision to bring a text of a sheet into force. Pure."""

from collections.abc import Iterable

from msgspec import structs

from pitboss.access.command_record import Changes, StreamChange
from pitboss.floor.rulebook import KIND, sheet_taken
from pitboss.floor.tables.table import TableState
from pitboss.floor.tables.table_limits import plate_refusal
from pitboss.floor.view import View
from pitboss.jackpots import Link
from pitboss.jackpots.membership import version_refusal
from pitboss.people import Approval, approval_fault
from pitboss.refusal import Refusal, refuse
from pitboss.sheets.game import Game, Games
from pitboss.sheets.house import other_house
from pitboss.sheets.loader import read_texts
from pitboss.time_zones import at_the_clock, journal_time


def take_sheet(
    view: View, sheet: str, text: tuple[str, str, int], approval: Approval | None
) -> Changes | Refusal:
    """Bring a text into force from the next opening of betting. Idempotent.

    Before any table or link is open the host does so; afterwards two people must approve.
    """
    sheet_toml, clauses_toml, form = text
    taken = sheet_taken(sheet_toml, clauses_toml, form, approval)
    known = view.games.get(taken.sheet)
    if known and known.hashes.sheet == taken.hash:
        return ()
    game = read_texts(sheet_toml, clauses_toml, form)
    if message := other_house(game, view.games.values()):
        return refuse("sheet_of_another_house", message, game.ruling_clauses)
    tables, links = view.tables(), view.links()
    refusal = _draft_refusal(game) or _approval_refusal(game, approval, bool(tables or links))
    if refusal is None and (tables or links):
        refusal = _version_refusal(view.games, game, links, tables, view.at)
    return refusal or (StreamChange(KIND, taken.sheet, (taken,)),)


def _draft_refusal(game: Game) -> Refusal | None:
    if not game.sheet.identity.draft:
        return None
    message = f"{game.sheet.id} is a draft, and no floor plays one: pitboss sheets check says what it lacks"
    return refuse("sheet_is_draft", message, game.ruling_clauses)


def _approval_refusal(game: Game, approval: Approval | None, opened: bool) -> Refusal | None:
    """Refusal of a text that nobody has approved; none is needed before anything is open."""
    if approval is None:
        if not opened:
            return None
        message = f"a text of {game.sheet.id} comes into force by two people: propose it"
        return refuse("approval_missing", message, game.ruling_clauses)
    fault = approval_fault(approval, "bringing a sheet into force")
    return refuse(*fault, game.ruling_clauses) if fault else None


def _version_refusal(
    games: Games, game: Game, links: Iterable[Link], tables: Iterable[TableState], now: int
) -> Refusal | None:
    """Refusal of a text that cannot be played from the next opening; ``now`` is in microseconds."""
    identity = game.sheet.identity
    if journal_time(now) < identity.in_force_from:
        begins = at_the_clock(identity.in_force_from, identity.time_zone, "%d %B %Y, %H:%M")
        message = f"this version is in force from {begins}: approve it then"
        return refuse("sheet_too_early", message, game.ruling_clauses)
    for link in links:
        if refusal := version_refusal(games, link, game):
            return refusal
    for table in tables:
        played = table.open and table.plate.sheet == game.sheet.id
        if played and (refusal := plate_refusal(game, table.plate, table.denominations)):
            return structs.replace(refusal, message=f"table {table.id}: {refusal.message}")
    return None
