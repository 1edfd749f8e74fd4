"""The floor's name, whether it is a demonstration, its build, its hours and its sheets."""

from litestar import Controller
from litestar.di import NamedDependency

from pitboss import __version__
from pitboss.api.routing import serves
from pitboss.build import build_hash
from pitboss.messages import operations
from pitboss.messages.floor import FloorNow, PlayedSheet
from pitboss.messages.views import ShiftNow
from pitboss.projection import project
from pitboss.server.site import Site
from pitboss.sheets import Game
from pitboss.sheets.house import House


class FloorRoutes(Controller):
    """Public facts about the floor."""

    @serves(operations.floor)
    def floor(self, site: NamedDependency[Site]) -> FloorNow:
        """Name, demonstration or not, build, hours and sheets."""
        config = site.config
        games = sorted(site.floor.rulebook.games.values(), key=lambda game: game.sheet.id)
        house = site.floor.house or House("", "", "UTC")
        return FloorNow(
            name=config.name,
            demo=config.demo,
            version=__version__,
            build=build_hash(),
            shifts=tuple(project(ShiftNow, shift) for shift in config.hours.shifts),
            currency=house.currency,
            currency_sign=house.currency_sign,
            time_zone=house.time_zone,
            sheets=tuple(_played(game) for game in games),
        )


def _played(game: Game) -> PlayedSheet:
    sheet = game.sheet
    bets = {bet: rule.title for bet, rule in sheet.bets.items()}
    return project(PlayedSheet, sheet.identity, id=sheet.id, hash=game.hashes.sheet, bets=bets)
