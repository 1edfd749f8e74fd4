"""Legal acts at a table, why others are refused, and previews of acts."""

from typing import Literal

from msgspec import Struct

from pitboss.messages.acts import AnyAct, InterruptPlay, Report
from pitboss.messages.tables import OpenPointNow, SettlementNow, WagerNow
from pitboss.messages.views import DueNow, NeedNow, PendingNow, SlipPaidNow
from pitboss.reason import Reason

ActNow = dict[str, str | int]
"""An act as it may be sent."""


class BetRangeNow(Struct, frozen=True, kw_only=True):
    """A bet that may be placed, with its limits."""

    box: int
    bet: str
    player: str | None
    """The player who would bet; none for a newcomer at a free box."""
    least: str
    most: str | None
    step: str


class RefusedNow(Struct, frozen=True, kw_only=True):
    """An act that is refused now, and why."""

    act: ActNow
    """A bet without its amount: no amount would be taken."""
    code: str
    message: str
    clauses: tuple[str, ...]
    reason: Reason


class LegalNow(Struct, frozen=True, kw_only=True):
    """The acts open to one reader now."""

    version: int
    round: int
    """Its number; 0 before the first."""
    acts: tuple[ActNow, ...]
    """Each can be sent as it is; ``begin`` and ``deal_next`` have their own endpoints."""
    bets: tuple[BetRangeNow, ...]
    refused: tuple[RefusedNow, ...]
    due: DueNow | None
    unnamed: tuple[int | str, ...]
    """Places whose cards are face up, or decide a bet at the end, but have not been named yet."""


class WhyNot(Struct, frozen=True):
    """Why something cannot be now."""

    code: str
    message: str
    clauses: tuple[str, ...]
    reason: Reason


class IrregularityNow(Struct, frozen=True, kw_only=True):
    """Something that may have gone wrong, or a restriction that may be lifted, in plain words."""

    act: Literal["report", "interrupt", "lift"]
    clause: str
    gist: str
    follows: str
    """Its consequence."""
    what: Reason
    then: Reason
    """The irregularity and its consequence, as reasons."""
    role: str
    """The lowest role that may decide it."""
    may: bool
    """The reader has such a role."""
    applies: bool
    why_not: WhyNot | None
    needs: tuple[NeedNow, ...]


class Preview(Struct, frozen=True, forbid_unknown_fields=True):
    """An act that is not carried out."""

    act: AnyAct


class WeighOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """An irregularity whose options are to be valued: each choice that the report leaves open is tried."""

    act: Report | InterruptPlay


class BoxEffect(Struct, frozen=True, kw_only=True):
    """The effect of an act on a box."""

    box: int
    player: str | None
    placed: tuple[WagerNow, ...]
    returned: tuple[WagerNow, ...]
    """Bets that would be returned."""
    folded: bool
    out: bool
    """Its hand would be out of the round."""
    must_choose: bool
    """Its player would have to continue or take their bets back."""
    clauses: tuple[str, ...]


class PreviewNow(Struct, frozen=True, kw_only=True):
    """Preview of an act in the current state."""

    version: int
    round: int
    role: str
    """The lowest role that may confirm the report."""
    void: tuple[str, ...]
    """The clauses by which the round would be void."""
    boxes: tuple[BoxEffect, ...]
    follows: tuple[str, ...]
    """The consequences, as sentences."""
    then: tuple[Reason, ...]
    """The same as reasons."""
    settlement: SettlementNow | None
    """Every line, where the act settles the round."""
    readings: tuple[OpenPointNow, ...]
    """The open points of the sheet that bear on those lines."""
    claims: tuple[str, ...]
    """Jackpot wins that would have to be verified and paid first."""
    wins: tuple[PendingNow, ...]
    """The same wins: where, with which hand, and how much as things stand."""
    by_slip: tuple[SlipPaidNow, ...]
    """Amounts already paid by jackpot slip; excluded from the Dealer's payout."""
