"""The acts of a round, one line each: who may give them, what they have to do with cards, money and links.

Nothing else classifies them.
"""

from typing import Final, Literal

from msgspec import Struct

from pitboss.access.roles import Permission
from pitboss.round import commands as cmd

JACKPOT: Final = "jackpot"


class Kind(Struct, frozen=True, kw_only=True):
    """What is known of a kind of act."""

    word: str
    """What it is called over the wire."""
    permission: Permission = "run_table"
    """What staff need for it."""
    player: bool = False
    """A player gives it for their own boxes and bets."""
    device: bool = False
    """A device gives it: it says which cards have left the shoe."""
    by_role: bool = False
    """It carries the role of whoever gives it."""
    runs: bool = False
    """It is an act of whoever runs the table."""
    at_automatic: bool = False
    """Staff give it also where the software deals; all else there is for players and software."""
    names_cards: bool = False
    moves_money: bool = False
    """The floor's amounts are asked about it."""
    link: bool = True
    """It may concern the link: bets accepted, returned or settled, and its failure."""

    def link_need(self, act: cmd.Command) -> Literal["none", "read", "write"]:
        """What an act may have to do with the link; of bets only the jackpot's have."""
        if isinstance(act, cmd.PlaceBet):
            return "read" if act.bet == JACKPOT else "none"
        if isinstance(act, cmd.CorrectBet) and act.bet != JACKPOT:
            return "none"
        return "write" if self.link else "none"


ACTS: Final[dict[type[cmd.Command], Kind]] = {
    cmd.OpenRound: Kind(word="open"),
    cmd.PlaceBet: Kind(word="bet", player=True),
    cmd.WithdrawBet: Kind(word="withdraw", player=True, link=False),
    cmd.CloseBets: Kind(word="close", runs=True),
    cmd.BurnCard: Kind(word="burn", runs=True, device=True, names_cards=True, link=False),
    cmd.DealCards: Kind(word="deal", runs=True, device=True, names_cards=True, link=False),
    cmd.DiscardCard: Kind(word="discard", runs=True, device=True, names_cards=True, link=False),
    cmd.ShowCards: Kind(word="show", runs=True, names_cards=True, link=False),
    cmd.ExamineHand: Kind(word="look", player=True, link=False),
    cmd.HandleHand: Kind(word="handle", player=True, link=False),
    cmd.FoldHand: Kind(word="fold", player=True, link=False),
    cmd.Check: Kind(word="check", player=True, link=False),
    cmd.Reveal: Kind(word="reveal", runs=True, link=False),
    cmd.DeclineToShow: Kind(word="decline", player=True, link=False),
    cmd.LeaveTable: Kind(word="leave", player=True),
    cmd.InterruptPlay: Kind(word="interrupt", permission="report", at_automatic=True),
    cmd.Report: Kind(word="report", permission="report", by_role=True, at_automatic=True),
    cmd.Choose: Kind(word="choose", player=True),
    cmd.CorrectCard: Kind(
        word="correct_card", permission="correct", by_role=True, names_cards=True, link=False
    ),
    cmd.CorrectBet: Kind(word="correct_bet", permission="correct", by_role=True, moves_money=True),
    cmd.AdjustSettlement: Kind(
        word="adjust", permission="rule", by_role=True, at_automatic=True, moves_money=True
    ),
    cmd.SettleRound: Kind(word="settle", runs=True),
}
"""One line for each act of the union."""


def concerns_link(act: cmd.Command) -> bool:
    """Whether an act may need the link."""
    return ACTS[type(act)].link_need(act) != "none"


def names_cards(act: cmd.Command) -> bool:
    """Whether an act says which cards lie where."""
    return ACTS[type(act)].names_cards or (isinstance(act, cmd.Report) and bool(act.order))
