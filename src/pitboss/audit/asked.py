"""Which command a link must have been given, read off the events that followed from it.

The journal records what happened to a link, not what was asked; every event says enough to ask it again.
Only who approved that a table joins or leaves is not recorded.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from msgspec import Struct

from pitboss.jackpots import Approval, Link, Person, Revenue
from pitboss.jackpots import commands as lc
from pitboss.jackpots import events as le

_SOMEBODY: Final = Approval(
    Person("approver", "shift_manager"), Person("second approver", "shift_manager"), "not recorded"
)


def asked(link: Link | None, events: Sequence[Struct]) -> lc.Command | None:
    """The command that the first of these events, with those after it, follows from; none for a command
    that only a table gives, or for what only follows from something else."""
    first = events[0]
    match first:
        case le.LinkOpened():
            return _open(first, events[1:])
        case le.TableJoined() if link:
            member = lc.Member(first.table, first.sheet, link.config.prescribed_bet)
            return lc.JoinTable(member, _SOMEBODY)
        case le.TableRemoved():
            return lc.RemoveTable(first.table, _SOMEBODY)
        case le.MoneyMoved() | le.LinkClosed():
            return _moved(first, events)
        case _:
            return _of_claim(first) or _of_control(first)


def _open(opened: le.LinkOpened, rest: Sequence[Struct]) -> lc.Command:
    bet = opened.config.prescribed_bet
    joined = takewhile(lambda event: isinstance(event, le.TableJoined), rest)
    members = tuple(lc.Member(event.table, event.sheet, bet) for event in joined)  # type: ignore[attr-defined]
    return lc.OpenLink(opened.link, opened.operator, opened.config, members, opened.approval)


def _moved(first: le.MoneyMoved | le.LinkClosed, events: Sequence[Struct]) -> lc.Command:
    moves = takewhile(lambda event: isinstance(event, le.MoneyMoved), events)
    after = events[sum(1 for _ in moves) :]
    if after and isinstance(after[0], le.LinkClosed):
        to = first.to if isinstance(first, le.MoneyMoved) else Revenue()
        return lc.CloseLink(to, after[0].approval)
    assert isinstance(first, le.MoneyMoved), "the end of a link stands behind its moves"
    if isinstance(first.approved, Person):
        return lc.ReleaseOverflow(first.approved)
    return lc.MoveMoney(first.part, first.amount, first.to, first.approved)


def _of_claim(event: Struct) -> lc.Command | None:
    match event:
        case le.HandsRecorded():
            return lc.RecordHands(event.table, event.round, event.complete)
        case le.OrderRuled():
            return lc.RuleOrder(event.claims, event.by, event.reason)
        case le.ClaimChecked():
            return lc.CheckClaim(event.claim, event.item, event.by, event.note, event.count)
        case le.ClaimSigned():
            return lc.SignClaim(event.claim, event.by)
        case le.ClaimsPaid(slips=(slip, *_)):
            return lc.PayClaim(slip.claim, slip.prepared_by, slip.means)
        case le.ClaimDenied():
            return lc.DenyClaim(event.claim, event.approval)
        case le.ClaimClosed():
            return lc.CloseClaim(event.claim, event.by)
        case le.AwardReversed():
            return lc.ReverseAward(event.slip, event.approval)
    return None


def _of_control(event: Struct) -> lc.Command | None:
    match event:
        case le.JackpotFailed():
            return lc.FailSystem(event.by, event.reason)
        case le.JackpotRestored():
            return lc.RestoreSystem(event.by, event.displayed)
        case le.ChangeQueued():
            return lc.ProposeChange(event.config, event.approval)
        case le.DisplayCorrected():
            return lc.CorrectDisplay(event.amount, event.approval)
    return None
