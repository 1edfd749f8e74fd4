"""Effects of events on a link's money: pool and meters."""

from fractions import Fraction
from typing import Any

from msgspec import structs

from pitboss.jackpots import events as ev
from pitboss.jackpots.parts import BookedBet, BornePart, Seed
from pitboss.jackpots.state import Failure, Link, LinkUnbalanced, RoundInPlay, round_key
from pitboss.money import format_exact


def flowed(link: Link, amount: Fraction, **added: Any) -> Link:
    """The link after the display gained or lost money other than by a win; meters gain ``added``."""
    link = metered(link, **added)
    return structs.replace(link, pool=link.pool + amount, inflow=link.inflow + amount, mark=link.mark + 1)


def metered(link: Link, **added: Any) -> Link:
    """The link whose meters gain ``added``."""
    meters = link.meters
    sums = {name: getattr(meters, name) + amount for name, amount in added.items()}
    return structs.replace(link, meters=structs.replace(meters, **sums))


def seeded(link: Link, seed: Seed) -> Link:
    """The link after overflow, reserve and house paid a reset value."""
    link = metered(link, seed_funding=seed.total, reserve_out=seed.reserve, overflow_out=seed.overflow)
    return structs.replace(
        link,
        pool=link.pool + seed.total,
        reserve=link.reserve - seed.reserve,
        overflow=link.overflow - seed.overflow,
    )


def bets_accepted(link: Link, event: ev.BetsAccepted) -> Link:
    """The link after shares reached display, overflow and reserve."""
    display = sum((bet.display for bet in event.bets), Fraction(0))
    overflow = sum((bet.overflow for bet in event.bets if bet.overflow), Fraction(0))
    reserve = sum((bet.reserve for bet in event.bets if bet.reserve), Fraction(0))
    before = link.inflow
    link = flowed(
        link,
        display,
        wagers_in=sum(bet.amount for bet in event.bets),
        contributions=display + overflow,
        overflowed=overflow,
        reserve_in=reserve,
    )
    sheet = link.members[event.table]
    booked = RoundInPlay(
        table=event.table,
        round=event.round,
        sheet=sheet,
        at=event.at,
        mark=link.mark,
        inflow=before,
        bets=event.bets,
    )
    others = {key: other for key, other in link.rounds.items() if other.table != event.table}
    return structs.replace(
        link,
        overflow=link.overflow + overflow,
        reserve=link.reserve + reserve,
        rounds=others | {round_key(event.table, event.round): booked},
    )


def contribution_returned(link: Link, event: ev.ContributionReturned) -> Link:
    """The link after shares were taken back, as far as they remained."""
    link = flowed(
        link,
        -event.display,
        wagers_returned=event.amount,
        corrections=-event.display,
        reserve_out=event.reserve,
        overflow_out=event.overflow,
    )
    key = round_key(event.table, event.round)
    booked = link.rounds[key]
    bets = tuple(bet for bet in (_less(bet, event) for bet in booked.bets) if bet.amount)
    failure = link.failure
    if failure and event.display and booked.mark <= failure.mark:
        failure = structs.replace(failure, taken=(*failure.taken, (event.display, booked.mark)))
    link = structs.replace(
        link,
        overflow=link.overflow - event.overflow,
        reserve=link.reserve - event.reserve,
        rounds=link.rounds | {key: structs.replace(booked, bets=bets)},
        failure=failure,
    )
    return bearing(link, event.borne)


def bearing(link: Link, parts: tuple[BornePart, ...]) -> Link:
    """The link whose claims remember what the house bears for them."""
    claims = dict(link.claims)
    for part in parts:
        claim = claims[part.claim]
        claims[part.claim] = structs.replace(claim, borne=(*claim.borne, part))
    return structs.replace(link, claims=claims)


def share_borne(link: Link, event: ev.ShareBorne) -> Link:
    """The link after the house put back what the registered value holds."""
    amount = sum((part.amount for part in event.parts), Fraction(0))
    link = bearing(flowed(link, amount, corrections=amount), event.parts)
    if link.failure is None:
        borne = format_exact(amount)
        raise LinkUnbalanced(f"link {link.id}: the house bears {borne}, and no registered value holds it")
    return structs.replace(link, failure=_taken_less(link.failure, event.parts))


def display_corrected(link: Link, event: ev.DisplayCorrected) -> Link:
    """The link after a documented correction."""
    net = event.amount - event.overflow
    link = flowed(link, net, corrections=event.amount, overflowed=event.overflow)
    return structs.replace(link, overflow=link.overflow + event.overflow)


def limit_applied(link: Link, event: ev.LimitApplied) -> Link:
    """The link after money above the cap became overflow."""
    link = flowed(link, -event.amount, overflowed=event.amount)
    return structs.replace(link, overflow=link.overflow + event.amount)


def shortfall_covered(link: Link, event: ev.ShortfallCovered) -> Link:
    """The link after the house covered a shortfall."""
    return flowed(link, event.amount, corrections=event.amount)


def money_moved(link: Link, event: ev.MoneyMoved) -> Link:
    """The link after money left."""
    if event.part == "display":
        return flowed(link, -event.amount, moved=-event.amount)
    if event.part == "reserve":
        return structs.replace(metered(link, reserve_out=event.amount), reserve=link.reserve - event.amount)
    return structs.replace(metered(link, overflow_out=event.amount), overflow=link.overflow - event.amount)


def money_received(link: Link, event: ev.MoneyReceived) -> Link:
    """The link after money arrived."""
    if event.part == "reserve":
        return structs.replace(metered(link, reserve_in=event.amount), reserve=link.reserve + event.amount)
    net = event.amount - event.overflow
    link = flowed(link, net, moved=event.amount, overflowed=event.overflow)
    return structs.replace(link, overflow=link.overflow + event.overflow)


def _less(bet: BookedBet, event: ev.ContributionReturned) -> BookedBet:
    if (bet.box, bet.player) != (event.box, event.player):
        return bet
    stays = Fraction(bet.amount - event.amount, bet.amount)
    return structs.replace(
        bet,
        amount=bet.amount - event.amount,
        display=bet.display * stays,
        overflow=bet.overflow * stays,
        reserve=bet.reserve * stays,
    )


def _taken_less(failure: Failure, parts: tuple[BornePart, ...]) -> Failure:
    """What remains taken out of the registered value, by booking."""
    left = dict[int, Fraction]()
    for amount, mark in failure.taken:
        left[mark] = left.get(mark, Fraction(0)) + amount
    for part in parts:
        left[part.mark] -= part.amount
    return structs.replace(failure, taken=tuple((amount, mark) for mark, amount in left.items() if amount))
