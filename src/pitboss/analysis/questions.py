"""The texts of a request, parsed and checked: bets and their sizes, the display, other boxes, cards."""

import re
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.analysis.jackpot import LinkTerms
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.cards import UNKNOWN, Card, parse_card
from pitboss.money import CENTS_PER_DOLLAR, brief, parse_cents, parse_exact
from pitboss.reason import Unreadable, at, because
from pitboss.sheets.game import Game
from pitboss.sheets.script import DecisionStep, RevealStep

JACKPOT = "jackpot"
LONGEST_TEXT: Final = 500
"""Characters of one text: fifty cards or every hand of a ranking list fit."""
MOST_RANGES: Final = 4
"""Ranges of a sweep that a chart can show."""
MOST_POINTS: Final = 2_000
"""Points of a sweep, over all of its ranges."""
_WHOLE: Final = re.compile(r"\d{1,3}", re.ASCII)


def check_text(path: str, text: str | None) -> None:
    """Refuse a text longer than ``LONGEST_TEXT``; None is allowed."""
    if text is not None and len(text) > LONGEST_TEXT:
        raise AnalysisFault(at(path, because("question.long", length=len(text), most=LONGEST_TEXT)))


class QuestionTexts(Struct, frozen=True, kw_only=True):
    """The assumptions of a request as typed; None where not given."""

    bets: str | None = None
    """``ante=25,pair_plus=25,jackpot=5``, in dollars."""
    jackpot_bet: str | None = None
    meter: str | None = None
    others: str | None = None
    seed: str | None = None
    rate: str | None = None
    reserve: str | None = None


def check_texts(asked: QuestionTexts) -> None:
    """Refuse a text beyond the bounds."""
    for name in asked.__struct_fields__:
        check_text(name, getattr(asked, name))


def read_question(game: Game, asked: QuestionTexts) -> AnalysisQuestion:
    """Parse the assumptions; raises :class:`AnalysisFault` with the path to what is wrong."""
    check_texts(asked)
    _check_jackpot(game, asked)
    bets = _bets(game, asked.bets) if asked.bets is not None else {}
    unit = _amount("jackpot_bet", asked.jackpot_bet) if asked.jackpot_bet is not None else None
    return AnalysisQuestion(
        jackpot_bet=_unit(game, bets, unit),
        jackpot_named=unit is not None or JACKPOT in bets,
        bets=bets,
        meter=_meter(asked.meter) if asked.meter is not None else None,
        others=_others(game, asked.others) if asked.others is not None else 0,
    )


def _check_jackpot(game: Game, asked: QuestionTexts) -> None:
    """Refuse a question about the jackpot of a game that has none."""
    if game.sheet.jackpot:
        return
    for name in ("jackpot_bet", "meter", "seed", "rate", "reserve"):
        if getattr(asked, name) is not None:
            raise AnalysisFault(at(name, because("question.no_jackpot", game=game.sheet.identity.title)))


def stakes_of(question: AnalysisQuestion) -> dict[str, int]:
    """The stakes on the box of a decision: those named, or an Ante alone."""
    if question.bets and "ante" not in question.bets:
        raise AnalysisFault(at("bets", because("question.ante")))
    return question.bets or {"ante": CENTS_PER_DOLLAR}


def read_link_terms(asked: QuestionTexts) -> LinkTerms | None:
    """The terms of a link; None if none are given. The reserve is optional."""
    check_texts(asked)
    if asked.seed is None and asked.rate is None and asked.reserve is None:
        return None
    if asked.seed is None or asked.rate is None:
        raise AnalysisFault(at("seed", because("question.link_terms")))
    rate, reserve = _share("rate", asked.rate), _share("reserve", asked.reserve or "0")
    if rate + reserve > 1:
        raise AnalysisFault(at("reserve", because("question.link_shares")))
    return LinkTerms(_amount("seed", asked.seed, least=0), rate, reserve)


def _bets(game: Game, text: str) -> dict[str, int]:
    known = tuple(name for name, rule in game.sheet.bets.items() if rule.placed == "before_deal")
    bets: dict[str, int] = {}
    for word in text.split(","):
        name, equals, amount = word.strip().partition("=")
        if not equals:
            raise AnalysisFault(at("bets", because("question.bet", given=brief(word))))
        if name not in known:
            code = "question.bet_of_a_decision" if name in game.sheet.bets else "question.bet_unknown"
            raise AnalysisFault(at(f"bets.{name}", because(code, bets=known)))
        if name in bets:
            raise AnalysisFault(at(f"bets.{name}", because("question.twice")))
        bets[name] = _amount(f"bets.{name}", amount)
    return bets


def _unit(game: Game, bets: dict[str, int], unit: int | None) -> int:
    """The least jackpot bet, of which the one on the box is a multiple."""
    staked = bets.get(JACKPOT)
    if unit is None:
        return staked if staked is not None else CENTS_PER_DOLLAR
    most = game.jackpot.most_units
    if staked is not None and not (staked % unit == 0 and 1 <= staked // unit <= most):
        raise AnalysisFault(
            at(f"bets.{JACKPOT}", because("question.units", unit=f"{unit / 100:g}", most=most))
        )
    return unit


def _amount(path: str, text: str, least: int = 1) -> int:
    try:
        cents = parse_cents(text.strip())
    except Unreadable as fault:
        raise AnalysisFault(at(path, fault.reason)) from None
    if cents < least:
        raise AnalysisFault(at(path, because("question.nothing")))
    return cents


def _meter(text: str) -> Fraction:
    if text.strip().startswith("-"):
        raise AnalysisFault(at("meter", because("question.meter", given=brief(text))))
    try:
        return parse_exact(text.strip()) * CENTS_PER_DOLLAR
    except Unreadable as fault:
        raise AnalysisFault(at("meter", fault.reason)) from None


def _others(game: Game, text: str) -> int:
    layout = game.sheet.layout
    most = layout.most_boxes - 1
    if not _WHOLE.fullmatch(text.strip()) or int(text) > most:
        raise AnalysisFault(
            at("others", because("question.others", given=brief(text), most=most, clauses=layout.clauses))
        )
    return int(text)


def _share(path: str, text: str) -> Fraction:
    try:
        share = parse_exact(text.strip())
    except Unreadable as fault:
        raise AnalysisFault(at(path, fault.reason)) from None
    if share > 1:
        raise AnalysisFault(at(path, because("question.share", given=brief(text))))
    return share


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
