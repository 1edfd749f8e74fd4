"""The cards of a decision, parsed and checked."""

from pitboss.analysis.model import AnalysisFault, DecisionSpot
from pitboss.analysis.questions import check_text
from pitboss.cards import UNKNOWN, Card, parse_card
from pitboss.reason import Unreadable, at, because
from pitboss.sheets.game import Game
from pitboss.sheets.script import DecisionStep, RevealStep


def parse_cards(name: str, text: str) -> tuple[Card, ...]:
    """Parse cards separated by spaces or commas; ``name`` is the path for faults."""
    check_text(name, text)
    try:
        return tuple(parse_card(word) for word in text.replace(",", " ").split())
    except Unreadable as fault:
        raise AnalysisFault(at(name, fault.reason)) from None


def parse_face_up(text: str | None) -> Card | None:
    """Parse the Dealer's face-up card, if one is named."""
    cards = parse_cards("up", text or "")
    if len(cards) > 1:
        raise AnalysisFault(at("up", because("spot.one_card", cards=len(cards))))
    return cards[0] if cards else None


def check_spot(game: Game, spot: DecisionSpot) -> None:
    """Refuse cards that are impossible at a decision of the game; raises :class:`AnalysisFault`."""
    hands = game.sheet.hands
    if spot.hand is not None and len(spot.hand) != hands.box:
        raise AnalysisFault(
            at("hand", because("spot.hand", cards=len(spot.hand), due=hands.box, clauses=hands.clauses))
        )
    if spot.up is not None and not hands.dealers_last_card_face_up:
        raise AnalysisFault(at("up", because("spot.no_up")))
    stages = boards(game)
    if len(spot.board) not in stages:
        due = tuple(sorted(stages))
        raise AnalysisFault(at("board", because("spot.board", cards=len(spot.board), due=due)))
    seen: dict[Card, str] = {}
    up = () if spot.up is None else (spot.up,)
    for name, cards in (("hand", spot.hand or ()), ("up", up), ("board", spot.board), ("dead", spot.dead)):
        for card in cards:
            if card == UNKNOWN:
                raise AnalysisFault(at(name, because("spot.unknown")))
            if card in seen:
                why = (
                    because("spot.twice", card=card)
                    if seen[card] == name
                    else because("spot.in_both", card=card, other=seen[card])
                )
                raise AnalysisFault(at(name, why))
            seen[card] = name
    _check_cards_left(game, len(seen), spot)


def boards(game: Game) -> frozenset[int]:
    """The numbers of open community cards at the decisions of the game."""
    found, shown = set(), 0
    for step in game.script(game.device).steps:
        if isinstance(step, RevealStep):
            shown = max(shown, step.community)
        if isinstance(step, DecisionStep):
            found.add(shown)
    return frozenset(found)


def _check_cards_left(game: Game, known: int, spot: DecisionSpot) -> None:
    sheet = game.sheet
    needed = sheet.hands.dealer - (spot.up is not None) + sheet.hands.community - len(spot.board)
    needed += 0 if spot.hand else sheet.hands.box
    if sheet.deck.cards - known < needed:
        raise AnalysisFault(at("dead", because("spot.few_left", known=known)))
