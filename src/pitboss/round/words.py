"""Sentences for the commands and events of a round."""

from collections.abc import Iterable
from typing import Final

from pitboss.cards import glyphs
from pitboss.money import grouped, grouped_exact
from pitboss.people import role_in_words
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round import events as ev
from pitboss.settlement import RuledBet
from pitboss.sheets.game import Game

_BONUSES: Final = {"ante_bonus": "Ante Bonus", "envy": "Envy Bonus"}
"""What is paid besides the bets."""


def act_in_words(game: Game, command: cmd.Command | None, before: Round | None, after: Round) -> str:
    """A command as a sentence about its actor."""
    match command:
        case None | cmd.OpenRound():
            return "opens the betting"
        case cmd.PlaceBet():
            placed = f"places it for {command.player}" if command.by else f"{command.player} bets"
            late = ", noticed by nobody in time" if command.unnoticed else ""
            amount = f"{grouped(command.amount)} on {title_of(game, command.bet)}, box {command.box}{late}"
            return f"{placed}: {amount}" if command.by else f"{placed} {amount}"
        case cmd.WithdrawBet(box, bet, player):
            whose = f"{player}'s " if player else ""
            return f"{whose}{title_of(game, bet)} of box {box} is taken back"
        case cmd.CloseBets():
            return "announces that there are no more bets"
        case cmd.BurnCard(card):
            return f"burns {glyphs((card,))}"
        case cmd.DealCards(to, cards):
            return f"deals {glyphs(cards)} to {place_in_words(to)}"
        case cmd.DiscardCard(card):
            return f"puts {glyphs((card,))} aside"
        case cmd.ShowCards(at, cards):
            return f"{glyphs(cards)} of {place_in_words(at)} shown"
        case cmd.Reveal():
            return f"turns over {_turned(before, after)}"
        case cmd.InterruptPlay(reason):
            return f"play is interrupted ({reason})" if reason else "play is interrupted"
        case cmd.SettleRound():
            return "settles the round"
        case cmd.Choose(box, way):
            return f"box {box} chooses to {_way(way)}"
        case cmd.Report():
            return _report(command)
        case cmd.LiftRestriction():
            what = [*(f"box {box}" for box in command.boxes), command.player, command.action]
            why = f" ({command.reason})" if command.reason else ""
            return f"lifts {command.clause}: {', '.join(part for part in what if part)}{why}"
        case cmd.ViewHand(box):
            return f"views the hand of box {box}, which is not shown"
        case cmd.AnnounceNoHand():
            return 'announces "No hand"'
        case cmd.CorrectCard():
            recorded, right = glyphs((command.recorded,)), glyphs((command.card,))
            where = place_in_words(command.at)
            return f"corrects the record: {right}, not {recorded}, at {where} ({command.reason})"
        case cmd.CorrectBet():
            area = f"{command.player}'s {title_of(game, command.bet)} on box {command.box}"
            return f"corrects the record: {area} is {grouped(command.amount)} ({command.reason})"
        case cmd.AdjustSettlement():
            gets = "gets" if command.amount > 0 else "gives back"
            area = f"{title_of(game, command.bet)} of box {command.box}"
            amount = grouped(abs(command.amount))
            return f"rules on {area}: {command.player} {gets} {amount} ({command.reason})"
        case cmd.LeaveTable(box, player):
            return f"{player or 'the player'} of box {box} leaves the table"
        case _:
            return f"box {command.box} {_BOX_ACTS[type(command)]}"


def consequence(game: Game, event: ev.Event, command: cmd.Command | None) -> str:
    """An event as a sentence, empty where the command already says it."""
    match event:
        case ev.ExcessCardFound():
            return "a card is one too many and must be reported"
        case ev.ExcessRejected(amount=amount, clauses=clauses):
            return f"{grouped(amount)} over the maximum goes back at once{cited(clauses)}"
        case ev.HandExamined(_, True):
            return f"that is a hand too many of the same player{cited(game.looking_clauses)}"
        case ev.HandFolded(box, clauses) if not isinstance(command, cmd.FoldHand):
            return f"box {box} is folded{cited(clauses)}"
        case ev.Checked(box, clauses) if not isinstance(command, cmd.Check):
            return f"box {box} checks{cited(clauses)}"
        case ev.BetTakenBack(box, bet, clauses):
            return f"the {title_of(game, bet)} of box {box} is returned at the settlement{cited(clauses)}"
        case ev.RankEstablished(box):
            return f"the rank of box {box} is established after all"
        case ev.PlayerLeft(_, _, _, True):
            return "the shift manager is told"
        case ev.PlayInterrupted(established, clauses):
            return f"{'an' if established else 'no'} outcome is established{cited(clauses)}"
        case ev.RoundVoided(clauses):
            return f"the round is void{cited(clauses)}"
        case ev.HandInvalidated(box, clauses):
            return f"the hand of box {box} is out and its bets go back{cited(clauses)}"
        case ev.ShareReturned(box, player, clauses):
            return f"{player}'s share of box {box} goes back{cited(clauses)}"
        case ev.BetRuled(box, ruled):
            return f"{_ruled(game, box, ruled)}{cited(ruled.clauses)}"
        case ev.OptionsGiven():
            return f"{_boxes(event.boxes)} must choose to go on or to take every bet back"
        case ev.OptionsEnded(boxes, clauses):
            return f"{_boxes(boxes)} must not choose any more{cited(clauses)}"
        case ev.ReconstructionBegun():
            return "hands are stated anew"
        case ev.OrderOfCardsDecided(cards):
            return f"the cards come in the order {glyphs(cards)}"
        case ev.SecondLooksJudged(boxes, intentional):
            return f"the looks at {_boxes(boxes)} were {'' if intentional else 'not '}on purpose"
        case ev.JackpotRegistered(value):
            return f"the jackpot stood at {grouped_exact(value)} when its system failed"
        case ev.TableRestricted(action, boxes, clauses):
            return f"for later rounds: {_restriction(action, boxes)}{cited(clauses)}"
        case ev.PlayerBarred(player, clauses):
            return f"{player} may not bet any more{cited(clauses)}"
        case ev.PlayerRestricted(player, clauses):
            return f"{player} may bet on one position only{cited(clauses)}"
        case ev.HandViewed(_, _, clauses) | ev.NoHandAnnounced(clauses):
            return f"nothing else follows{cited(clauses)}"
        case ev.JackpotHandNotified(box, clauses):
            return f"the cards of box {box} stay face up{cited(clauses)}"
        case ev.RestrictionLifted():
            return f"{_allowed_again(event)}{cited(event.clauses)}"
        case ev.SettlementReopened(clauses):
            return f"the settlement no longer stands{cited(clauses)}"
        case ev.RoundSettled():
            again = "" if isinstance(command, cmd.SettleRound) else " anew"
            return f"the round is settled{again}: {_nets(event.settlement.players())}"
        case _:
            return ""


def title_of(game: Game | None, bet: str) -> str:
    """A bet as the sheet calls it, or the name of a bonus."""
    rule = game.sheet.bets.get(bet) if game else None
    return rule.title if rule else _BONUSES.get(bet, bet.replace("_", " ").title())


def place_in_words(place: str | int) -> str:
    """A place of cards in words."""
    if isinstance(place, int):
        return f"box {place}"
    words = {"dealer": "the Dealer", "community": "the community cards"}
    return words.get(place, f"the {place} card")


def cited(clauses: Iterable[str]) -> str:
    """Clauses in brackets after a sentence."""
    numbers = ", ".join(clauses)
    return f" ({numbers})" if numbers else ""


def _turned(before: Round | None, after: Round) -> str:
    parts = []
    community = after.community[before.community_up if before else 0 : after.community_up]
    if community:
        parts.append(f"the community cards {glyphs(community)}")
    if after.dealer and after.dealer_up and not (before and before.dealer_up):
        parts.append(f"the Dealer's {glyphs(after.dealer)}")
    return " and ".join(parts) or "what is due"


def _report(report: cmd.Report) -> str:
    where = f" for {_boxes(report.boxes)}" if report.boxes else " for the Dealer" if report.dealer else ""
    where += f", {report.player}" if report.player else ""
    named = ("count", "action", "bet")
    told = [f"{name} {getattr(report, name)}" for name in named if getattr(report, name)]
    told += [f"amount {grouped(report.amount)}"] if report.amount is not None else []
    told += [
        f"{name.replace('permit', 'options permitted')}: {'yes' if getattr(report, name) else 'no'}"
        for name in ("reconstructed", "intentional", "permit")
        if getattr(report, name) is not None
    ]
    told += [f"order {glyphs(report.order)}"] if report.order else []
    told += [report.reason] if report.reason else []
    by = f", decided by the {role_in_words(report.by)}" if report.by else ""
    return f"reports {report.clause}{where}{by}" + (f" ({'; '.join(told)})" if told else "")


def _ruled(game: Game, box: int, ruled: RuledBet) -> str:
    whose = f"{ruled.player}'s {title_of(game, ruled.bet)} of box {box}"
    match ruled.way:
        case "pay":
            return f"{whose} is paid {grouped(ruled.amount)}"
        case "collect":
            return f"{whose} is collected"
        case "correct":
            return f"{whose} stands at {grouped(ruled.amount)}"


def _boxes(boxes: tuple[int, ...]) -> str:
    return f"box {', '.join(map(str, boxes))}" if len(boxes) < 2 else f"boxes {', '.join(map(str, boxes))}"


def _way(way: str) -> str:
    return "go on" if way == "continue" else "take every bet back"


def _restriction(action: str, boxes: tuple[int, ...]) -> str:
    match action:
        case "close":
            return "the table closes"
        case "block":
            return f"no bets on {_boxes(boxes)}"
        case _:
            return "no jackpot bets"


def _allowed_again(event: ev.RestrictionLifted) -> str:
    match event.restriction:
        case "close":
            return "the table is open again"
        case "block":
            return f"bets on {_boxes(event.boxes)} are taken again"
        case "no_jackpot":
            return "jackpot bets are taken again"
        case "barred":
            return f"{event.player} may bet again"
        case "one_position":
            return f"{event.player} may bet on several positions again"


def _nets(players: dict[str, int]) -> str:
    nets = [f"{name} {'+' if net > 0 else ''}{grouped(net)}" for name, net in players.items()]
    return ", ".join(nets) or "no bets"


_BOX_ACTS: dict[type, str] = {
    cmd.ExamineHand: "is looked at by its player",
    cmd.HandleHand: "is touched by its player",
    cmd.FoldHand: "folds",
    cmd.Check: "checks",
    cmd.DeclineToShow: "is not shown",
    cmd.NotifyJackpotHand: "is notified as a jackpot hand",
}
