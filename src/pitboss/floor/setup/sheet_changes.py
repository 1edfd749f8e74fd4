"""The decision to bring a text of a sheet into force. Pure."""

from collections.abc import Iterable

from msgspec import structs

from pitboss.commands.record import Changes, StreamChange
from pitboss.floor.sheets_in_force import KIND, sheet_taken
from pitboss.floor.tables.table import TableState
from pitboss.floor.tables.table_limits import plate_refusal
from pitboss.floor.view import View
from pitboss.jackpots import Link
from pitboss.jackpots.membership import version_refusal
from pitboss.people import Approval, approval_fault
from pitboss.reason import because
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
    if other := other_house(game, view.games.values()):
        return refuse("sheet_of_another_house", other, game.ruling_clauses)
    tables, links = view.tables(), view.links()
    refusal = _draft_refusal(game) or _approval_refusal(game, approval, bool(tables or links))
    if refusal is None and (tables or links):
        refusal = _version_refusal(view.games, game, links, tables, view.at)
    return refusal or (StreamChange(KIND, taken.sheet, (taken,)),)


def _draft_refusal(game: Game) -> Refusal | None:
    if not game.sheet.identity.draft:
        return None
    return refuse("sheet_is_draft", because("sheet_is_draft", sheet=game.sheet.id), game.ruling_clauses)


def _approval_refusal(game: Game, approval: Approval | None, opened: bool) -> Refusal | None:
    """Refusal of an unapproved text; approval is not needed before anything is open."""
    if approval is None:
        if not opened:
            return None
        reason = because("approval_missing.sheet", sheet=game.sheet.id)
        return refuse("approval_missing", reason, game.ruling_clauses)
    fault = approval_fault(approval, because("act.adopt_sheet"))
    return refuse(*fault, game.ruling_clauses) if fault else None


def _version_refusal(
    games: Games, game: Game, links: Iterable[Link], tables: Iterable[TableState], now: int
) -> Refusal | None:
    """Refusal of a text that cannot be played from the next opening; ``now`` is in microseconds."""
    identity = game.sheet.identity
    if journal_time(now) < identity.in_force_from:
        begins = at_the_clock(identity.in_force_from, identity.time_zone, "%d %B %Y, %H:%M")
        return refuse("sheet_too_early", because("sheet_too_early", begins=begins), game.ruling_clauses)
    for link in links:
        if refusal := version_refusal(games, link, game):
            return refusal
    for table in tables:
        played = table.open and table.plate.sheet == game.sheet.id
        if played and (refusal := plate_refusal(game, table.plate, table.denominations)):
            reason = because("plate.at_table", table=table.id, why=refusal.reason)
            return structs.replace(refusal, reason=reason)
    return None
