"""What floor this is: its name, whether it is a demonstration, its build, its hours and its sheets."""

from litestar import Controller
from litestar.di import NamedDependency
from msgspec import Struct

from pitboss import __version__
from pitboss.api.routing import reads
from pitboss.build import build_hash
from pitboss.projection import project
from pitboss.server.site import Site


class ShiftNow(Struct, frozen=True):
    """A shift, by the clock of Singapore; the gaming day begins with the first."""

    name: str
    from_hour: int


class PlayedSheet(Struct, frozen=True, kw_only=True):
    """A sheet in force."""

    id: str
    short: str
    title: str
    version: int
    house: str
    hash: str


class FloorNow(Struct, frozen=True, kw_only=True):
    """The floor as a whole."""

    name: str
    demo: bool
    """It is played for nothing here, and every page says so."""
    version: str
    build: str
    """SHA-256 of the software's files, by which every round is recorded."""
    shifts: tuple[ShiftNow, ...]
    sheets: tuple[PlayedSheet, ...]


class About(Controller):
    """What everybody may know of the floor."""

    path = "/api/floor"
    tags = ("floor",)

    @reads("/", summary="What floor this is", sync_to_thread=True)
    def floor(self, site: NamedDependency[Site]) -> FloorNow:
        """Name, demonstration or not, build, hours and sheets."""
        config = site.config
        games = sorted(site.floor.rulebook.games.values(), key=lambda game: game.sheet.id)
        return FloorNow(
            name=config.name,
            demo=config.demo,
            version=__version__,
            build=build_hash(),
            shifts=tuple(ShiftNow(shift.name, shift.from_hour) for shift in config.hours.shifts),
            sheets=tuple(
                project(PlayedSheet, game.sheet.identity, id=game.sheet.id, hash=game.hashes.sheet)
                for game in games
            ),
        )
