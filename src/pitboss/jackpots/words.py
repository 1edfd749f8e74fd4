"""What events of a link did. Players of other tables are not named."""

from msgspec import Struct

from pitboss.jackpots import OtherLink
from pitboss.jackpots import events as ev
from pitboss.jackpots.parts import Slip
from pitboss.money import grouped_exact
from pitboss.people import Approval, Person, role_in_words
from pitboss.reason import Reason, because


def who_at_link(event: ev.JackpotEvent) -> tuple[str, str]:
    """The person responsible, by name and role; the link itself where nobody is."""
    for name in ("by", "approval", "approved"):
        match getattr(event, name, None):
            case Person(person, role):
                return person, role_in_words(role).lower()
            case Approval(first, second):
                roles = (role_in_words(first.role).lower(), role_in_words(second.role).lower())
                return f"{first.name} and {second.name}", " and ".join(dict.fromkeys(roles))
    if isinstance(event, ev.ClaimsPaid):
        prepared = event.slips[0].prepared_by
        return prepared.name, role_in_words(prepared.role).lower()
    return "", "link"


def link_in_words(event: ev.JackpotEvent, own: str) -> Reason:
    """What an event did; ``own`` is the round whose players may be named."""
    match event:
        case ev.BetsAccepted():
            count = len(event.bets)
            clauses = event.cited.clauses
            return because("link.bets_accepted", count=count, where=_where(event), clauses=clauses)
        case ev.ContributionReturned():
            clauses = event.cited.clauses
            return because("link.share_returned", where=_where(event), box=event.box, clauses=clauses)
        case ev.OrderRuled():
            order = tuple(_claim(claim, own) for claim in event.claims)
            return because("link.order_ruled", claims=order, given=event.reason)
        case ev.ClaimsPaid():
            slips = tuple(_slip(slip, own) for slip in event.slips)
            value, clauses = grouped_exact(event.value), event.cited.clauses
            return because("link.claims_paid", slips=slips, value=value, clauses=clauses)
        case ev.AwardReversed():
            given = event.approval.reason
            return because("link.award_reversed", slip=event.slip, amount=event.amount, given=given)
        case ev.JackpotFailed():
            return because("link.failed", value=grouped_exact(event.registered), given=event.reason)
        case ev.DisplayCorrected():
            return because("link.corrected", given=event.approval.reason)
        case ev.MoneyMoved(to=OtherLink(link)):
            return because("link.money_to", link=link)
        case ev.MoneyReceived():
            return because("link.money_from", link=event.from_link)
        case ev.AlarmRaised():
            return because("link.alarm", where=_where(event), why=event.reason)
        case ev.WinDetected() | ev.ClaimOrdered() | ev.ClaimChecked() | ev.ClaimSigned() | ev.ClaimDenied():
            return _of_claim(event, own)
        case ev.ClaimClosed():
            return because("link.claim_closed", claim=_claim(event.claim, own))
        case ev.TableJoined() | ev.TableRemoved() | ev.HandsRecorded() | ev.RoundFinished():
            return because("link.at", what=_PLAIN[type(event)], where=_where(event))
        case _:
            return _PLAIN[type(event)]


def _of_claim(
    event: ev.WinDetected | ev.ClaimOrdered | ev.ClaimChecked | ev.ClaimSigned | ev.ClaimDenied, own: str
) -> Reason:
    claim = _claim(event.claim, own)
    match event:
        case ev.WinDetected():
            return because(
                "link.win_detected",
                claim=claim,
                winner=_winner(event, own),
                line=event.hand,
                percent=event.percent,
                clauses=event.cited.clauses,
            )
        case ev.ClaimOrdered():
            return because("link.claim_ordered", claim=claim, place=event.place)
        case ev.ClaimChecked():
            counts = () if event.count is None else (because("count.cards", count=event.count),)
            given = (event.note,) if event.note else ()
            return because("link.claim_checked", claim=claim, item=event.item, counts=counts, given=given)
        case ev.ClaimSigned():
            return because("link.claim_signed", claim=claim)
        case ev.ClaimDenied():
            return because("link.claim_denied", claim=claim, given=event.approval.reason)


def of_round(event: Struct, table: str, number: int) -> bool:
    """Whether an event of a link names a round."""
    parts = event.slips if isinstance(event, ev.ClaimsPaid) else (event,)
    return any((getattr(p, "table", None), getattr(p, "round", None)) == (table, str(number)) for p in parts)


def claims_of(event: Struct) -> tuple[str, ...]:
    """The claims that an event of a link is about."""
    if isinstance(event, ev.ClaimsPaid):
        return tuple(slip.claim for slip in event.slips)
    if isinstance(event, ev.OrderRuled):
        return event.claims
    claim = getattr(event, "claim", None)
    return (claim,) if isinstance(claim, str) else ()


def is_of(claim: str, own: str) -> bool:
    """Whether a claim belongs to a round; its id names round, box and player."""
    return claim.startswith(f"{own}/")


def _claim(claim: str, own: str) -> Reason:
    return because("claim.own", claim=claim) if is_of(claim, own) else because("claim.other")


def _where(event: Struct) -> Reason:
    table, name = getattr(event, "table", ""), getattr(event, "round", "")
    return because("where.round", table=table, round=name) if name else because("where.table", table=table)


def _winner(won: ev.WinDetected | Slip, own: str) -> Reason:
    if f"{won.table}/{won.round}" == own:
        return because("winner.own", player=won.player, box=won.box)
    return because("winner.other", box=won.box, where=_where(won))


def _slip(slip: Slip, own: str) -> Reason:
    winner = _winner(slip, own)
    return because("link.slip", slip=slip.number, amount=slip.amount, winner=winner, means=slip.means)


_PLAIN: dict[type, Reason] = {
    ev.LinkOpened: because("link.opened"),
    ev.TableJoined: because("link.table_joined"),
    ev.TableRemoved: because("link.table_removed"),
    ev.HandsRecorded: because("link.hands_recorded"),
    ev.RoundFinished: because("link.round_finished"),
    ev.ShareBorne: because("link.share_borne"),
    ev.LimitApplied: because("link.limit_applied"),
    ev.ShortfallCovered: because("link.shortfall_covered"),
    ev.JackpotRestored: because("link.restored"),
    ev.ChangeQueued: because("link.change_queued"),
    ev.ConfigChanged: because("link.config_changed"),
    ev.MoneyMoved: because("link.money_to_house"),
    ev.LinkClosed: because("link.closed"),
}
