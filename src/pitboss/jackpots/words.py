"""Events of a link as sentences. Players of other tables are not named."""

from msgspec import Struct

from pitboss.jackpots import OtherLink
from pitboss.jackpots import events as ev
from pitboss.money import grouped, grouped_exact
from pitboss.people import Approval, Person, role_in_words
from pitboss.plural import counted
from pitboss.round.words import cited


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


def link_in_words(event: ev.JackpotEvent, own: str) -> str:
    """An event as a sentence; ``own`` is the round whose players may be named."""
    where = _where(event)
    match event:
        case ev.BetsAccepted():
            bets = counted(len(event.bets), "jackpot bet")
            return f"{bets} of {where} accepted{cited(event.cited.clauses)}"
        case ev.ContributionReturned():
            why = cited(event.cited.clauses)
            return f"the jackpot bet of {where}, box {event.box}, went back and took its share with it{why}"
        case ev.WinDetected():
            hand = f"{event.hand}, {event.percent} % of the display"
            winner = _winner(event, own)
            return f"{_claim(event.claim, own)}: {winner}, holds {hand}{cited(event.cited.clauses)}"
        case ev.ClaimOrdered():
            return f"{_claim(event.claim, own)} has place {event.place} in the order of payment"
        case ev.OrderRuled():
            order = ", ".join(_claim(claim, own) for claim in event.claims)
            return f"the House rules the order of payment: {order} ({event.reason})"
        case ev.ClaimChecked():
            count = f": {counted(event.count, 'card')}" if event.count is not None else ""
            note = f" ({event.note})" if event.note else ""
            item = event.item.replace("_", " ")
            return f"{_claim(event.claim, own)} is checked, {item}{count}{note}"
        case ev.ClaimSigned():
            return f"{_claim(event.claim, own)} is signed"
        case ev.ClaimsPaid():
            slips = (
                f"slip {slip.number}: {grouped(slip.amount)} to {_winner(slip, own)}, by the {slip.means}"
                for slip in event.slips
            )
            return f"{'; '.join(slips)}, of {grouped_exact(event.value)}{cited(event.cited.clauses)}"
        case ev.ClaimDenied():
            return f"{_claim(event.claim, own)} is denied ({event.approval.reason})"
        case ev.ClaimClosed():
            return f"the slip of {_claim(event.claim, own)} is filed"
        case ev.AwardReversed():
            amount = grouped(event.amount)
            return f"slip {event.slip} is reversed, {amount} back in the jackpot ({event.approval.reason})"
        case ev.JackpotFailed():
            value = grouped_exact(event.registered)
            return f"the jackpot system failed; {value} was registered before ({event.reason})"
        case ev.DisplayCorrected():
            return f"the display is corrected ({event.approval.reason})"
        case ev.MoneyMoved(to=OtherLink(link)):
            return f"money goes to link {link}"
        case ev.MoneyReceived():
            return f"money comes from link {event.from_link}"
        case ev.AlarmRaised():
            return f"alarm for {where}: {event.why}"
        case _:
            return _PLAIN[type(event)] + (f" ({where})" if where else "")


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


def _claim(claim: str, own: str) -> str:
    return f"claim {claim}" if is_of(claim, own) else "a claim of another table"


def _where(event: ev.JackpotEvent) -> str:
    table, name = getattr(event, "table", ""), getattr(event, "round", "")
    return f"{table}/{name}" if name else f"table {table}" if table else ""


def _winner(won: Struct, own: str) -> str:
    table, name, box = (getattr(won, field) for field in ("table", "round", "box"))
    if f"{table}/{name}" != own:
        return f"box {box} of {table}/{name}"
    return f"{getattr(won, 'player', '')}, box {box}"


_PLAIN: dict[type, str] = {
    ev.LinkOpened: "the link opened at its reset value",
    ev.TableJoined: "a table joined",
    ev.TableRemoved: "a table left",
    ev.HandsRecorded: "where the hands were complete is recorded",
    ev.RoundFinished: "the round is over",
    ev.ShareBorne: "the house bears shares that were taken back",
    ev.LimitApplied: "what is above the cap became overflow",
    ev.ShortfallCovered: "the house put in what the pool lacked",
    ev.JackpotRestored: "the jackpot system is restored",
    ev.ChangeQueued: "new parameters wait",
    ev.ConfigChanged: "new parameters are in force",
    ev.MoneyMoved: "money goes to the house",
    ev.LinkClosed: "the link ended",
}
