"""The checks of hands and dealing: every procedure deals and turns over the hands of the sheet."""

from collections.abc import Generator, Iterator
from typing import Final

from pitboss.cards import DECK
from pitboss.hands.ranking import MOST_CARDS
from pitboss.reason import because
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.course_checks import check_alike, check_course, check_equal_bets
from pitboss.sheets.model import DealingProcedure, HandSizes, Sheet
from pitboss.sheets.script import (
    BurnStep,
    DealStep,
    DiscardStep,
    RevealStep,
    Script,
    read_script,
    step_faults,
)

_FLOP: Final = 3


def check_dealing(sheet: Sheet) -> Iterator[SheetFault]:
    """Check the sizes of hands, and that every procedure deals them."""
    yield from _check_hands(sheet)
    yield from check_equal_bets(sheet)
    scripts = list[Script]()
    for number, dealing in enumerate(sheet.dealing):
        scripts += yield from _check_procedure(f"dealing.{number}", sheet, dealing)
        decided = [text for text, _ in dealing.steps if text.startswith("decide ")]
        if decided != [text for text, _ in sheet.dealing[0].steps if text.startswith("decide ")]:
            yield SheetFault(f"dealing.{number}", because("dealing.decisions"))
    if len(scripts) == len(sheet.dealing):
        yield from check_alike(sheet, scripts)
    if not sheet.dealing:
        yield SheetFault("dealing", because("dealing.none"))


def _check_hands(sheet: Sheet) -> Iterator[SheetFault]:
    """Check that hands are made of cards that are dealt, as many as their ranking list compares."""
    hands = sheet.hands
    for name, number, least in (
        ("box", hands.box, 1),
        ("dealer", hands.dealer, 0),
        ("community", hands.community, 0),
    ):
        if number < least:
            yield SheetFault(f"hands.{name}", because("dealing.hand", cards=number))
    flop = _FLOP if hands.community >= _FLOP else 0
    shared = {
        "own": 0,
        "own_and_dealer": hands.dealer,
        "own_and_community": hands.community,
        "own_and_flop": flop,
    }
    ranked = [("hands.shows_down", str(hands.shows_down), sheet.ranking.size)]
    if sheet.jackpot and sheet.jackpot_ranking:
        ranked.append(("jackpot.hand", sheet.jackpot.hand, sheet.jackpot_ranking.size))
    for path, form, size in ranked:
        cards = hands.box + shared[form]
        if form != "own" and not shared[form]:
            yield SheetFault(path, because("dealing.not_dealt", form=form))
        elif cards > MOST_CARDS:
            yield SheetFault(path, because("dealing.chosen_from", form=form, cards=cards, most=MOST_CARDS))
        elif cards < size:
            yield SheetFault(path, because("dealing.too_few", form=form, cards=cards, size=size))
    shown = hands.dealer + shared[hands.shows_down]
    if hands.dealer and not sheet.ranking.size <= shown <= MOST_CARDS:
        reason = because("dealing.dealers_hand", cards=shown, size=sheet.ranking.size)
        yield SheetFault("hands.dealer", reason)


def _check_procedure(
    path: str, sheet: Sheet, dealing: DealingProcedure
) -> Generator[SheetFault, None, list[Script]]:
    if wrong := step_faults(dealing):
        yield from (SheetFault(f"{path}.steps.{place}", fault) for place, fault in wrong.items())
        return []
    script = read_script(dealing)
    yield from _check_deck(path, sheet, script)
    yield from _check_cards(path, sheet.hands, script)
    yield from check_course(path, sheet, script)
    return [script]


def _check_deck(path: str, sheet: Sheet, script: Script) -> Iterator[SheetFault]:
    """Check that the deck suffices for a table with all its boxes."""
    boxes, hands = sheet.layout.most_boxes, sheet.hands
    away = sum(isinstance(step, BurnStep | DiscardStep) for step in script.steps)
    needed = boxes * hands.box + hands.dealer + hands.community + away
    if needed > len(DECK):
        message = because("dealing.deck", boxes=boxes, needed=needed, deck=len(DECK))
        yield SheetFault(path, message)


def _check_cards(path: str, hands: HandSizes, script: Script) -> Iterator[SheetFault]:
    """Check that a procedure deals each place its hand, and nothing is turned over before it is dealt."""
    dealt = {"boxes": 0, "dealer": 0, "community": 0}
    for step in script.steps:
        if isinstance(step, DealStep):
            for place in step.to:
                dealt[place] += step.cards * step.times
        elif isinstance(step, RevealStep) and step.community > dealt["community"]:
            yield SheetFault(path, because("dealing.community_early", card=step.community))
        elif isinstance(step, RevealStep) and step.dealer and dealt["dealer"] < hands.dealer:
            yield SheetFault(path, because("dealing.dealer_early"))
    for place, due in (("boxes", hands.box), ("dealer", hands.dealer), ("community", hands.community)):
        if dealt[place] != due:
            yield SheetFault(path, because("dealing.dealt", cards=dealt[place], place=place, due=due))
