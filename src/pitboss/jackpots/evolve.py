"""``evolve(link, event)``: the fold of a link. Every event is checked against the identities.

Effects of events on claims: detected, ordered, verified, paid, closed.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final

from msgspec import structs

from pitboss.invariant import OutOfOrder
from pitboss.jackpots import events as ev
from pitboss.jackpots import evolve_money as money
from pitboss.jackpots.evolve_money import bearing, flowed, metered, seeded
from pitboss.jackpots.state import Claim, Failure, Link, LinkUnbalanced, Meters, check, round_key
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


def evolve(link: Link | None, event: ev.JackpotEvent) -> Link:
    """The link after one event; raises :class:`LinkUnbalanced` if an identity breaks."""
    if isinstance(event, ev.LinkOpened):
        if link is not None:
            raise OutOfOrder(f"link {link.id} is opened again, and a link begins once")
        meters = Meters(seed_funding=event.seed.total)
        after = Link(
            id=event.link, operator=event.operator, config=event.config, pool=event.seed.total, meters=meters
        )
    else:
        if link is None:
            raise OutOfOrder(f"{type(event).__name__} stands before LinkOpened, with which a link begins")
        after = _EVOLVE[type(event)](link, event)
    check(after)
    return after


def fold(events: Iterable[ev.JackpotEvent]) -> Link:
    """The link after these events."""
    link = None
    for event in events:
        link = evolve(link, event)
    if link is None:
        raise OutOfOrder("a link without events is none: it begins with LinkOpened")
    return link


def _table_joined(link: Link, event: ev.TableJoined) -> Link:
    return structs.replace(link, members=link.members | {event.table: event.sheet})


def _table_removed(link: Link, event: ev.TableRemoved) -> Link:
    return structs.replace(link, members={t: s for t, s in link.members.items() if t != event.table})


def _alarm_raised(link: Link, event: ev.AlarmRaised) -> Link:
    return money.metered(link, alarms=1)


def _hands_recorded(link: Link, event: ev.HandsRecorded) -> Link:
    key = round_key(event.table, event.round)
    booked = structs.replace(link.rounds[key], complete=event.complete)
    return structs.replace(link, rounds=link.rounds | {key: booked})


def _round_finished(link: Link, event: ev.RoundFinished) -> Link:
    key = round_key(event.table, event.round)
    booked = structs.replace(link.rounds[key], settled=True)
    return structs.replace(link, rounds=link.rounds | {key: booked})


def _jackpot_failed(link: Link, event: ev.JackpotFailed) -> Link:
    return structs.replace(link, failure=Failure(event.registered, link.mark, link.inflow))


def _jackpot_restored(link: Link, event: ev.JackpotRestored) -> Link:
    return structs.replace(link, failure=None)


def _change_queued(link: Link, event: ev.ChangeQueued) -> Link:
    return structs.replace(link, queued=event)


def _config_changed(link: Link, event: ev.ConfigChanged) -> Link:
    return structs.replace(money.seeded(link, event.seed), config=event.config, queued=None)


def _link_closed(link: Link, event: ev.LinkClosed) -> Link:
    if most := max(link.pool, link.reserve, link.overflow):
        raise LinkUnbalanced(f"link {link.id} is closed and holds {format_exact(most)}")
    return structs.replace(link, closed=True)


_EVOLVE: Final[dict[type, Callable[[Link, Any], Link]]] = {
    ev.TableJoined: _table_joined,
    ev.TableRemoved: _table_removed,
    ev.BetsAccepted: money.bets_accepted,
    ev.AlarmRaised: _alarm_raised,
    ev.HandsRecorded: _hands_recorded,
    ev.ContributionReturned: money.contribution_returned,
    ev.RoundFinished: _round_finished,
    ev.WinDetected: win_detected,
    ev.ShareBorne: money.share_borne,
    ev.ClaimOrdered: claim_ordered,
    ev.OrderRuled: order_ruled,
    ev.ClaimChecked: claim_checked,
    ev.ClaimSigned: claim_signed,
    ev.ClaimsPaid: claims_paid,
    ev.ClaimDenied: claim_denied,
    ev.ClaimClosed: claim_closed,
    ev.AwardReversed: award_reversed,
    ev.LimitApplied: money.limit_applied,
    ev.ShortfallCovered: money.shortfall_covered,
    ev.JackpotFailed: _jackpot_failed,
    ev.JackpotRestored: _jackpot_restored,
    ev.ChangeQueued: _change_queued,
    ev.ConfigChanged: _config_changed,
    ev.DisplayCorrected: money.display_corrected,
    ev.MoneyMoved: money.money_moved,
    ev.MoneyReceived: money.money_received,
    ev.LinkClosed: _link_closed,
}
