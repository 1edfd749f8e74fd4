"""From a link's events to the ledger, whose accounts always equal the link's meters."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from pitboss.citation import Cited
from pitboss.jackpots import events as ev
from pitboss.jackpots.config import OtherLink, Revenue
from pitboss.jackpots.parts import Seed
from pitboss.ledger import GamingDay, Transfer, accounts
from pitboss.ledger.accounts import LedgerAccount

LinkMovement = tuple[LedgerAccount, LedgerAccount, Fraction, str]


class Books(Struct, frozen=True, kw_only=True):
    """The accounts of one link."""

    meter: LedgerAccount
    reserve: LedgerAccount
    overflow: LedgerAccount
    house: LedgerAccount
    seeds: LedgerAccount
    arriving: LedgerAccount


def books(link: str, operator: str) -> Books:
    """The accounts of a link and of its operator."""
    return Books(
        meter=accounts.link_meter(link),
        reserve=accounts.link_reserve(link),
        overflow=accounts.link_overflow(link),
        house=accounts.house(operator),
        seeds=accounts.seed_funding(operator),
        arriving=accounts.between_links(link),
    )


def link_transfers(
    link: str, operator: str, event: ev.JackpotEvent, before: int, day: GamingDay
) -> tuple[Transfer, ...]:
    """Drafts of an event's transfers; their ids tell how many events ``before`` them it stands."""
    cited = getattr(event, "cited", None)
    if not isinstance(cited, Cited):
        return ()
    moves = [move for move in _movements(books(link, operator), event) if move[2]]
    return tuple(
        Transfer(
            id=f"{link}/{before}",
            source=source,
            target=target,
            amount=amount,
            cited=cited,
            day=day.date,
            shift=day.shift,
            why=why,
        )
        for source, target, amount, why in moves
    )


def _movements(to: Books, event: ev.JackpotEvent) -> Iterator[LinkMovement]:
    match event:
        case ev.LinkOpened(seed=seed) | ev.ConfigChanged(seed=seed):
            yield from _seed(to, seed)
        case ev.ClaimsPaid():
            yield from _seed(to, event.seed)
            for slip in event.slips:
                why = f"Slip {slip.number}: {slip.hand} on box {slip.box} of table {slip.table}."
                yield to.meter, accounts.player(slip.player), Fraction(slip.amount), why
            yield to.meter, to.overflow, event.surplus, "What a reset leaves over is overflow."
        case ev.BetsAccepted():
            yield from _accepted(to, event)
        case ev.ContributionReturned():
            why = f"The jackpot bet on box {event.box} went back, and its share with it."
            yield to.meter, to.house, event.display, why
            yield to.overflow, to.house, event.overflow, why
            yield to.reserve, to.house, event.reserve, why
        case ev.AwardReversed():
            why = f"Slip {event.slip} is reversed: {event.approval.reason}"
            yield accounts.player(event.player), to.meter, Fraction(event.amount), why
        case ev.ShareBorne():
            borne = sum((part.amount for part in event.parts), Fraction(0))
            yield to.house, to.meter, borne, "The house bears what the registered value holds."
        case ev.ClaimDenied():
            yield to.meter, to.house, event.taken, "A denied claim held shares of returned bets."
        case ev.LimitApplied():
            yield to.meter, to.overflow, event.amount, "The display is at its cap."
        case ev.ShortfallCovered():
            yield to.house, to.meter, event.amount, "The house covers what the claims' order lacks."
        case ev.DisplayCorrected():
            yield from _corrected(to, event)
        case ev.MoneyMoved():
            yield from _moved(to, event)
        case ev.MoneyReceived():
            yield from _received(to, event)
        case _:
            return


def _seed(to: Books, seed: Seed) -> Iterator[LinkMovement]:
    yield to.overflow, to.meter, seed.overflow, "Overflow pays for the reset value."
    yield to.reserve, to.meter, seed.reserve, "The reserve pays for the reset value."
    yield to.seeds, to.meter, seed.house, "The house tops up the reset value."


def _accepted(to: Books, event: ev.BetsAccepted) -> Iterator[LinkMovement]:
    for bet in event.bets:
        why = f"The jackpot bet on box {bet.box} of {bet.player} is accepted."
        yield to.house, to.meter, bet.display, why
        yield to.house, to.overflow, bet.overflow, why
        yield to.house, to.reserve, bet.reserve, why


def _corrected(to: Books, event: ev.DisplayCorrected) -> Iterator[LinkMovement]:
    why = f"Correction of the display: {event.approval.reason}"
    if event.amount < 0:
        yield to.meter, to.house, -event.amount, why
    else:
        yield to.house, to.meter, event.amount - event.overflow, why
        yield to.house, to.overflow, event.overflow, why


def _moved(to: Books, event: ev.MoneyMoved) -> Iterator[LinkMovement]:
    """The sender's transfers of a movement; the receiver posts its own in the same append."""
    source = {"display": to.meter, "reserve": to.reserve, "overflow": to.overflow}[event.part]
    match event.to:
        case Revenue():
            yield source, to.house, event.amount, "A link's money goes to the house."
        case OtherLink(link):
            yield source, accounts.between_links(link), event.amount, f"A link's money goes to link {link}."


def _received(to: Books, event: ev.MoneyReceived) -> Iterator[LinkMovement]:
    target = to.reserve if event.part == "reserve" else to.meter
    yield to.arriving, target, event.amount, f"Money of link {event.from_link} arrives."
    yield to.meter, to.overflow, event.overflow, "The display is at its cap."
