"""Links: their signs, their meters and claims, and what staff do with them."""

from msgspec import Struct

from pitboss.messages.acts import AnyLinkAct
from pitboss.messages.session import Confirmed
from pitboss.messages.texts import CommandId
from pitboss.messages.views import PendingNow


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


class LinkCommand(Confirmed, frozen=True, forbid_unknown_fields=True):
    """An act at a link."""

    id: CommandId
    act: AnyLinkAct


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
