"""Effects of events on claims: detected, ordered, verified, paid, closed."""

from fractions import Fraction
from typing import Any

from msgspec import structs

from pitboss.jackpots import events as ev
from pitboss.jackpots.evolve_money import bearing, flowed, metered, seeded
from pitboss.jackpots.state import Claim, Link, LinkUnbalanced, round_key
from pitboss.money import format_exact
from pitboss.settlement import Denied


def win_detected(link: Link, event: ev.WinDetected) -> Link:
    """The link with a new pending claim."""
    claim = Claim(
        id=event.claim,
        table=event.table,
        round=event.round,
        sheet=event.sheet,
        box=event.box,
        player=event.player,
        hand=event.hand,
        percent=event.percent,
        complete_at=event.complete_at,
        entered_at=event.entered_at,
        frozen_at=event.frozen_at,
        inflow=event.inflow,
    )
    key = round_key(event.table, event.round)
    booked = link.rounds[key]
    # Older builds entered a denied win again: then its denial is over.
    denied = tuple(win for win in booked.denied if win != denied_win(claim))
    rounds = link.rounds | {key: structs.replace(booked, detected=True, denied=denied)}
    return structs.replace(link, claims=link.claims | {event.claim: claim}, rounds=rounds)


def denied_win(claim: Claim) -> Denied:
    """A claim as a denied win."""
    return Denied(claim.box, claim.player, claim.hand, claim.percent)


def claim_ordered(link: Link, event: ev.ClaimOrdered) -> Link:
    """The link with a claim's place final."""
    return structs.replace(_changed(link, event.claim, place=event.place), places=event.place)


def order_ruled(link: Link, event: ev.OrderRuled) -> Link:
    """The link with all places final, by the House's ruling."""
    for claim in event.claims:
        link = structs.replace(_changed(link, claim, place=link.places + 1), places=link.places + 1)
    return link


def claim_checked(link: Link, event: ev.ClaimChecked) -> Link:
    """The link with one point of a claim's checklist ticked."""
    return _changed(link, event.claim, checks=(*link.claims[event.claim].checks, event.item))


def claim_signed(link: Link, event: ev.ClaimSigned) -> Link:
    """The link with one more signature on a claim."""
    return _changed(link, event.claim, signatures=(*link.claims[event.claim].signatures, event.by))


def claims_paid(link: Link, event: ev.ClaimsPaid) -> Link:
    """The link after payment: awards left the pool, the seed arrived, shares shrank."""
    paid = sum(slip.amount for slip in event.slips)
    rest = event.value - paid + event.seed.total - event.surplus
    if rest != event.after:
        left, said = format_exact(rest), format_exact(event.after)
        raise LinkUnbalanced(f"link {link.id}: a payment leaves {left}, and says that it leaves {said}")
    by_device = sum(slip.amount for slip in event.slips if slip.means == "device")
    link = metered(
        seeded(link, event.seed),
        paid=Fraction(paid),
        overflowed=event.surplus,
        hits=len(event.slips),
        by_device=by_device,
        by_attendant=paid - by_device,
    )
    rounds = {
        key: structs.replace(booked, left=booked.left * event.left)
        for key, booked in link.rounds.items()
        if booked.mark <= event.frozen_at
    }
    for slip in event.slips:
        link = _changed(link, slip.claim, slip=slip.number)
    return structs.replace(
        link,
        pool=link.pool - paid - event.surplus,
        overflow=link.overflow + event.surplus,
        slips=link.slips + event.slips,
        rounds=link.rounds | rounds,
    )


def claim_denied(link: Link, event: ev.ClaimDenied) -> Link:
    """The link without a denied claim; what the house bore for it was taken back."""
    claim = link.claims[event.claim]
    left = {name: other for name, other in link.claims.items() if name != event.claim}
    rounds, key = link.rounds, round_key(claim.table, claim.round)
    if booked := rounds.get(key):
        denied = (*booked.denied, denied_win(claim))
        rounds = rounds | {key: structs.replace(booked, denied=denied)}
    link = structs.replace(link, claims=left, rounds=rounds)
    if event.taken:
        link = flowed(link, -event.taken, corrections=-event.taken)
    return bearing(link, event.passed_on)


def claim_closed(link: Link, event: ev.ClaimClosed) -> Link:
    """The link without a closed claim, whose slip stays."""
    return structs.replace(link, claims={n: c for n, c in link.claims.items() if n != event.claim})


def award_reversed(link: Link, event: ev.AwardReversed) -> Link:
    """The link with an award returned; hits and wins still count what was paid."""
    link = flowed(link, Fraction(event.amount), corrections=Fraction(event.amount))
    return structs.replace(link, reversed_slips=(*link.reversed_slips, event.slip))


def _changed(link: Link, name: str, **changes: Any) -> Link:
    claim = structs.replace(link.claims[name], **changes)
    return structs.replace(link, claims=link.claims | {name: claim})
