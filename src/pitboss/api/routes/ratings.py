"""Ratings over HTTP: how long and how much somebody plays, and what the house wins of it."""

from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from litestar import Controller
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from pitboss.api.bodies import day_given
from pitboss.api.context import Ctx, table_of
from pitboss.api.record_reads import RecordReads
from pitboss.api.routing import serves
from pitboss.floor.tables.money.ratings import Rating, Ratings
from pitboss.messages import operations
from pitboss.messages.money import RatingNow
from pitboss.money import format_cents
from pitboss.people import known_as
from pitboss.projection import project
from pitboss.reconcile.rows import ratings_of_day
from pitboss.server.site import Site
from pitboss.sheets.game import Game
from pitboss.time_zones import utc_text

if TYPE_CHECKING:
    from pitboss.analysis.odds import HouseEdge

_JACKPOT: Final = "jackpot"
_MICRO: Final = 1_000_000
_MINUTE: Final = 60


class RatingRoutes(Controller):
    """Ratings of players."""

    @serves(operations.ratings)
    async def of_table(
        self,
        ctx: Ctx,
        record: NamedDependency[RecordReads],
        table: FromPath[str],
        day: FromQuery[str | None] = None,
    ) -> list[RatingNow]:
        """The session under way or the last, in its gaming day; with ``day``, all of that day."""
        return await record.read(ctx.who, _of_table, ctx.site, table, _day(day))

    @serves(operations.ratings_of)
    async def of_player(
        self,
        ctx: Ctx,
        record: NamedDependency[RecordReads],
        name: FromPath[str],
        day: FromQuery[str | None] = None,
    ) -> list[RatingNow]:
        """One player's rating at every table: in the current sessions or, with ``day``, on that day."""
        return await record.read(ctx.who, _of_player, ctx.site, name, _day(day))


def _of_player(site: Site, name: str, day: date | None) -> list[RatingNow]:
    known = known_as(name)
    found = (rating for table in site.floor.table_names() for rating in _of_table(site, table, day))
    return [rating for rating in found if known_as(rating.player) == known]


def _day(text: str | None) -> date | None:
    return None if text is None else day_given(text, "query.day")


def _of_table(site: Site, name: str, day: date | None) -> list[RatingNow]:
    state, _ = table_of(site.floor, name)
    stretches = ratings_of_day(site.journal, name, day) if day else (state.ratings,)
    return [
        _rating(site, name, stretch, player, rating)
        for stretch in stretches
        for player, rating in sorted(stretch.players.items())
    ]


def _rating(site: Site, table: str, stretch: Ratings, player: str, rating: Rating) -> RatingNow:
    game = site.floor.rulebook.by_hash.get(stretch.sheet)
    edge = site.edges.of(game) if game else None
    counting = edge is None and game is not None and site.edges.counting(game)
    theoretical = _theoretical(edge, rating) if edge else None
    since, until = _time(site, rating.first), _time(site, rating.last)
    return project(
        RatingNow,
        rating,
        table=table,
        player=player,
        day=str(stretch.day) if stretch.day else None,
        sheet=game.sheet.id if game else "",
        since=None if since is None else utc_text(since),
        until=None if until is None else utc_text(until),
        minutes=(until - since) // (_MINUTE * _MICRO) if since is not None and until is not None else None,
        average_bet=format_cents(_average(game, rating) if game else 0),
        handle={bet: format_cents(_handle(sizes)) for bet, sizes in rating.stakes.items()},
        theoretical=None if theoretical is None else {bet: _cents(win) for bet, win in theoretical.items()},
        theoretical_win=None if theoretical is None else _cents(sum(theoretical.values(), Fraction(0))),
        counting=counting,
        win=format_cents(rating.win),
        paid_by_link=format_cents(rating.link_pays),
        bought=format_cents(rating.bought),
        cashed=format_cents(rating.cashed),
    )


def _theoretical(edge: "HouseEdge", rating: Rating) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for bet, sizes in rating.stakes.items():
        for stake, times in sizes.items():
            shown = rating.displayed.get(stake, Fraction(0))
            win = edge.jackpot_win(stake, times, shown) if bet == _JACKPOT else edge.win(bet, stake, times)
            if win is not None:
                found[bet] = found.get(bet, Fraction(0)) + win
    return found


def _average(game: Game, rating: Rating) -> int:
    """The average bet before the deal, rounded down to the cent."""
    rules = game.sheet.bets
    first = (_handle(sizes) for bet, sizes in rating.stakes.items() if rules[bet].placed == "before_deal")
    return sum(first) // rating.rounds if rating.rounds else 0


def _handle(sizes: dict[int, int]) -> int:
    return sum(stake * times for stake, times in sizes.items())


def _cents(exact: Fraction) -> str:
    """An exact amount to the nearest cent; the exact edge is the mathematics' to show."""
    return format_cents(round(exact))


def _time(site: Site, position: int) -> int | None:
    found = site.journal.read_all(position - 1, 1) if position > site.journal.archived() else ()
    return found[0].recorded if found else None
