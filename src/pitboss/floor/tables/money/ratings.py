"""Ratings: each player's rounds, stakes and wins, from one opener or gaming day of a table to the next.

Stakes are kept by size, because caps and jackpot pays do not grow with the stake: the exact edge of every bet
can be computed later.
"""

from datetime import date
from fractions import Fraction
from typing import Final

from msgspec import Struct, structs

from pitboss.floor.tables.money.events import ChipsBought, ChipsCashed, SlipMade
from pitboss.round import events as re
from pitboss.settlement import Line, Settlement

_JACKPOT: Final = "jackpot"


class Rating(Struct, frozen=True, kw_only=True):
    """One player's play in one stretch. Money in cents; gains of the house are positive."""

    first: int
    """The journal position of the player's first chips or bet."""
    last: int
    """The journal position of the player's last chips, bet or settlement."""
    rounds: int = 0
    stakes: dict[str, dict[int, int]] = {}
    """By bet, how often each amount was staked; returned bets are left out."""
    displayed: dict[int, Fraction] = {}
    """By jackpot stake, the sum of the displays when betting opened."""
    win: int = 0
    """By settlements and rulings, without awards of a link."""
    link_pays: int = 0
    bought: int = 0
    cashed: int = 0


class Ratings(Struct, frozen=True, kw_only=True):
    """The players of one stretch: a gaming day of a session under one version of the sheet."""

    day: date | None = None
    sheet: str = ""
    """The hash of the sheet."""
    display: Fraction | None = None
    """The display when the round's betting opened."""
    counted: Settlement | None = None
    """The round's settlement that the figures include."""
    players: dict[str, Rating] = {}


def stretch_of_day(ratings: Ratings, day: date) -> Ratings:
    """The ratings when a round of a gaming day begins; another day starts from zero."""
    fresh = ratings.day not in (None, day)
    return Ratings(day=day) if fresh else structs.replace(ratings, day=day, counted=None)


def rate(ratings: Ratings, event: Struct, position: int) -> Ratings:
    """The ratings after an event of the table."""
    match event:
        case SlipMade(kind="opener", replaces=None):
            return Ratings(day=ratings.day)
        case ChipsBought(player=player, amount=amount):
            return _more(ratings, player, position, bought=amount)
        case ChipsCashed(player=player, amount=amount):
            return _more(ratings, player, position, cashed=amount)
        case re.RoundOpened():
            return _opened(ratings, event)
        case re.BetPlaced(player=player):
            return _more(ratings, player, position)
        case re.RoundSettled():
            return _counted(_uncounted(ratings, position), event.settlement, 1, position)
        case re.SettlementReopened():
            return _uncounted(ratings, position)
        case re.SettlementAdjusted(player=player, amount=amount):
            return _more(ratings, player, position, win=-amount)
        case _:
            return ratings


def _opened(ratings: Ratings, event: re.RoundOpened) -> Ratings:
    display = event.display.value if event.display else None
    if ratings.sheet not in ("", event.hashes.sheet):
        ratings = Ratings(day=ratings.day)
    return structs.replace(ratings, sheet=event.hashes.sheet, display=display)


def _more(ratings: Ratings, player: str, position: int, **cents: int) -> Ratings:
    found = ratings.players.get(player) or Rating(first=position, last=position)
    sums = {name: getattr(found, name) + more for name, more in cents.items()}
    changed = structs.replace(found, last=position, **sums)
    return structs.replace(ratings, players=ratings.players | {player: changed})


def _uncounted(ratings: Ratings, position: int) -> Ratings:
    """The ratings without the settlement that is being replaced."""
    return _counted(ratings, ratings.counted, -1, position) if ratings.counted else ratings


def _counted(ratings: Ratings, settlement: Settlement, sign: int, position: int) -> Ratings:
    shares = {(paid.box, paid.player): paid.amount for paid in settlement.shares_won()}
    players = dict(ratings.players)
    by_player: dict[str, list[Line]] = {}
    for line in settlement.lines:
        by_player.setdefault(line.player, []).append(line)
    for player, lines in by_player.items():
        paid = sum(shares.get((line.box, player), 0) for line in lines if line.bet == _JACKPOT)
        stands = [line for line in lines if line.stake and line.result != "returned"]
        found = players.get(player) or Rating(first=position, last=position)
        players[player] = structs.replace(
            found,
            last=position,
            rounds=found.rounds + sign * bool(stands),
            stakes=_staked(found.stakes, stands, sign),
            displayed=_displayed(found.displayed, stands, ratings.display, sign),
            win=found.win - sign * (sum(line.net for line in lines) - paid),
            link_pays=found.link_pays + sign * paid,
        )
    return structs.replace(ratings, players=players, counted=settlement if sign > 0 else None)


def _staked(stakes: dict[str, dict[int, int]], lines: list[Line], sign: int) -> dict[str, dict[int, int]]:
    found = {bet: dict(sizes) for bet, sizes in stakes.items()}
    for line in lines:
        sizes = found.setdefault(line.bet, {})
        sizes[line.stake] = sizes.get(line.stake, 0) + sign
    return found


def _displayed(
    displayed: dict[int, Fraction], lines: list[Line], display: Fraction | None, sign: int
) -> dict[int, Fraction]:
    found = dict(displayed)
    for line in lines:
        if line.bet == _JACKPOT and display is not None:
            found[line.stake] = found.get(line.stake, Fraction(0)) + sign * display
    return found
