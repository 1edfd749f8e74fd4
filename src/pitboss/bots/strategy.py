"""How a bot decides: the action that is worth most, by the exact mathematics of the sheet."""

from functools import cache

from pitboss.analysis.families import analyse
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import AnalysisFault, DecisionSpot
from pitboss.analysis.odds import silent
from pitboss.analysis.questions import QuestionTexts, read_question
from pitboss.cards import UNKNOWN, parse_card
from pitboss.messages import acts
from pitboss.messages.acts import AnyAct
from pitboss.messages.legal import LegalNow
from pitboss.messages.tables import BoxNow, TableNow
from pitboss.money import parse_cents
from pitboss.sheets import Game, load


@cache
def _analysis(game: Game) -> GameAnalysis:
    return analyse(game, silent)


def equal_bets(sheet: str) -> tuple[str, ...]:
    """The bets that must lie beside an Ante, as high as it."""
    try:
        return tuple(bet for bet, rule in load(sheet).sheet.bets.items() if rule.equals)
    except KeyError:
        return ()


def decide(table: TableNow, box: BoxNow, legal: LegalNow) -> AnyAct:
    """What to do with a hand that has been looked at and must be decided."""
    bets = [act for act in legal.acts if act["act"] == "bet" and act["box"] == box.number]
    others = {str(act["act"]) for act in legal.acts if act.get("box") == box.number}
    best = _best(table, box)
    name, _, times = (best or "").partition(" x ")
    ante = sum(parse_cents(wager.amount) for wager in box.wagers if wager.bet == "ante")
    for bet in bets:
        amount = str(bet["amount"])
        if best is None or (bet["bet"] == name and (not times or parse_cents(amount) == int(times) * ante)):
            return acts.PlaceBet(box=box.number, bet=str(bet["bet"]), amount=amount)
    if name.startswith("withdraw ") and "withdraw" in others:
        return acts.WithdrawBet(box=box.number, bet=name.removeprefix("withdraw "))
    if best == "fold" and "fold" in others:
        return acts.FoldHand(box=box.number)
    return acts.Check(box=box.number) if "check" in others else acts.FoldHand(box=box.number)


def _best(table: TableNow, box: BoxNow) -> str | None:
    """The best action; none where the mathematics has no answer, and the hand is simply played."""
    assert table.round is not None, "a hand is decided in a round"
    up = [card for card in table.round.dealer if card != UNKNOWN]
    board = [card for card in table.round.community if card != UNKNOWN]
    spot = DecisionSpot(
        hand=tuple(parse_card(card) for card in box.cards),
        up=parse_card(up[0]) if up else None,
        board=tuple(parse_card(card) for card in board),
        decided=tuple(word for word in box.decided if word != "fold"),
    )
    try:
        game = load(table.sheet)
        return _analysis(game).advise(spot, read_question(game, QuestionTexts())).best
    except (AnalysisFault, KeyError):
        return None
