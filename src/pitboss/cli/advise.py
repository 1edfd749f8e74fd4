"""``pitboss advise``: the value of every action at a decision, and the best one."""

import json
from argparse import Namespace

from pitboss.analysis.answers_json import advice_json
from pitboss.analysis.families import analyse
from pitboss.analysis.model import AnalysisFault, DecisionSpot
from pitboss.analysis.questions import check_spot, parse_cards, read_question
from pitboss.cards import Card
from pitboss.cli.analysis_options import FAULTS, counting, fail_question, question_texts, sheet_with
from pitboss.cli.text import table
from pitboss.reason import at, because


def run(options: Namespace) -> int:
    """Print the value of every action."""
    try:
        game, settings = sheet_with(options.sheet, options.set)
        spot = _spot(options)
        check_spot(game, spot)
        question = read_question(game, question_texts(options))
        with counting() as progress:
            advice = analyse(game, progress).advise(spot, question)
    except FAULTS as fault:
        return fail_question(fault.at_path, as_json=options.json)
    if options.json:
        print(json.dumps(advice_json(game, advice, spot, settings)))
        return 0
    rows = [(action, f"{float(value):.12f}", str(value)) for action, value in advice.actions.items()]
    print(table(("action", "Antes", "exactly"), rows, right="Antes"))
    print(f"Best: {advice.best}.")
    return 0


def _spot(options: Namespace) -> DecisionSpot:
    hand = None if options.hand is None else parse_cards("hand", options.hand)
    up = None if options.up is None else _one_card("up", options.up)
    if hand is not None and options.blind:
        raise AnalysisFault(at("blind", because("spot.blind")))
    return DecisionSpot(
        hand=hand,
        up=up,
        board=parse_cards("board", options.board or ""),
        dead=parse_cards("dead", options.dead or ""),
        decided=tuple((options.decided or "").replace(",", " ").split()),
        blind=options.blind,
        option=options.option,
    )


def _one_card(name: str, text: str) -> Card:
    cards = parse_cards(name, text)
    if len(cards) != 1:
        raise AnalysisFault(at(name, because("spot.one_card", cards=len(cards))))
    return cards[0]
