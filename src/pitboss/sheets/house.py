"""What the sheets of one floor have in common: their money and their clock.

Refusals and citations of what a sheet leaves to the House: links, card sets.

Where no other clause decides, they cite the one that leaves a matter to the shift manager.
"""

from collections.abc import Iterable
from datetime import tzinfo

from msgspec import Struct

from pitboss.citation import Cited, Clause, clauses_or
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal
from pitboss.refusal import refuse as refuse_with
from pitboss.refusal_codes import RefusalCode
from pitboss.sheets.game import Game
from pitboss.time_zones import SINGAPORE, zone_or_utc


def refuse(game: Game, code: RefusalCode, reason: Reason, *clauses: Clause) -> Refusal:
    """A refusal with clauses; by default the one that leaves a matter to the shift manager."""
    return refuse_with(code, reason, clauses_or(clauses, game.ruling_clauses))


def cite(game: Game, *clauses: Clause) -> Cited:
    """Clauses of a sheet; by default the one that leaves a matter to the shift manager."""
    return Cited(game.sheet.id, clauses_or(clauses, game.ruling_clauses))


class House(Struct, frozen=True):
    """The currency and the time zone of a sheet. A floor counts one money and goes by one clock."""

    currency: str
    currency_sign: str
    time_zone: str


def house_of(game: Game) -> House:
    """The house that a sheet is written for."""
    identity = game.sheet.identity
    return House(identity.currency, identity.currency_sign, identity.time_zone)


def zone_of(games: Iterable[Game]) -> tzinfo:
    """The clock of the house of some sheets; Singapore's where there are none."""
    house = next(map(house_of, games), None)
    return zone_or_utc(house.time_zone) if house else SINGAPORE


def other_house(game: Game, games: Iterable[Game]) -> Reason | None:
    """The reason why a sheet cannot be played on a floor with others; None if it can."""
    own = house_of(game)
    for other in games:
        theirs = house_of(other)
        if theirs != own:
            return because(
                "sheet_of_another_house",
                sheet=game.sheet.id,
                house=_said(own),
                other=other.sheet.id,
                others=_said(theirs),
            )
    return None


def _said(house: House) -> Reason:
    return because("house", currency=house.currency, sign=house.currency_sign, zone=house.time_zone)
