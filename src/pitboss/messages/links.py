"""Links: their signs, their meters and claims, and what staff do with them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.messages.session import Signature
from pitboss.messages.texts import CommandId, DisplayedValue, Name, Text


class PendingNow(Struct, frozen=True, kw_only=True):
    """A win that is not paid."""

    table: str
    box: int
    hand: str
    amount: str
    ordered: bool


class SignNow(Struct, frozen=True, kw_only=True):
    """What every sign of a link shows."""

    link: str
    version: int
    displayed: str
    suspended: bool
    pending: tuple[PendingNow, ...]
    hits: int
    last: str | None
    """What was paid last."""


class LinkAct(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True, kw_only=True):
    """What all acts at a link share."""


class CheckClaim(LinkAct, frozen=True, tag="check_claim"):
    """See to a point of the checklist."""

    claim: Name
    item: Literal["bet_light", "cards_face_up", "deck_count", "surveillance"]
    note: Text = ""
    count: Annotated[int, Meta(ge=0, le=104)] | None = None


class SignClaim(LinkAct, frozen=True, tag="sign_claim"):
    """Answer for a win with one's name."""

    claim: Name


class PayClaim(LinkAct, frozen=True, tag="pay_claim"):
    """Pay the first claim in order."""

    claim: Name
    means: Literal["attendant", "device"]


class CloseClaim(LinkAct, frozen=True, tag="close_claim"):
    """File the slip of a paid claim."""

    claim: Name


class RuleOrder(LinkAct, frozen=True, tag="rule_order"):
    """Decide conclusively in which order all open claims are paid."""

    claims: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=50)]
    reason: Text


class FailSystem(LinkAct, frozen=True, tag="fail"):
    """The jackpot system is not fully functional."""

    reason: Text


class RestoreSystem(LinkAct, frozen=True, tag="restore"):
    """It works again, and its sign shows this."""

    displayed: DisplayedValue


class ReleaseOverflow(LinkAct, frozen=True, tag="release_overflow"):
    """Send overflow where the configuration says."""


AnyLinkAct = (
    CheckClaim | SignClaim | PayClaim | CloseClaim | RuleOrder | FailSystem | RestoreSystem | ReleaseOverflow
)


class LinkCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """An act at a link."""

    id: CommandId
    act: AnyLinkAct
    confirm: Signature | None = None
    """Whoever answers for it, where he does so on the screen of whoever sends it."""


class ClaimNow(Struct, frozen=True, kw_only=True):
    """A win on its way from detection to the filing of its slip."""

    id: str
    table: str
    round: str
    box: int
    player: str
    hand: str
    percent: int
    amount: str | None
    """As things stand; none once it is paid."""
    place: int | None
    checks: tuple[str, ...]
    signatures: tuple[str, ...]
    slip: int | None


class LinkNow(Struct, frozen=True, kw_only=True):
    """A link with its meters, in dollars."""

    sign: SignNow
    operator: str
    members: dict[str, str]
    closed: bool
    meters: dict[str, str]
    config: dict[str, str]
    queued: dict[str, str] | None
    claims: tuple[ClaimNow, ...]
