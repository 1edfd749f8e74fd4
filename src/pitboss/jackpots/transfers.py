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
from pitboss.reason import Reason, because

LinkMovement = tuple[LedgerAccount, LedgerAccount, Fraction, Reason]


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
            reason=why,
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
                why = because(
                    "transfer.slip", slip=slip.number, line=slip.hand, box=slip.box, table=slip.table
                )
                yield to.meter, accounts.player(slip.player), Fraction(slip.amount), why
            yield to.meter, to.overflow, event.surplus, because("transfer.surplus")
        case ev.BetsAccepted():
            yield from _accepted(to, event)
        case ev.ContributionReturned():
            why = because("transfer.share_returned", box=event.box)
            yield to.meter, to.house, event.display, why
            yield to.overflow, to.house, event.overflow, why
            yield to.reserve, to.house, event.reserve, why
        case ev.AwardReversed():
            why = because("transfer.slip_reversed", slip=event.slip, given=event.approval.reason)
            yield accounts.player(event.player), to.meter, Fraction(event.amount), why
        case ev.ShareBorne():
            borne = sum((part.amount for part in event.parts), Fraction(0))
            yield to.house, to.meter, borne, because("transfer.borne")
        case ev.ClaimDenied():
            yield to.meter, to.house, event.taken, because("transfer.denied_claim")
        case ev.LimitApplied():
            yield to.meter, to.overflow, event.amount, because("transfer.capped")
        case ev.ShortfallCovered():
            yield to.house, to.meter, event.amount, because("transfer.shortfall")
        case ev.DisplayCorrected():
            yield from _corrected(to, event)
        case ev.MoneyMoved():
            yield from _moved(to, event)
        case ev.MoneyReceived():
            yield from _received(to, event)
        case _:
            return


def _seed(to: Books, seed: Seed) -> Iterator[LinkMovement]:
    yield to.overflow, to.meter, seed.overflow, because("transfer.seed_overflow")
    yield to.reserve, to.meter, seed.reserve, because("transfer.seed_reserve")
    yield to.seeds, to.meter, seed.house, because("transfer.seed_house")


def _accepted(to: Books, event: ev.BetsAccepted) -> Iterator[LinkMovement]:
    for bet in event.bets:
        why = because("transfer.accepted", box=bet.box, player=bet.player)
        yield to.house, to.meter, bet.display, why
        yield to.house, to.overflow, bet.overflow, why
        yield to.house, to.reserve, bet.reserve, why


def _corrected(to: Books, event: ev.DisplayCorrected) -> Iterator[LinkMovement]:
    why = because("transfer.corrected", given=event.approval.reason)
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
            yield source, to.house, event.amount, because("transfer.to_house")
        case OtherLink(link):
            yield source, accounts.between_links(link), event.amount, because("transfer.to_link", link=link)


def _received(to: Books, event: ev.MoneyReceived) -> Iterator[LinkMovement]:
    target = to.reserve if event.part == "reserve" else to.meter
    yield to.arriving, target, event.amount, because("transfer.from_link", link=event.from_link)
    yield to.meter, to.overflow, event.overflow, because("transfer.capped")
