"""The acts that commands carry, one line each: who may give them, what they have to do with cards or links.

Nothing else classifies them.
"""

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss.access.commands import ACCOUNT_ACTS, ActKind
from pitboss.access.roles import Permission
from pitboss.card_sets import commands as sc
from pitboss.floor import proposed as pa
from pitboss.floor.tables.money import commands as mc
from pitboss.jackpots import commands as lc
from pitboss.round import commands as cmd

JACKPOT: Final = "jackpot"


class ActSpec(ActKind, frozen=True, kw_only=True):
    """What is known of a kind of act."""

    permission: Permission = "run_table"
    by_content: Callable[[Any], Permission] | None = None
    """The permission, where it depends on what the act says."""
    player: bool = False
    """A player gives it for their own boxes and bets, with the permission to play."""
    device: bool = False
    """A device gives it: it says which cards have left the shoe."""
    by_role: bool = False
    """It carries the role of whoever gives it."""
    runs: bool = False
    """It is an act of whoever runs the table."""
    at_automatic: bool = False
    """Staff give it also where the software deals; all else there is for players and software."""
    names_cards: bool = False
    witnessed: bool = False
    """A second person confirms it at the same screen."""
    proposed: bool = False
    """Two people answer for it: it is proposed, and done with the approval."""
    moves_money: bool = False
    """The floor's amounts are asked about it."""
    link: bool = True
    """It may concern the link: bets accepted, returned or settled, and its failure."""

    def needed(self, *, player: bool) -> Permission:
        """The permission that it takes; of a player, for their own boxes, bets and chips, to play."""
        return "play" if player and self.player else self.permission

    def link_need(self, act: cmd.Command) -> Literal["none", "read", "write"]:
        """What an act may have to do with the link; of bets only the jackpot's have."""
        if isinstance(act, cmd.PlaceBet):
            return "read" if act.bet == JACKPOT else "none"
        if isinstance(act, cmd.CorrectBet) and act.bet != JACKPOT:
            return "none"
        return "write" if self.link else "none"


ROUND_ACTS: Final[dict[type[Struct], ActSpec]] = {
    cmd.OpenRound: ActSpec(word="open"),
    cmd.PlaceBet: ActSpec(word="bet", player=True),
    cmd.WithdrawBet: ActSpec(word="withdraw", player=True, link=False),
    cmd.CloseBets: ActSpec(word="close", runs=True),
    cmd.BurnCard: ActSpec(word="burn", runs=True, device=True, names_cards=True, link=False),
    cmd.DealCards: ActSpec(word="deal", runs=True, device=True, names_cards=True, link=False),
    cmd.DiscardCard: ActSpec(word="discard", runs=True, device=True, names_cards=True, link=False),
    cmd.ShowCards: ActSpec(word="show", runs=True, names_cards=True, link=False),
    cmd.ExamineHand: ActSpec(word="look", player=True, link=False),
    cmd.HandleHand: ActSpec(word="handle", player=True, link=False),
    cmd.FoldHand: ActSpec(word="fold", player=True, link=False),
    cmd.Check: ActSpec(word="check", player=True, link=False),
    cmd.Reveal: ActSpec(word="reveal", runs=True, link=False),
    cmd.DeclineToShow: ActSpec(word="decline", player=True, link=False),
    cmd.LeaveTable: ActSpec(word="leave", player=True),
    cmd.InterruptPlay: ActSpec(word="interrupt", permission="report", at_automatic=True),
    cmd.Report: ActSpec(word="report", permission="report", by_role=True, at_automatic=True),
    cmd.Choose: ActSpec(word="choose", player=True),
    cmd.CorrectCard: ActSpec(
        word="correct_card", permission="correct", by_role=True, names_cards=True, link=False
    ),
    cmd.CorrectBet: ActSpec(word="correct_bet", permission="correct", by_role=True, moves_money=True),
    cmd.AdjustSettlement: ActSpec(
        word="adjust", permission="rule", by_role=True, at_automatic=True, moves_money=True
    ),
    cmd.SettleRound: ActSpec(word="settle", runs=True),
}
"""One line for each act of a round."""
LINK_ACTS: Final[dict[type[Struct], ActSpec]] = {
    lc.CheckClaim: ActSpec(word="check_claim", permission="verify_claim"),
    lc.SignClaim: ActSpec(word="sign_claim", permission="verify_claim"),
    lc.PayClaim: ActSpec(word="pay_claim", permission="pay_claim"),
    lc.CloseClaim: ActSpec(word="close_claim", permission="pay_claim"),
    lc.RuleOrder: ActSpec(word="rule_order", permission="rule"),
    lc.FailSystem: ActSpec(word="fail", permission="report"),
    lc.RestoreSystem: ActSpec(word="restore", permission="restore_jackpot"),
    lc.ReleaseOverflow: ActSpec(word="release_overflow", permission="restore_jackpot"),
    lc.OpenLink: ActSpec(word="open_link", permission="change_link", proposed=True),
    lc.JoinTable: ActSpec(word="join_table", permission="change_link", proposed=True),
    lc.RemoveTable: ActSpec(word="remove_table", permission="change_link", proposed=True),
    lc.ProposeChange: ActSpec(word="change_link", permission="change_link", proposed=True),
    lc.CorrectDisplay: ActSpec(word="correct_display", permission="change_link", proposed=True),
    lc.MoveMoney: ActSpec(word="move_money", permission="change_link", proposed=True),
    lc.CloseLink: ActSpec(word="close_link", permission="change_link", proposed=True),
    lc.DenyClaim: ActSpec(word="deny_claim", permission="deny_claim", proposed=True),
    lc.ReverseAward: ActSpec(word="reverse_award", permission="deny_claim", proposed=True),
}
"""One line for each act at a link that somebody gives; the others follow from rounds and transfers."""
SET_ACTS: Final[dict[type[Struct], ActSpec]] = {
    sc.OpenSet: ActSpec(word="open", witnessed=True),
    sc.CountSet: ActSpec(word="count", witnessed=True),
    sc.PutInUse: ActSpec(word="use"),
    sc.TakeOut: ActSpec(word="take_out"),
    sc.RetainSet: ActSpec(word="retain", permission="keep_card_sets"),
    sc.ReleaseSet: ActSpec(word="release", permission="keep_card_sets", witnessed=True),
    sc.DestroySet: ActSpec(word="destroy", permission="keep_card_sets", witnessed=True),
}
"""One line for each act on a card set: a Dealer opens and counts with a supervisor, and deals."""
TABLE_MONEY_ACTS: Final[dict[type[Struct], ActSpec]] = {
    mc.MakeSlip: ActSpec(word="slip", permission="table_money", witnessed=True),
    mc.BuyIn: ActSpec(word="buy_in", permission="bankroll", player=True),
    mc.CashOut: ActSpec(word="cash_out", permission="bankroll", player=True),
}


def _of_table(act: pa.TableChange) -> Permission:
    """A table without a link is a matter of its limits."""
    return "change_link" if act.link else "set_limits"


PROPOSED_ACTS: Final[dict[type[Struct], ActSpec]] = {
    pa.PlateChange: ActSpec(word="set_limits", permission="set_limits", proposed=True),
    pa.AmountsChange: ActSpec(word="set_amounts", permission="set_limits", proposed=True),
    pa.TableChange: ActSpec(word="set_table", permission="change_link", by_content=_of_table, proposed=True),
    pa.AwardReversal: ActSpec(word="take_back_award", permission="deny_claim", proposed=True),
    **{act: LINK_ACTS[command] for act, command in pa.AT_LINK.items()},
    pa.SheetAdoption: ActSpec(word="take_sheet", permission="change_sheet", proposed=True),
}
"""One line for each act of the floor that takes two people."""
ACTS: Final[dict[type[Struct], ActKind]] = {
    **ROUND_ACTS,
    **LINK_ACTS,
    **SET_ACTS,
    **TABLE_MONEY_ACTS,
    **PROPOSED_ACTS,
    **ACCOUNT_ACTS,
}
"""Every act."""


def act_permission(act: Struct, *, player: bool = False) -> Permission:
    """The permission that an act takes of a player or of staff."""
    kind = ACTS[type(act)]
    if not isinstance(kind, ActSpec):
        return kind.permission
    return kind.by_content(act) if kind.by_content else kind.needed(player=player)


def names_cards(act: cmd.Command) -> bool:
    """Whether an act says which cards lie where."""
    return ROUND_ACTS[type(act)].names_cards or (isinstance(act, cmd.Report) and bool(act.order))
