"""The felts over HTTP: what each sheet has printed on its table and its plates."""

from collections import Counter

from litestar import Controller
from litestar.di import NamedDependency
from msgspec import structs

from pitboss.api.routing import serves
from pitboss.messages import operations
from pitboss.messages.sheets import AreaNow, FeltNow, PayNow, PaysNow
from pitboss.projection import project
from pitboss.server.site import Site
from pitboss.sheets import Game
from pitboss.sheets.model import BetRule, Jackpot, PayTable


class FeltRoutes(Controller):
    """Every felt of the floor."""

    @serves(operations.felts, quick=True)
    def list_felts(self, site: NamedDependency[Site]) -> list[FeltNow]:
        """The printed layout and the pay tables of every sheet in force."""
        return felts_of(tuple(site.floor.rulebook.games.values()))


def felts_of(games: tuple[Game, ...]) -> list[FeltNow]:
    """Felts of the floor's sheets; felts of the same shape differ in shade."""
    shades = Counter[tuple[int, int, int]]()
    found: dict[str, FeltNow] = {}
    for game in sorted(games, key=lambda game: (game.sheet.identity.short, game.sheet.id)):
        hands = game.sheet.hands
        shape = (hands.box, hands.dealer, hands.community)
        found[game.sheet.id] = structs.replace(felt_of(game), shade=shades[shape])
        shades[shape] += 1
    return [found[game.sheet.id] for game in games]


def felt_of(game: Game) -> FeltNow:
    """The felt of a sheet."""
    sheet = game.sheet
    dealing: dict[str, str] = {}
    for way in sheet.dealing:
        dealing.setdefault(way.device, way.title)
    pays = [PaysNow(bet, _lines(table), table.clauses) for bet, table in sheet.pays.items()]
    if sheet.jackpot:
        pays.insert(0, PaysNow("jackpot", _jackpot_lines(sheet.jackpot), sheet.jackpot.clauses))
    return FeltNow(
        sheet=sheet.id,
        hand=sheet.hands.box,
        dealer=sheet.hands.dealer,
        community=sheet.hands.community,
        areas=tuple(
            _area(bet, sheet.bets[bet]) for bet in sorted(sheet.bets, key=lambda b: _place(b, sheet.bets[b]))
        ),
        pays=tuple(pays),
        jackpot_units=sheet.jackpot.most_units if sheet.jackpot else 0,
        dealing=dealing,
        looks=sheet.seats.hands_examined,
        look_clauses=game.looking_clauses,
    )


def _place(bet: str, rule: BetRule) -> int:
    """The coin spot, other bets on the side, the Ante, what follows it: from the Dealer outwards."""
    if rule.placed == "decision":
        return 3
    return {"jackpot": 0, "ante": 2}.get(bet, 1)


def _area(bet: str, rule: BetRule) -> AreaNow:
    return project(AreaNow, rule, bet=bet, times_ante=max(rule.sizes, default=0), sizes=rule.sizes)


def _jackpot_lines(jackpot: Jackpot) -> tuple[PayNow, ...]:
    return tuple(
        PayNow(title=line.title, hand=line.hand, pays=line.pays, envy=line.envy) for line in jackpot.lines
    )


def _lines(table: PayTable) -> tuple[PayNow, ...]:
    if table.pays is not None:
        return (
            PayNow(title="", hand=table.pays_from, pays=table.pays, or_higher=table.pays_from is not None),
        )
    hands = tuple(PayNow(title="", hand=hand, pays=pays) for hand, pays in table.hands.items())
    return hands + tuple(PayNow(title=line.title, hand=None, pays=line.pays) for line in table.hole_cards)
