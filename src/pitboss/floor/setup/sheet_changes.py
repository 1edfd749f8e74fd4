"""The decision to bring a text of a sheet into force."""

from pitboss.access.command_record import Changes, StreamChange
from pitboss.floor.rulebook import KIND, sheet_taken
from pitboss.floor.setup.sheet_versions import approval_refusal, version_refusal
from pitboss.floor.view import View
from pitboss.people import Approval
from pitboss.refusal import Refusal
from pitboss.sheets.loader import read_texts


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
    tables, links = view.tables(), view.links()
    refusal = approval_refusal(game, approval, bool(tables or links))
    if refusal is None and (tables or links):
        refusal = version_refusal(view.games, game, links, tables, view.at)
    return refusal or (StreamChange(KIND, taken.sheet, (taken,)),)
