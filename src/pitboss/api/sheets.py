"""The rulebook over HTTP: sheets, their clauses, and where two of them differ."""

from litestar import Controller
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Struct

from pitboss.api.errors import not_found
from pitboss.api.routing import reads
from pitboss.api.site import Site
from pitboss.sheets import Game


class SheetNow(Struct, frozen=True):
    """A sheet in force."""

    id: str
    short: str
    title: str
    operator: str
    version: str
    hash: str
    readings_hash: str
    clauses: int


class ClauseNow(Struct, frozen=True):
    """A clause in our words."""

    clause: str
    kind: str
    gist: str


class Sheets(Controller):
    """The sheets that the floor plays."""

    path = "/api/sheets"
    tags = ("rulebook",)

    @reads("/", summary="Every sheet in force", sync_to_thread=False)
    def list_sheets(self, site: NamedDependency[Site]) -> list[SheetNow]:
        """The sheets with their versions and hashes."""
        return [_sheet(game) for game in site.floor.rulebook.games.values()]

    @reads("/{sheet:str}/clauses", summary="The clauses of a sheet", sync_to_thread=False)
    def clauses(self, site: NamedDependency[Site], sheet: FromPath[str]) -> list[ClauseNow]:
        """Every numbered clause with its gist and how it is honoured."""
        game = site.floor.rulebook.games.get(sheet)
        if game is None:
            raise not_found(f"there is no sheet {sheet} in force")
        return [ClauseNow(number, entry.kind, entry.gist) for number, entry in game.register.items()]


def _sheet(game: Game) -> SheetNow:
    identity = game.sheet.identity
    return SheetNow(
        game.sheet.id,
        identity.short,
        identity.title,
        identity.operator,
        str(identity.version),
        game.hashes.sheet,
        game.hashes.readings,
        len(game.register),
    )
