"""What one may do at a table now, why not the rest, and what an act would do."""

from typing import Literal

from msgspec import Struct

from pitboss.messages.acts import AnyAct, Interrupt, Report
from pitboss.messages.links import PendingNow
from pitboss.messages.tables import OpenPointNow, SettlementNow, WagerNow
from pitboss.reason import Reason

ActNow = dict[str, str | int]
"""An act as it may be sent."""


class BetRangeNow(Struct, frozen=True, kw_only=True):
    """Where chips may be put, and how many."""

    box: int
    bet: str
    player: str | None
    """Whose bet it would be; none for a player who comes to a free box."""
    least: str
    most: str | None
    step: str


class RefusedNow(Struct, frozen=True, kw_only=True):
    """What one may not do now, and why not."""

    act: ActNow
    """A bet without its amount: no amount would be taken."""
    code: str
    message: str
    clauses: tuple[str, ...]
    reason: Reason


class DueNow(Struct, frozen=True, kw_only=True):
    """What the Dealer does next, by the procedure of the sheet."""

    act: Literal["burn", "deal", "discard", "ask", "reveal", "settle"]
    clause: str
    to: int | str | None
    cards: int
    boxes: tuple[int, ...]
    """Who must decide, clockwise, when the act is to ask."""


class LegalNow(Struct, frozen=True, kw_only=True):
    """What one reader may do now."""

    version: int
    round: int
    """Its number; 0 before the first."""
    acts: tuple[ActNow, ...]
    """Each may be sent as it is; ``begin`` and ``deal_next`` have endpoints of their own."""
    bets: tuple[BetRangeNow, ...]
    refused: tuple[RefusedNow, ...]
    due: DueNow | None
    unnamed: tuple[int | str, ...]
    """Places whose cards lie face up, or at the end decide a bet, and which nobody has named yet."""


class NeedNow(Struct, frozen=True):
    """What a report is told under this name."""

    name: Literal[
        "boxes",
        "player",
        "dealer",
        "reconstructed",
        "intentional",
        "order",
        "count",
        "permit",
        "action",
        "bet",
        "amount",
        "reason",
    ]
    kind: Literal["boxes", "player", "yes_no", "cards", "number", "choice", "bet", "amount", "text"]
    required: bool
    choices: tuple[int | str, ...]


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
    """What follows from it."""
    role: str
    """From which role on it may be decided."""
    may: bool
    """Whether the reader has such a role."""
    applies: bool
    why_not: WhyNot | None
    needs: tuple[NeedNow, ...]


class Preview(Struct, frozen=True, forbid_unknown_fields=True):
    """An act that is not carried out."""

    act: AnyAct


class WeighOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """An irregularity whose options are weighed; what a report leaves open is varied."""

    act: Report | Interrupt


class BoxEffect(Struct, frozen=True, kw_only=True):
    """What would happen to a box."""

    box: int
    player: str | None
    placed: tuple[WagerNow, ...]
    returned: tuple[WagerNow, ...]
    """Bets that would go back."""
    folded: bool
    out: bool
    """Its hand would be out of the round."""
    must_choose: bool
    """Its player would have to go on or take their bets back."""
    clauses: tuple[str, ...]


class SlipPaidNow(Struct, frozen=True, kw_only=True):
    """What a slip of the link has paid already on a jackpot bet of the round."""

    box: int
    player: str
    amount: str


class PreviewNow(Struct, frozen=True, kw_only=True):
    """What would follow from an act, as things stand."""

    version: int
    round: int
    role: str
    """From which role on a report may be confirmed."""
    void: tuple[str, ...]
    """The clauses by which the round would be void."""
    boxes: tuple[BoxEffect, ...]
    follows: tuple[str, ...]
    """What would follow, in sentences."""
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
    """What of the lines slips have paid already: the Dealer does not pay it again."""
