"""Whether a text of a sheet may come into force on this floor. Pure."""

from collections.abc import Iterable
from datetime import UTC, datetime

from msgspec import structs

from pitboss.floor.tables.table import TableState
from pitboss.floor.tables.table_limits import plate_refusal
from pitboss.jackpots import Link
from pitboss.jackpots.membership import version_refusal as link_refusal
from pitboss.jackpots.refusal import Games
from pitboss.people import Approval, approval_fault
from pitboss.refusal import Refusal, refuse
from pitboss.sheets.game import Game


def approval_refusal(game: Game, approval: Approval | None, opened: bool) -> Refusal | None:
    """Refusal of a text that nobody has approved; none is needed before anything is open."""
    if approval is None:
        if not opened:
            return None
        message = f"a text of {game.sheet.id} comes into force by two people: propose it"
        return refuse("approval_missing", message, game.ruling_clauses)
    fault = approval_fault(approval, "bringing a sheet into force")
    return refuse(*fault, game.ruling_clauses) if fault else None


def version_refusal(
    games: Games, game: Game, links: Iterable[Link], tables: Iterable[TableState], now: int
) -> Refusal | None:
    """Refusal of a text that cannot be played from the next opening; ``now`` is in microseconds."""
    identity = game.sheet.identity
    if datetime.fromtimestamp(now / 1e6, UTC) < identity.in_force_from:
        message = f"this version is in force from {identity.in_force_from:%d %B %Y, %H:%M}: approve it then"
        return refuse("sheet_too_early", message, game.ruling_clauses)
    for link in links:
        if refusal := link_refusal(games, link, game):
            return refusal
    for table in tables:
        played = table.open and table.plate.sheet == game.sheet.id
        if played and (refusal := plate_refusal(game, table.plate, table.denominations)):
            return structs.replace(refusal, message=f"table {table.id}: {refusal.message}")
    return None
