"""One :class:`ActSpec` per act that a command carries: who may give it, and what it concerns."""

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec import Struct, structs

from pitboss.access.commands import ACCOUNT_ACTS, ActKind
from pitboss.access.roles import Permission
from pitboss.card_sets import commands as sc
from pitboss.floor import proposed as pa
from pitboss.floor.tables.money import events as mc
from pitboss.jackpots import commands as lc
from pitboss.round import commands as cmd

JACKPOT: Final = "jackpot"


class ActSpec(ActKind, frozen=True, kw_only=True):
    """Permissions and properties of one kind of act."""

    permission: Permission = "run_table"
    by_content: Callable[[Any], Permission] | None = None
    """The permission, where it depends on the act's fields."""
    player: bool = False
    """Players may give this act for their own boxes and bets, with the permission to play."""
    device: bool = False
    """A reading shoe gives this act: it names cards that have left the shoe."""
    by_role: bool = False
    """The act records the role of the person who gives it."""
    runs: bool = False
    """Only those who run the table may give this act."""
    at_automatic: bool = False
    """Staff may give this act at an automatic table too, where everything else is for players and the
    software."""
    names_cards: bool = False
    witnessed: bool = False
    """A second person confirms it at the same screen."""
    proposed: bool = False
    """The act needs two people: one proposes it, and the approval carries it out."""
    moves_money: bool = False
    """The act is subject to the floor's amounts (:mod:`pitboss.floor.amounts`)."""
    link: bool = True
    """The act may affect the link: bets accepted, returned or settled, or a jackpot failure."""

    def needed(self, *, player: bool) -> Permission:
        """The permission for this act: to play, where a player gives it; otherwise that of staff."""
        return "play" if player and self.player else self.permission

    def link_need(self, act: cmd.Command) -> Literal["none", "read", "write"]:
        """Whether an act in a round reads or writes the table's link. Of bets, only the jackpot's do."""
        if isinstance(act, cmd.PlaceBet):
            return "read" if act.bet == JACKPOT else "none"
        if isinstance(act, cmd.CorrectBet) and act.bet != JACKPOT:
            return "none"
        return "write" if self.link else "none"


_IN_ROUND: Final[dict[type[Struct], ActSpec]] = {
    cmd.OpenRound: ActSpec(),
    cmd.PlaceBet: ActSpec(player=True),
    cmd.WithdrawBet: ActSpec(player=True, link=False),
    cmd.CloseBets: ActSpec(runs=True),
    cmd.BurnCard: ActSpec(runs=True, device=True, names_cards=True, link=False),
    cmd.DealCards: ActSpec(runs=True, device=True, names_cards=True, link=False),
    cmd.DiscardCard: ActSpec(runs=True, device=True, names_cards=True, link=False),
    cmd.ShowCards: ActSpec(runs=True, names_cards=True, link=False),
    cmd.ExamineHand: ActSpec(player=True, link=False),
    cmd.HandleHand: ActSpec(player=True, link=False),
    cmd.FoldHand: ActSpec(player=True, link=False),
    cmd.Check: ActSpec(player=True, link=False),
    cmd.Reveal: ActSpec(runs=True, link=False),
    cmd.DeclineToShow: ActSpec(player=True, link=False),
    cmd.ViewHand: ActSpec(permission="report", by_role=True, at_automatic=True, link=False),
    cmd.AnnounceNoHand: ActSpec(runs=True, link=False),
    cmd.NotifyJackpotHand: ActSpec(player=True, link=False),
    cmd.LeaveTable: ActSpec(player=True),
    cmd.InterruptPlay: ActSpec(permission="report", at_automatic=True),
    cmd.Choose: ActSpec(player=True),
    cmd.Report: ActSpec(permission="report", by_role=True, at_automatic=True, moves_money=True),
    cmd.LiftRestriction: ActSpec(permission="report", by_role=True, at_automatic=True, link=False),
    cmd.CorrectCard: ActSpec(permission="correct", by_role=True, names_cards=True, link=False),
    cmd.CorrectBet: ActSpec(permission="correct", by_role=True, moves_money=True),
    cmd.AdjustSettlement: ActSpec(permission="rule", by_role=True, at_automatic=True, moves_money=True),
    cmd.SettleRound: ActSpec(runs=True),
}
ROUND_ACTS: Final[dict[type[Struct], ActSpec]] = {
    command: structs.replace(_IN_ROUND[command], word=word) for command, word in cmd.WORDS.items()
}
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
"""Every act at a link that a person gives. All other commands to links follow from rounds and transfers."""
SET_ACTS: Final[dict[type[Struct], ActSpec]] = {
    sc.OpenSet: ActSpec(word="open", witnessed=True),
    sc.CountSet: ActSpec(word="count", witnessed=True),
    sc.PutInUse: ActSpec(word="use"),
    sc.TakeOut: ActSpec(word="take_out"),
    sc.RetainSet: ActSpec(word="retain", permission="keep_card_sets"),
    sc.ReleaseSet: ActSpec(word="release", permission="keep_card_sets", witnessed=True),
    sc.DestroySet: ActSpec(word="destroy", permission="keep_card_sets", witnessed=True),
}
"""Every act on a card set: a Dealer opens and counts it with a supervisor, and deals from it."""
TABLE_MONEY_ACTS: Final[dict[type[Struct], ActSpec]] = {
    mc.MakeSlip: ActSpec(word="slip", permission="table_money", witnessed=True),
    mc.BuyIn: ActSpec(word="buy_in", permission="bankroll", player=True),
    mc.CashOut: ActSpec(word="cash_out", permission="bankroll", player=True),
}


def _of_table(act: pa.TableChange) -> Permission:
    """The permission to change a table: to set limits if it has no link, else to change links."""
    return "change_link" if act.link else "set_limits"


PROPOSED_ACTS: Final[dict[type[Struct], ActSpec]] = {
    pa.PlateChange: ActSpec(word="set_limits", permission="set_limits", proposed=True),
    pa.AmountsChange: ActSpec(word="set_amounts", permission="set_limits", proposed=True),
    pa.TableChange: ActSpec(word="set_table", permission="change_link", by_content=_of_table, proposed=True),
    pa.AwardReversal: ActSpec(word="take_back_award", permission="deny_claim", proposed=True),
    **{act: LINK_ACTS[command] for act, command in pa.AT_LINK.items()},
    pa.SheetAdoption: ActSpec(word="take_sheet", permission="change_sheet", proposed=True),
    pa.BreakSetting: ActSpec(word="set_break", permission="set_break", proposed=True),
}
ACTS: Final[dict[type[Struct], ActKind]] = {
    **ROUND_ACTS,
    **LINK_ACTS,
    **SET_ACTS,
    **TABLE_MONEY_ACTS,
    **PROPOSED_ACTS,
    **ACCOUNT_ACTS,
}


def act_permission(act: Struct, *, player: bool = False) -> Permission:
    """The permission that an act needs, from a player or from staff."""
    kind = ACTS[type(act)]
    if not isinstance(kind, ActSpec):
        return kind.permission
    return kind.by_content(act) if kind.by_content else kind.needed(player=player)


def moves_money(act: cmd.Command) -> bool:
    """Whether an act is subject to the floor's amounts; of reports, only a ruling on one bet."""
    return ROUND_ACTS[type(act)].moves_money and not (isinstance(act, cmd.Report) and act.bet is None)


def names_cards(act: cmd.Command) -> bool:
    """Whether an act names cards."""
    return ROUND_ACTS[type(act)].names_cards or (isinstance(act, cmd.Report) and bool(act.order))
