"""Links: their signs, their meters and claims, and what staff do with them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.messages.session import Signature
from pitboss.messages.texts import CommandId, DisplayedValue, FreeText, Name


class PendingNow(Struct, frozen=True, kw_only=True):
    """A win that is not paid."""

    table: str
    box: int
    hand: str
    amount: str
    ordered: bool


class LastWinNow(Struct, frozen=True, kw_only=True):
    """The win that a link paid last: no name, because signs are for everybody."""

    table: str
    box: int
    hand: str
    amount: str


class SignNow(Struct, frozen=True, kw_only=True):
    """The state of a link as its signs show it."""

    link: str
    version: int
    displayed: str
    suspended: bool
    pending: tuple[PendingNow, ...]
    hits: int
    last: str | None
    """The last payment."""
    last_win: LastWinNow | None = None
    """The win that it was paid for."""


class LinkAct(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True, kw_only=True):
    """Base of all acts at a link."""


class ClaimAct(LinkAct, frozen=True):
    """An act about one claim."""

    claim: Name


class CheckClaim(ClaimAct, frozen=True, tag="check_claim"):
    """See to a point of the checklist."""

    item: Literal["bet_light", "cards_face_up", "deck_count", "surveillance"]
    note: FreeText = ""
    count: Annotated[int, Meta(ge=0, le=104)] | None = None


class SignClaim(ClaimAct, frozen=True, tag="sign_claim"):
    """Answer for a win with one's name."""


class PayClaim(ClaimAct, frozen=True, tag="pay_claim"):
    """Pay the first claim in order."""

    means: Literal["attendant", "device"]


class CloseClaim(ClaimAct, frozen=True, tag="close_claim"):
    """File the slip of a paid claim."""


class RuleOrder(LinkAct, frozen=True, tag="rule_order"):
    """Decide conclusively in which order all open claims are paid."""

    claims: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=50)]
    reason: FreeText


class FailSystem(LinkAct, frozen=True, tag="fail"):
    """The jackpot system is not fully functional."""

    reason: FreeText


class RestoreSystem(LinkAct, frozen=True, tag="restore"):
    """The jackpot system works again, and its sign shows this."""

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
    """The person who answers for the act, where they do so on the screen of its sender."""


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
