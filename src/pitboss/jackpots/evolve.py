"""``evolve(link, event)``: the fold of a link. Every event is checked against the identities."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import structs

from pitboss.invariant import OutOfOrder
from pitboss.jackpots import events as ev
from pitboss.jackpots import evolve_claims as claims
from pitboss.jackpots import evolve_money as money
from pitboss.jackpots.state import Failure, Link, LinkUnbalanced, Meters, check, round_key
from pitboss.money import format_exact


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
    ev.WinDetected: claims.win_detected,
    ev.ShareBorne: money.share_borne,
    ev.ClaimOrdered: claims.claim_ordered,
    ev.OrderRuled: claims.order_ruled,
    ev.ClaimChecked: claims.claim_checked,
    ev.ClaimSigned: claims.claim_signed,
    ev.ClaimsPaid: claims.claims_paid,
    ev.ClaimDenied: claims.claim_denied,
    ev.ClaimClosed: claims.claim_closed,
    ev.AwardReversed: claims.award_reversed,
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
