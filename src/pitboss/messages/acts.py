"""What people do in a round: acts in plain JSON, with amounts in dollars as text."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.messages.texts import Amount, BetTitle, CardText, Clause, PlayerName, SignedAmount, Text

BoxNumber = Annotated[int, Meta(ge=1, le=7)]
CardTexts = Annotated[tuple[CardText, ...], Meta(min_length=1, max_length=52)]
BetName = Literal["ante", "play", "pair_plus", "jackpot", "bet", "flop", "turn", "river", "bonus"]
CardPlace = BoxNumber | Literal["dealer", "community"]


class Act(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True, kw_only=True):
    """What all acts share: nothing but the name of what is done."""


class Bet(Act, frozen=True, tag="bet", kw_only=True):
    """Put chips on a bet area, or decide by betting."""

    box: BoxNumber
    bet: BetName
    amount: Amount
    player: PlayerName | None = None
    """Whose bet it is; left out, one's own."""
    unnoticed: bool = False


class Withdraw(Act, frozen=True, tag="withdraw"):
    """Take a bet back before the Bets are closed."""

    box: BoxNumber
    bet: BetName


class Close(Act, frozen=True, tag="close"):
    """No more Bets."""


class Burn(Act, frozen=True, tag="burn"):
    """Discard the Burnt Card."""

    card: CardText


class Deal(Act, frozen=True, tag="deal"):
    """Cards reach a place."""

    to: CardPlace
    cards: CardTexts


class Discard(Act, frozen=True, tag="discard"):
    """Put the third community card aside."""

    card: CardText


class Show(Act, frozen=True, tag="show"):
    """Name cards as they are turned over."""

    at: CardPlace
    cards: CardTexts


class Look(Act, frozen=True, tag="look"):
    """Look at the hand of a box."""

    box: BoxNumber


class Handle(Act, frozen=True, tag="handle"):
    """Touch the cards of a box without looking."""

    box: BoxNumber


class Fold(Act, frozen=True, tag="fold"):
    """Do not continue."""

    box: BoxNumber


class CheckHand(Act, frozen=True, tag="check"):
    """Continue without a further bet."""

    box: BoxNumber


class Reveal(Act, frozen=True, tag="reveal"):
    """Turn over what is due next."""


class Decline(Act, frozen=True, tag="decline"):
    """Do not show the hand."""

    box: BoxNumber


class Leave(Act, frozen=True, tag="leave"):
    """The player of a box walks away."""

    box: BoxNumber


class Interrupt(Act, frozen=True, tag="interrupt"):
    """A technical interruption affects the continuation of the round."""


class Choose(Act, frozen=True, tag="choose"):
    """Take one of the options that a clause gives."""

    box: BoxNumber
    way: Literal["continue", "withdraw"]


class Report(Act, frozen=True, tag="report", kw_only=True):
    """Report an irregularity."""

    clause: Clause
    boxes: Annotated[tuple[BoxNumber, ...], Meta(max_length=7)] = ()
    dealer: bool = False
    reconstructed: bool | None = None
    intentional: bool | None = None
    order: Annotated[tuple[CardText, ...], Meta(max_length=52)] = ()
    count: Annotated[int, Meta(ge=0, le=104)] | None = None
    permit: bool | None = None
    action: Literal["void", "continue", "return", "close", "block", "no_jackpot"] | None = None
    reason: Text = ""


class CorrectCard(Act, frozen=True, tag="correct_card"):
    """A card was recorded wrongly."""

    at: CardPlace | Literal["burnt", "discarded"]
    recorded: CardText
    card: CardText
    reason: Text


class CorrectBet(Act, frozen=True, tag="correct_bet", kw_only=True):
    """A bet was recorded at a wrong amount."""

    box: BoxNumber
    player: PlayerName
    bet: BetName
    amount: Amount
    reason: Text


class Adjust(Act, frozen=True, tag="adjust", kw_only=True):
    """A ruling on a round that is over."""

    box: BoxNumber
    player: PlayerName
    bet: BetTitle
    amount: SignedAmount
    reason: Text
    limits_error: bool = False


class Settle(Act, frozen=True, tag="settle"):
    """Settle the round."""


AnyAct = (
    Bet
    | Withdraw
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
    | Leave
    | Interrupt
    | Choose
    | Report
    | CorrectCard
    | CorrectBet
    | Adjust
    | Settle
)
