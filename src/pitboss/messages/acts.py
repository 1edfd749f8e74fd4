"""Acts of a round as plain JSON, with amounts in dollars as text."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.messages.texts import (
    AmountText,
    BetName,
    BetTitle,
    CardText,
    ClauseNumber,
    FreeText,
    PlayerName,
    SignedAmount,
)

BoxNumber = Annotated[int, Meta(ge=1, le=7)]
CardTexts = Annotated[tuple[CardText, ...], Meta(min_length=1, max_length=52)]
PlaceOfCards = BoxNumber | Literal["dealer", "community"]


class Act(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True, kw_only=True):
    """Base of all acts; `act` names the type."""


class BoxAct(Act, frozen=True):
    """An act about one box."""

    box: BoxNumber


class Bet(BoxAct, frozen=True, tag="bet", kw_only=True):
    """Put chips on a bet area, or decide by betting."""

    bet: BetName
    amount: AmountText
    player: PlayerName | None = None
    """The player who bets; by default the sender."""
    unnoticed: bool = False
    by_staff: bool = False
    """A member of staff places the bet at the player's request (RWS 5.22, MBS 3.6)."""


class WithdrawBet(BoxAct, frozen=True, tag="withdraw"):
    """Take a bet back before the Bets are closed, or at the decision of a game that allows it."""

    bet: BetName
    player: PlayerName | None = None
    """The player who made the bet; staff must name them if several players share the area."""


class Close(Act, frozen=True, tag="close"):
    """No more Bets."""


class Burn(Act, frozen=True, tag="burn"):
    """Discard the Burnt Card."""

    card: CardText


class Deal(Act, frozen=True, tag="deal"):
    """Cards reach a place."""

    to: PlaceOfCards
    cards: CardTexts


class Discard(Act, frozen=True, tag="discard"):
    """Put the third community card aside."""

    card: CardText


class Show(Act, frozen=True, tag="show"):
    """Name cards as they are turned over."""

    at: PlaceOfCards
    cards: CardTexts


class Look(BoxAct, frozen=True, tag="look"):
    """Look at the hand of a box."""


class Handle(BoxAct, frozen=True, tag="handle"):
    """Touch the cards of a box without looking."""


class Fold(BoxAct, frozen=True, tag="fold"):
    """Do not continue."""


class CheckHand(BoxAct, frozen=True, tag="check"):
    """Continue without a further bet."""


class Reveal(Act, frozen=True, tag="reveal"):
    """Turn over the card or hand that is due next."""


class Decline(BoxAct, frozen=True, tag="decline"):
    """Do not show the hand."""


class ViewHand(BoxAct, frozen=True, tag="view"):
    """View a hand that its player does not show (MBS 3.10.1)."""


class AnnounceNoHand(Act, frozen=True, tag="no_hand"):
    """Announce "No hand" (MBS 3.10.2)."""


class NotifyJackpotHand(BoxAct, frozen=True, tag="notify"):
    """Notify the Dealer of a jackpot hand, whose cards stay face up (RWS 4.6, MLTH 4.4)."""


class Leave(BoxAct, frozen=True, tag="leave"):
    """A player walks away, from all their boxes and shares."""

    player: PlayerName | None = None
    """A player who shares the box; left out, the player of the box, or oneself."""


class Interrupt(Act, frozen=True, tag="interrupt"):
    """A technical interruption affects the continuation of the round."""

    reason: FreeText = ""
    """What happened; required if bets may be returned after cards were seen."""


class Choose(BoxAct, frozen=True, tag="choose"):
    """Take one of the options that a clause gives."""

    way: Literal["continue", "withdraw"]


class Report(Act, frozen=True, tag="report", kw_only=True):
    """Report an irregularity."""

    clause: ClauseNumber
    boxes: Annotated[tuple[BoxNumber, ...], Meta(max_length=7)] = ()
    player: PlayerName | None = None
    """The player concerned, if not the first player of the box."""
    dealer: bool = False
    reconstructed: bool | None = None
    intentional: bool | None = None
    order: Annotated[tuple[CardText, ...], Meta(max_length=52)] = ()
    count: Annotated[int, Meta(ge=0, le=104)] | None = None
    permit: bool | None = None
    action: (
        Literal["void", "continue", "return", "pay", "collect", "correct", "close", "block", "no_jackpot"]
        | None
    ) = None
    bet: BetName | None = None
    """The bet that a ruling pays, collects or corrects."""
    amount: AmountText | None = None
    """The amount that a ruling pays in addition to the stake, or the part of the bet that stands."""
    reason: FreeText = ""


class LiftRestriction(Act, frozen=True, tag="lift", kw_only=True):
    """Lift a restriction of the table after a jackpot failure (RWS 5.17.2), or of a player."""

    clause: ClauseNumber
    boxes: Annotated[tuple[BoxNumber, ...], Meta(max_length=7)] = ()
    player: PlayerName | None = None
    action: Literal["close", "block", "no_jackpot"] | None = None
    reason: FreeText


class CorrectCard(Act, frozen=True, tag="correct_card"):
    """A card was recorded wrongly."""

    at: PlaceOfCards | Literal["burnt", "discarded"]
    recorded: CardText
    card: CardText
    reason: FreeText


class CorrectBet(BoxAct, frozen=True, tag="correct_bet", kw_only=True):
    """A bet was recorded at a wrong amount."""

    player: PlayerName
    bet: BetName
    amount: AmountText
    reason: FreeText


class Adjust(BoxAct, frozen=True, tag="adjust", kw_only=True):
    """A ruling on a round that is over."""

    player: PlayerName
    bet: BetTitle
    amount: SignedAmount
    reason: FreeText
    limits_error: bool = False


class Settle(Act, frozen=True, tag="settle"):
    """Settle the round."""


AnyAct = (
    Bet
    | WithdrawBet
    | Close
    | Burn
    | Deal
    | Discard
    | Show
    | Look
    | Handle
    | Fold
    | CheckHand
    | Reveal
    | Decline
    | ViewHand
    | AnnounceNoHand
    | NotifyJackpotHand
    | Leave
    | Interrupt
    | Choose
    | Report
    | LiftRestriction
    | CorrectCard
    | CorrectBet
    | Adjust
    | Settle
)
