"""What was done in a round and what followed, as reasons."""

from collections.abc import Iterable
from typing import Final

from pitboss.money import grouped_exact
from pitboss.reason import Reason, because
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round import events as ev
from pitboss.settlement import RuledBet
from pitboss.sheets.game import Game

_BONUSES: Final = {"ante_bonus": "Ante Bonus", "envy": "Envy Bonus"}
"""What is paid besides the bets."""


def act_said(game: Game, command: cmd.Command | None, before: Round | None, after: Round) -> Reason:
    """What was done, without who did it."""
    match command:
        case None | cmd.OpenRound():
            return because("did.open")
        case cmd.PlaceBet(box=box, player=player, amount=amount):
            bet, late = title_of(game, command.bet), "late" if command.unnoticed else "seen"
            if command.by:
                return because("did.bet_for", player=player, amount=amount, bet=bet, box=box, late=late)
            return because("did.bet", player=player, amount=amount, bet=bet, box=box, late=late)
        case cmd.WithdrawBet(box, bet, player):
            if player:
                return because("did.withdraw", player=player, bet=title_of(game, bet), box=box)
            return because("did.withdraw.area", bet=title_of(game, bet), box=box)
        case cmd.CloseBets():
            return because("did.close")
        case cmd.BurnCard(card):
            return because("did.burn", cards=(card,))
        case cmd.DealCards(to, cards):
            return because("did.deal", cards=cards, place=to)
        case cmd.DiscardCard(card):
            return because("did.discard", cards=(card,))
        case cmd.ShowCards(at, cards):
            return because("did.show", cards=cards, place=at)
        case cmd.Reveal():
            return _turned(before, after)
        case cmd.InterruptPlay(reason):
            return because("did.interrupt", reasons=(reason,) if reason else ())
        case cmd.SettleRound():
            return because("did.settle")
        case cmd.Choose(box, way):
            return because("did.choose", box=box, way=way)
        case cmd.Report():
            return _report(command)
        case cmd.LiftRestriction(clause=clause, reason=reason):
            what = [because("told.box", box=box) for box in command.boxes]
            what += [because("told.given", given=each) for each in (command.player, command.action) if each]
            reasons = (reason,) if reason else ()
            return because("did.lift", clause=clause, what=tuple(what), reasons=reasons)
        case cmd.ViewHand(box):
            return because("did.view", box=box)
        case cmd.AnnounceNoHand():
            return because("did.no_hand")
        case cmd.CorrectCard(at=at, recorded=recorded, card=card, reason=reason):
            return because("did.correct_card", right=(card,), recorded=(recorded,), place=at, given=reason)
        case cmd.CorrectBet(box=box, player=player, amount=amount, reason=reason):
            bet = title_of(game, command.bet)
            return because("did.correct_bet", player=player, bet=bet, box=box, amount=amount, given=reason)
        case cmd.AdjustSettlement(box=box, player=player, amount=amount, reason=reason):
            return because(
                "did.adjust",
                bet=title_of(game, command.bet),
                box=box,
                player=player,
                way="gets" if amount > 0 else "gives",
                amount=abs(amount),
                given=reason,
            )
        case cmd.LeaveTable(box, player):
            return (
                because("did.leave", player=player, box=box) if player else because("did.leave.box", box=box)
            )
        case _:
            return because(_BOX_ACTS[type(command)], box=command.box)


def consequence(game: Game, event: ev.Event, command: cmd.Command | None) -> Reason | None:
    """What an event says, with its clauses; None where the command already says it."""
    match event:
        case ev.ExcessRejected(clauses=clauses):
            return cited(because("event.excess_rejected", amount=event.amount), clauses)
        case ev.HandExamined(_, True):
            return cited(because("event.looked_too_many"), game.looking_clauses)
        case ev.HandFolded(box, clauses) if not isinstance(command, cmd.FoldHand):
            return cited(because("event.folded", box=box), clauses)
        case ev.Checked(box, clauses) if not isinstance(command, cmd.Check):
            return cited(because("event.checked", box=box), clauses)
        case ev.BetTakenBack(box, bet, clauses):
            return cited(because("event.taken_back", bet=title_of(game, bet), box=box), clauses)
        case ev.RankEstablished(box):
            return because("event.rank_established", box=box)
        case ev.PlayInterrupted(established, clauses):
            found = "event.established" if established else "event.not_established"
            return cited(because(found), clauses)
        case ev.RoundVoided(clauses):
            return cited(because("event.void"), clauses)
        case ev.HandInvalidated(box, clauses):
            return cited(because("event.out", box=box), clauses)
        case ev.ShareReturned(box, player, clauses):
            return cited(because("event.share_returned", player=player, box=box), clauses)
        case ev.BetRuled(box, ruled):
            return cited(_ruled(game, box, ruled), ruled.clauses)
        case ev.OptionsGiven(boxes=boxes):
            return because("event.options", boxes=boxes)
        case ev.OptionsEnded(boxes, clauses):
            return cited(because("event.options_ended", boxes=boxes), clauses)
        case ev.OrderOfCardsDecided(cards):
            return because("event.order", cards=cards)
        case ev.SecondLooksJudged(boxes, intentional):
            way = "intentional" if intentional else "unintentional"
            return because("event.looks_judged", boxes=boxes, way=way)
        case ev.JackpotRegistered(value):
            return because("event.jackpot_registered", value=grouped_exact(value))
        case ev.TableRestricted(action, boxes, clauses):
            return cited(because("event.restricted", action=action, boxes=boxes), clauses)
        case ev.PlayerBarred(player, clauses):
            return cited(because("event.barred", player=player), clauses)
        case ev.PlayerRestricted(player, clauses):
            return cited(because("event.one_position", player=player), clauses)
        case ev.HandViewed(_, _, clauses) | ev.NoHandAnnounced(clauses):
            return cited(because("event.nothing_else"), clauses)
        case ev.JackpotHandNotified(box, clauses):
            return cited(because("event.notified", box=box), clauses)
        case ev.RestrictionLifted(clauses=clauses):
            return cited(_allowed_again(event), clauses)
        case ev.SettlementReopened(clauses):
            return cited(because("event.reopened"), clauses)
        case ev.RoundSettled():
            nets = event.settlement.players().items()
            players = tuple(_net(name, net) for name, net in nets)
            if isinstance(command, cmd.SettleRound):
                return because("event.settled", players=players)
            return because("event.settled_anew", players=players)
        case ev.ExcessCardFound():
            return because("event.excess_card")
        case ev.PlayerLeft(_, _, _, True):
            return because("event.shift_manager_told")
        case ev.ReconstructionBegun():
            return because("event.reconstruction")
        case _:
            return None


def title_of(game: Game | None, bet: str) -> str:
    """A bet as the sheet calls it, or the name of a bonus."""
    rule = game.sheet.bets.get(bet) if game else None
    return rule.title if rule else _BONUSES.get(bet, bet.replace("_", " ").title())


def cited(reason: Reason, clauses: Iterable[str]) -> Reason:
    """A reason with the clauses by which it is so, if there are any."""
    numbers = tuple(clauses)
    return because("cited", what=reason, clauses=numbers) if numbers else reason


def _turned(before: Round | None, after: Round) -> Reason:
    community = after.community[before.community_up if before else 0 : after.community_up]
    dealer = after.dealer if after.dealer_up and not (before and before.dealer_up) else ()
    if community and dealer:
        return because("did.reveal.both", community=community, dealer=dealer)
    if community:
        return because("did.reveal.community", community=community)
    if dealer:
        return because("did.reveal.dealer", dealer=dealer)
    return because("did.reveal")


def _report(report: cmd.Report) -> Reason:
    told = []
    if report.count:
        told.append(because("told.count", count=report.count))
    if report.action:
        told.append(because("told.action", action=report.action))
    if report.bet:
        told.append(because("told.bet", bet=report.bet))
    if report.amount is not None:
        told.append(because("told.amount", amount=report.amount))
    if report.reconstructed is not None:
        told.append(because("told.reconstructed", answer=_answer(report.reconstructed)))
    if report.intentional is not None:
        told.append(because("told.intentional", answer=_answer(report.intentional)))
    if report.permit is not None:
        told.append(because("told.permit", answer=_answer(report.permit)))
    if report.order:
        told.append(because("told.order", cards=report.order))
    if report.reason:
        told.append(because("told.given", given=report.reason))
    return because(
        "did.report",
        clause=report.clause,
        place="boxes" if report.boxes else "dealer" if report.dealer else "none",
        boxes=report.boxes,
        players=(report.player,) if report.player else (),
        roles=(report.by,) if report.by else (),
        told=tuple(told),
    )


def _answer(answer: bool) -> str:
    return "yes" if answer else "no"


def _ruled(game: Game, box: int, ruled: RuledBet) -> Reason:
    player, bet, amount = ruled.player, title_of(game, ruled.bet), ruled.amount
    match ruled.way:
        case "pay":
            return because("event.ruled_paid", player=player, bet=bet, box=box, amount=amount)
        case "collect":
            return because("event.ruled_collected", player=player, bet=bet, box=box)
        case "correct":
            return because("event.ruled_stands", player=player, bet=bet, box=box, amount=amount)


def _allowed_again(event: ev.RestrictionLifted) -> Reason:
    match event.restriction:
        case "close":
            return because("event.lifted.close")
        case "block":
            return because("event.lifted.block", boxes=event.boxes)
        case "no_jackpot":
            return because("event.lifted.no_jackpot")
        case "barred":
            return because("event.lifted.barred", player=event.player)
        case "one_position":
            return because("event.lifted.one_position", player=event.player)


def _net(player: str, net: int) -> Reason:
    return because("event.net", player=player, sign="gain" if net > 0 else "none", net=net)


_BOX_ACTS: dict[type, str] = {
    cmd.ExamineHand: "did.examine",
    cmd.HandleHand: "did.touch",
    cmd.FoldHand: "did.fold",
    cmd.Check: "did.check",
    cmd.DeclineToShow: "did.decline",
    cmd.NotifyJackpotHand: "did.notify",
}
